// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.GeneralSecurityException;
import java.security.ProviderException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.tables.SignatureVerification;

/** Verification by a provider of the Java Cryptography Architecture. */
final class ProviderVerification implements SignatureVerification {

  private final SignatureProvider provider;
  private final PublicKey providerKey;
  private final @Nullable AlgorithmParameterSpec parameters;
  private final SignatureAlgorithm algorithm;

  ProviderVerification(VerificationKey key, SignatureProvider provider)
      throws UnusableKeyException {
    this.provider = provider;
    this.providerKey = provider.translated(key.publicKey(), key.algorithm().family().keyFactory());
    this.algorithm = key.algorithm();
    this.parameters = algorithm.jcaParameters();
  }

  SignatureProvider provider() {
    return provider;
  }

  @Override
  public boolean verify(byte[] octets, int length, byte[] signature) {
    Signature verifier = verifierOf(octets, length);
    try {
      return verifier.verify(signature);
    } catch (ProviderException e) {
      // An internal error of the provider, such as of a device that is gone.
      throw failed(e);
    } catch (GeneralSecurityException | RuntimeException e) {
      // For some invalid signatures, providers throw checked or unchecked exceptions.
      return false;
    }
  }

  @Override
  public boolean refuses(byte[] octets, int length, byte[] signature)
      throws GeneralSecurityException {
    return !verifierOf(octets, length).verify(signature) && !mayBeRefusedByMistake(signature);
  }

  /**
   * SunEC of JDK 17 and some later releases refuses valid signatures whose point has an
   * x-coordinate from the group order on. R is below 2^128 then, which does not occur by chance,
   * but the owner of a key can make one.
   */
  private boolean mayBeRefusedByMistake(byte[] signature) {
    return algorithm == SignatureAlgorithm.ES256
        && Arrays.equals(signature, 0, 16, new byte[16], 0, 16);
  }

  /** A verifier that has everything but the signature, which is then not what fails here. */
  private Signature verifierOf(byte[] octets, int length) {
    try {
      Signature verifier = Signature.getInstance(provider.jcaName(), provider.provider());
      if (parameters != null) {
        verifier.setParameter(parameters);
      }
      verifier.initVerify(providerKey);
      verifier.update(octets, 0, length);
      return verifier;
    } catch (VirtualMachineError e) {
      throw e;
    } catch (GeneralSecurityException | RuntimeException | Error e) {
      // Providers that have failed a test of their own throw errors, too.
      throw failed(e);
    }
  }

  private ProviderException failed(Throwable cause) {
    return new ProviderException(
        "provider " + provider.provider().getName() + " fails to verify " + provider.jcaName(),
        cause);
  }
}
