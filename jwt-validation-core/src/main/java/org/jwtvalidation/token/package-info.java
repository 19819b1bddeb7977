// SPDX-License-Identifier: Apache-2.0
/**
 * What a validation returns: a typed token with its claims, or why the token is rejected, or that
 * it is undecided.
 */
@NullMarked
package org.jwtvalidation.token;

import org.jspecify.annotations.NullMarked;
