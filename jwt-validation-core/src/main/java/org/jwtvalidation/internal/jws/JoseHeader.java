// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * The parameters of a JOSE Header that has passed its checks.
 *
 * @param algorithms the algorithms that {@code alg} stands for and the issuer allows, never empty
 * @param keyId the {@code kid}, or null if there is none
 * @param accessTokenType whether {@code typ} is {@code at+jwt}
 */
public record JoseHeader(
    Set<SignatureAlgorithm> algorithms, @Nullable String keyId, boolean accessTokenType) {}
