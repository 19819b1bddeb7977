/** What does each step of a validation cost, and do the steps add up to the whole? */
@NullMarked
package org.jwtvalidation.benchmark.suite.components;

import org.jspecify.annotations.NullMarked;
