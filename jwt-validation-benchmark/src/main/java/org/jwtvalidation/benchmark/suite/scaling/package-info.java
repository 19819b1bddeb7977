/** What do more threads, a larger cache and a warm JVM change? */
@NullMarked
package org.jwtvalidation.benchmark.suite.scaling;

import org.jspecify.annotations.NullMarked;
