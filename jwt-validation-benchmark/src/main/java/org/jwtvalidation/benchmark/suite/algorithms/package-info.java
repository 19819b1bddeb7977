// SPDX-License-Identifier: Apache-2.0
/** What does a validation cost with each algorithm? */
@NullMarked
package org.jwtvalidation.benchmark.suite.algorithms;

import org.jspecify.annotations.NullMarked;
