// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.jwt.JwkSetConverter;
import com.google.crypto.tink.jwt.JwtPublicKeyVerify;
import com.google.crypto.tink.jwt.JwtSignatureConfig;
import com.google.crypto.tink.jwt.JwtValidator;
import com.google.crypto.tink.jwt.VerifiedJwt;
import java.io.IOException;
import java.security.GeneralSecurityException;

/** {@code tink}: a keyset made from the JWK Set; it tries each key with the token's kid. */
final class Tink implements Peer {

  private final JwtPublicKeyVerify verifier;
  private final JwtValidator validator;

  Tink(Trust trust) throws GeneralSecurityException, IOException {
    JwtSignatureConfig.register();
    verifier =
        JwkSetConverter.toPublicKeysetHandle(trust.jwkSet())
            .getPrimitive(RegistryConfiguration.get(), JwtPublicKeyVerify.class);
    validator =
        JwtValidator.newBuilder()
            .expectIssuer(trust.issuer())
            .expectAudience(trust.audience())
            .ignoreTypeHeader()
            .build();
  }

  @Override
  public VerifiedJwt verify(String token) throws GeneralSecurityException {
    return verifier.verifyAndDecode(token, validator);
  }
}
