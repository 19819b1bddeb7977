// SPDX-License-Identifier: Apache-2.0
/** The traffic that is measured: a pool of tokens, good and bad, and the order of their use. */
@NullMarked
package org.jwtvalidation.benchmark.workload;

import org.jspecify.annotations.NullMarked;
