/** How fast is base64url decoded? */
@NullMarked
package org.jwtvalidation.benchmark.suite.base64;

import org.jspecify.annotations.NullMarked;
