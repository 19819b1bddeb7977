// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.providers;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.Provider;
import java.security.Security;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.conscrypt.Conscrypt;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** The cryptography providers to compare. */
public enum CryptoProvider {
  /** SunRsaSign and SunEC, in Java with a few intrinsics. */
  JDK,
  /** BouncyCastle's bcprov, in Java. */
  BC,
  /** Google's Conscrypt, around BoringSSL. */
  CONSCRYPT,
  /** Amazon Corretto Crypto Provider, around AWS-LC. */
  ACCP;

  /** Returns the provider, or null if its native library does not load. */
  @Nullable Provider load(SignatureAlgorithm algorithm) {
    try {
      return switch (this) {
        case JDK ->
            Security.getProvider(algorithm == SignatureAlgorithm.RS256 ? "SunRsaSign" : "SunEC");
        case BC -> new BouncyCastleProvider();
        case CONSCRYPT -> Conscrypt.newProvider();
        case ACCP ->
            AmazonCorrettoCryptoProvider.INSTANCE.getLoadingError() == null
                ? AmazonCorrettoCryptoProvider.INSTANCE
                : null;
      };
    } catch (LinkageError | RuntimeException e) {
      // Providers throw different exceptions on an unsupported machine.
      return null;
    }
  }

  /**
   * Makes every library of this JVM use the provider, unless it asks for another one.
   *
   * @param algorithm the algorithm of the signatures
   * @throws IllegalStateException if the provider does not run on this machine
   */
  public void putFirst(SignatureAlgorithm algorithm) {
    if (this != JDK) {
      Security.insertProviderAt(required(algorithm), 1);
    }
  }

  /** Returns the provider. */
  Provider required(SignatureAlgorithm algorithm) {
    Provider provider = load(algorithm);
    if (provider == null) {
      throw new IllegalStateException(this + " does not run on this machine; omit its rows");
    }
    return provider;
  }
}
