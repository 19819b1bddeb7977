// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import java.text.ParseException;
import java.util.List;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** {@code spring-security-oauth2-jose}: the decoder around Nimbus, with keys in memory. */
final class SpringSecurity implements Peer {

  private final NimbusJwtDecoder decoder;

  SpringSecurity(Trust trust) throws ParseException {
    decoder =
        NimbusJwtDecoder.withJwkSource(
                new ImmutableJWKSet<>(JWKSet.parse(trust.jwkSet()).toPublicJWKSet()))
            .jwsAlgorithm(SignatureAlgorithm.valueOf(trust.algorithm().joseName()))
            .build();
    // In addition to its defaults: the time, and the absence of a certificate binding.
    decoder.setJwtValidator(
        JwtValidators.createDefaultWithValidators(
            List.of(
                new JwtIssuerValidator(trust.issuer()),
                new JwtAudienceValidator(trust.audience()),
                new JwtTypeValidator("at+jwt", "JWT"))));
  }

  @Override
  public Jwt verify(String token) {
    return decoder.decode(token);
  }
}
