// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.JWTClaimsSetVerifier;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.HashMap;
import java.util.Map;

/** {@code nimbus-jose-jwt}: a verifier per key, created once; this class does the rest. */
final class NimbusPrepared implements Peer {

  private final Map<String, JWSVerifier> verifiers = new HashMap<>();
  private final JWTClaimsSetVerifier<SecurityContext> claimsVerifier;

  NimbusPrepared(Trust trust) throws JOSEException {
    for (Map.Entry<String, PublicKey> key : trust.keys().entrySet()) {
      verifiers.put(
          key.getKey(),
          key.getValue() instanceof RSAPublicKey rsa
              ? new RSASSAVerifier(rsa)
              : new ECDSAVerifier((ECPublicKey) key.getValue()));
    }
    claimsVerifier = NimbusProcessor.claimsVerifier(trust);
  }

  @Override
  public JWTClaimsSet verify(String token) throws Exception {
    SignedJWT jwt = SignedJWT.parse(token);
    JWSVerifier verifier = verifiers.get(jwt.getHeader().getKeyID());
    if (verifier == null || !jwt.verify(verifier)) {
      throw new BadJWTException("unknown key or invalid signature");
    }
    JWTClaimsSet claims = jwt.getJWTClaimsSet();
    claimsVerifier.verify(claims, null);
    return claims;
  }
}
