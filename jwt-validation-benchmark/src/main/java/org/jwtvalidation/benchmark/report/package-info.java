// SPDX-License-Identifier: Apache-2.0
/** Reports on the results of runs: a page, a summary, a badge, comparisons and trends. */
@NullMarked
package org.jwtvalidation.benchmark.report;

import org.jspecify.annotations.NullMarked;
