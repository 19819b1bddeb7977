/** How do other libraries do with the same token and the same checks? */
@NullMarked
package org.jwtvalidation.benchmark.suite.peers;

import org.jspecify.annotations.NullMarked;
