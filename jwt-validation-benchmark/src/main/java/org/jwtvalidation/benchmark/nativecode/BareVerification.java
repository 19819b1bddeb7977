// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The signature alone, by the API of the JDK. Each key has its own {@code Signature}, which stays
 * initialized from one verification to the next: the most that the API lets a program prepare.
 */
final class BareVerification implements Verification {

  private final List<PublicKey> keys = new ArrayList<>();
  private final List<Signature> signatures = new ArrayList<>();

  /** Prepares the keys, by the first provider that has the algorithm if none is given. */
  BareVerification(TokenSet set, @Nullable Provider provider) throws GeneralSecurityException {
    String type = keyType(set.algorithm());
    KeyFactory factory =
        provider == null ? KeyFactory.getInstance(type) : KeyFactory.getInstance(type, provider);
    for (TokenSet.Key key : set.keys()) {
      PublicKey prepared = factory.generatePublic(new X509EncodedKeySpec(key.spki()));
      Signature signature = signature(set.algorithm(), provider);
      signature.initVerify(prepared);
      keys.add(prepared);
      signatures.add(signature);
    }
  }

  private static String keyType(String algorithm) {
    return switch (algorithm.substring(0, 2)) {
      case "RS", "PS" -> "RSA";
      case "ES" -> "EC";
      default -> algorithm;
    };
  }

  private static Signature signature(String algorithm, @Nullable Provider provider)
      throws GeneralSecurityException {
    String hash = algorithm.substring(algorithm.length() - 3);
    if (algorithm.startsWith("PS")) {
      Signature signature = instance("RSASSA-PSS", provider);
      MGF1ParameterSpec mask = new MGF1ParameterSpec("SHA-" + hash);
      signature.setParameter(
          new PSSParameterSpec("SHA-" + hash, "MGF1", mask, Integer.parseInt(hash) / 8, 1));
      return signature;
    }
    return switch (algorithm.substring(0, 2)) {
      case "RS" -> instance("SHA" + hash + "withRSA", provider);
      case "ES" ->
          instance(
              "SHA" + hash + (provider == null ? "withECDSAinP1363Format" : "withPLAIN-ECDSA"),
              provider);
      default -> instance(algorithm, provider);
    };
  }

  private static Signature instance(String name, @Nullable Provider provider)
      throws GeneralSecurityException {
    return provider == null ? Signature.getInstance(name) : Signature.getInstance(name, provider);
  }

  @Override
  public boolean accepts(Sample token) {
    Signature signature = signatures.get(token.key());
    try {
      signature.update(token.signingInput());
      return signature.verify(token.signature());
    } catch (SignatureException e) {
      begin(signature, keys.get(token.key()));
      return false;
    }
  }

  /** After an exception, the state of a {@code Signature} is open. */
  private static void begin(Signature signature, PublicKey key) {
    try {
      signature.initVerify(key);
    } catch (InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }
}
