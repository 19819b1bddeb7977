/** What do callers wait for when their tokens come at times of their own, not one by one? */
@NullMarked
package org.jwtvalidation.benchmark.suite.load;

import org.jspecify.annotations.NullMarked;
