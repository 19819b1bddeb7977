/** How fast is a token parsed, and its claims read? */
@NullMarked
package org.jwtvalidation.benchmark.suite.parsing;

import org.jspecify.annotations.NullMarked;
