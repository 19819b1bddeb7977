package org.jwtvalidation;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * What a JOSE Header that has passed its checks says about the key.
 *
 * @param algorithms what {@code alg} stands for and the issuer allows, never empty
 * @param keyId the {@code kid}, or null where it has none
 */
record JoseHeader(Set<SignatureAlgorithm> algorithms, @Nullable String keyId) {}
