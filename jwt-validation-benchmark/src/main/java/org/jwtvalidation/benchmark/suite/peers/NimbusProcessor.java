// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.util.Set;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;

/** {@code nimbus-jose-jwt}: the whole framework, around a source of JWKs. */
final class NimbusProcessor implements Peer {

  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  private NimbusProcessor(Trust trust, JWKSource<SecurityContext> source) {
    // The processor rejects types that are not listed.
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt"), JOSEObjectType.JWT));
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(JWSAlgorithm.parse(trust.algorithm().joseName()), source));
    processor.setJWTClaimsSetVerifier(claimsVerifier(trust));
  }

  /** Keys from a URI, behind the builder's cache of keys, which one fetch fills here. */
  static NimbusProcessor asDocumented(Trust trust) throws Exception {
    try (TestIssuer server = TestIssuer.start()) {
      server.jwksResponse(TestResponse.json(trust.jwkSet()));
      JWKSource<SecurityContext> source =
          JWKSourceBuilder.create(server.jwksUri().toURL()).retrying(true).build();
      source.get(new JWKSelector(new JWKMatcher.Builder().build()), null);
      return new NimbusProcessor(trust, source);
    }
  }

  static DefaultJWTClaimsVerifier<SecurityContext> claimsVerifier(Trust trust) {
    return new DefaultJWTClaimsVerifier<>(
        trust.audience(), new JWTClaimsSet.Builder().issuer(trust.issuer()).build(), Set.of("exp"));
  }

  @Override
  public JWTClaimsSet verify(String token) throws Exception {
    return processor.process(token, null);
  }
}
