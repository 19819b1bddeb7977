// SPDX-License-Identifier: Apache-2.0
/**
 * The keys of an issuer at run time: which verifiers fit a token, at hand or after a wait, and
 * guards against users' key sources.
 */
@NullMarked
package org.jwtvalidation.internal.keys;

import org.jspecify.annotations.NullMarked;
