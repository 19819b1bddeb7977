// SPDX-License-Identifier: Apache-2.0
/**
 * The comparison with native code: builds the programs of {@code native}, lets them and this
 * library verify the same tokens in turns, and writes what they took.
 */
@NullMarked
package org.jwtvalidation.benchmark.comparison;

import org.jspecify.annotations.NullMarked;
