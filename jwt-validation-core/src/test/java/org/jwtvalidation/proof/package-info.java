// SPDX-License-Identifier: Apache-2.0
/**
 * Proves what arithmetic computes, for all inputs within bounds, by symbolic execution of the
 * bytecode of javac. {@code int}s, references and loops are concrete. A {@code long} or a {@code
 * double} is a linear form over atoms, which are integers with known bounds. It knows no class
 * whose arithmetic it proves.
 */
@NullMarked
package org.jwtvalidation.proof;

import org.jspecify.annotations.NullMarked;
