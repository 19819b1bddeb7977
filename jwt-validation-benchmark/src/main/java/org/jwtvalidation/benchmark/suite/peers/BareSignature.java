// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.util.Base64;
import java.util.Objects;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** No library: verifies the signature by the one key, reads no JSON and checks nothing else. */
final class BareSignature implements Peer {

  private final String name;
  private final Provider provider;
  private final PublicKey key;

  private BareSignature(Trust trust, String ecdsa, Provider provider)
      throws GeneralSecurityException {
    boolean rsa = trust.algorithm() == SignatureAlgorithm.RS256;
    this.name = rsa ? "SHA256withRSA" : ecdsa;
    this.provider = provider;
    KeyFactory keyFactory =
        rsa ? KeyFactory.getInstance("RSA", provider) : KeyFactory.getInstance("EC", provider);
    this.key = (PublicKey) keyFactory.translateKey(trust.signingKey());
  }

  static BareSignature byJdk(Trust trust) throws GeneralSecurityException {
    String name = trust.algorithm() == SignatureAlgorithm.RS256 ? "SunRsaSign" : "SunEC";
    return new BareSignature(
        trust, "SHA256withECDSAinP1363Format", Objects.requireNonNull(Security.getProvider(name)));
  }

  static BareSignature byBouncyCastle(Trust trust) throws GeneralSecurityException {
    return new BareSignature(trust, "SHA256withPLAIN-ECDSA", new BouncyCastleProvider());
  }

  @Override
  public Boolean verify(String token) throws GeneralSecurityException {
    int payloadEnd = token.lastIndexOf('.');
    Signature signature = Signature.getInstance(name, provider);
    signature.initVerify(key);
    signature.update(token.substring(0, payloadEnd).getBytes(ISO_8859_1));
    if (!signature.verify(Base64.getUrlDecoder().decode(token.substring(payloadEnd + 1)))) {
      throw new SignatureException("invalid signature");
    }
    return true;
  }
}
