// SPDX-License-Identifier: Apache-2.0
/** Plans the selected rows, runs them one by one and prints the progress. */
@NullMarked
package org.jwtvalidation.benchmark.run;

import org.jspecify.annotations.NullMarked;
