// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.requests;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.security.oauth2.jwt.DPoPProofContext;
import org.springframework.security.oauth2.jwt.DPoPProofJwtDecoderFactory;
import org.springframework.security.oauth2.jwt.DPoPProofReplayValidator;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * {@code spring-security-oauth2-jose}: a decoder for each proof, as its resource server makes one,
 * with its default checks, among them those of the access token's hash and of replays.
 */
final class SpringSecurityProofs {

  private static final int MORE_THAN_EVER_USED = 10_000_000;

  private final DPoPProofJwtDecoderFactory decoders = new DPoPProofJwtDecoderFactory();
  private final Jwt token;

  /** For proofs by the key with the thumbprint, to which the token is bound. */
  SpringSecurityProofs(String token, String thumbprint) {
    this.token =
        Jwt.withTokenValue(token)
            .header("alg", "RS256")
            .claim("cnf", Map.of("jkt", thumbprint))
            .build();
    // Its defaults refuse what one client sends in a minute of this benchmark.
    var cache = new DPoPProofReplayValidator.InMemoryCache();
    cache.setMaxSize(MORE_THAN_EVER_USED);
    cache.setMaxRequestsPerKey(MORE_THAN_EVER_USED);
    decoders.setJwtValidatorFactory(
        DPoPProofJwtDecoderFactory.createDefaultJwtValidatorFactory(
            List.of(new DPoPProofReplayValidator(cache))));
  }

  Jwt verify(String proof, String method, URI target) {
    DPoPProofContext context =
        DPoPProofContext.withDPoPProof(proof)
            .accessToken(token)
            .method(method)
            .targetUri(target.toString())
            .build();
    return decoders.createDecoder(context).decode(proof);
  }
}
