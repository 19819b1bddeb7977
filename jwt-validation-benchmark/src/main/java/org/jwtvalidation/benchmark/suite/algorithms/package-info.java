/** What does a validation cost beyond its signature, under each algorithm? */
@NullMarked
package org.jwtvalidation.benchmark.suite.algorithms;

import org.jspecify.annotations.NullMarked;
