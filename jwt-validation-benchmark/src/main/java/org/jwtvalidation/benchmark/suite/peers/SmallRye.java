// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import io.smallrye.jwt.KeyFormat;
import io.smallrye.jwt.algorithm.SignatureAlgorithm;
import io.smallrye.jwt.auth.principal.DefaultJWTParser;
import io.smallrye.jwt.auth.principal.JWTAuthContextInfo;
import io.smallrye.jwt.auth.principal.JWTParser;
import io.smallrye.jwt.auth.principal.ParseException;
import java.util.Set;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** {@code smallrye-jwt}: its parser outside a container, with the text of the JWK Set. */
final class SmallRye implements Peer {

  private final JWTParser parser;

  SmallRye(Trust trust) {
    JWTAuthContextInfo info = new JWTAuthContextInfo();
    info.setPublicKeyContent(trust.jwkSet());
    info.setKeyFormat(KeyFormat.JWK);
    info.setSignatureAlgorithm(
        Set.of(SignatureAlgorithm.fromAlgorithm(trust.algorithm().joseName())));
    info.setIssuedBy(trust.issuer());
    info.setExpectedAudience(Set.of(trust.audience()));
    parser = new DefaultJWTParser(info);
  }

  @Override
  public JsonWebToken verify(String token) throws ParseException {
    return parser.parse(token);
  }
}
