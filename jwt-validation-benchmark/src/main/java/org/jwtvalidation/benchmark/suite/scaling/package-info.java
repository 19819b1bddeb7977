// SPDX-License-Identifier: Apache-2.0
/** What do more threads, a larger cache and more keys change? */
@NullMarked
package org.jwtvalidation.benchmark.suite.scaling;

import org.jspecify.annotations.NullMarked;
