// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JoseHeader;

/**
 * A JWS whose header and claims comply with the rules of the issuer that it names. Its signature is
 * not verified, so anyone may have made it.
 *
 * @param claims what the check of the claims found
 */
record CheckedJws(CompactJws jws, TrustedIssuer issuer, JoseHeader header, CheckedClaims claims) {}
