// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.jwtvalidation.RawToken.base64url;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Scene;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.VerificationKey;

/**
 * Different tokens with the same signature, and the keys that verify them: an issuer can choose the
 * signature first, and then derive a key for each token. A hash of the end of these tokens is the
 * same for all.
 */
final class EqualSignatures {

  private final List<String> tokens = new ArrayList<>();
  private final JwkSet jwkSet;

  EqualSignatures(Scene scene, int count) throws GeneralSecurityException {
    ECParameterSpec domain = ((ECPublicKey) scene.key().publicKey()).getParams();
    BigInteger order = domain.getOrder();
    // With the nonce 1, R is the x of the generator.
    BigInteger r = domain.getGenerator().getAffineX().mod(order);
    BigInteger s = order.shiftRight(1);
    String signature = base64url(concatenated(r, s));
    String claims = RawToken.claims(scene.token().compact());
    VerificationKey[] keys = new VerificationKey[count];
    for (int i = 0; i < count; i++) {
      String keyId = String.format("key-%04d", i);
      String signingInput =
          base64url("{\"alg\":\"ES256\",\"typ\":\"at+jwt\",\"kid\":\"" + keyId + "\"}")
              + "."
              + base64url(claims);
      // s = hash + r key, for the nonce 1.
      BigInteger privateKey = s.subtract(hash(signingInput)).multiply(r.modInverse(order));
      keys[i] =
          VerificationKey.of(
              keyId, SignatureAlgorithm.ES256, publicKey(privateKey.mod(order), domain));
      tokens.add(signingInput + "." + signature);
    }
    jwkSet = JwkSet.of(keys);
  }

  private static byte[] concatenated(BigInteger r, BigInteger s) {
    return HexFormat.of().parseHex(String.format("%064x%064x", r, s));
  }

  private static BigInteger hash(String signingInput) throws GeneralSecurityException {
    byte[] octets = signingInput.getBytes(US_ASCII);
    return new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(octets));
  }

  private static PublicKey publicKey(BigInteger privateKey, ECParameterSpec domain)
      throws GeneralSecurityException {
    org.bouncycastle.math.ec.ECPoint point =
        CustomNamedCurves.getByName("P-256").getG().multiply(privateKey).normalize();
    ECPoint affine =
        new ECPoint(point.getAffineXCoord().toBigInteger(), point.getAffineYCoord().toBigInteger());
    return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(affine, domain));
  }

  List<String> tokens() {
    return tokens;
  }

  JwkSet jwkSet() {
    return jwkSet;
  }
}
