// SPDX-License-Identifier: Apache-2.0
/**
 * JSON Web Signatures in compact serialization (RFC 7515), parsed and verified. Verified and
 * unverified have different types; only a signature that matches yields the former.
 */
@NullMarked
package org.jwtvalidation.internal.jws;

import org.jspecify.annotations.NullMarked;
