// SPDX-License-Identifier: Apache-2.0
/**
 * The rules for headers and claims of tokens and proofs. A rule that is broken names a reason; in
 * which step that happens is the business of the code that asks.
 */
@NullMarked
package org.jwtvalidation.internal.rules;

import org.jspecify.annotations.NullMarked;
