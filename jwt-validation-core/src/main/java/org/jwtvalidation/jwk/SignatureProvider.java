// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.KeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A provider of the Java Cryptography Architecture that verifies an algorithm, and its name for the
 * algorithm.
 */
record SignatureProvider(Provider provider, String jcaName) {

  /**
   * The one instance of bcprov, which is not installed, so that the rest of the application is not
   * affected. It is created when first needed, because it takes longer to load than everything else
   * before the first token.
   */
  private static final class Bcprov {

    static final @Nullable Provider PROVIDER = load();

    private static @Nullable Provider load() {
      try {
        return Class.forName("org.bouncycastle.jce.provider.BouncyCastleProvider")
            .asSubclass(Provider.class)
            .getDeclaredConstructor()
            .newInstance();
      } catch (ReflectiveOperationException | LinkageError e) {
        return null;
      }
    }
  }

  /**
   * The provider to use when none is named, or null if there is none: the installed provider of the
   * highest preference; but for elliptic curves, where that is the JDK's own, bcprov if it is on
   * the class path, because it is several times as fast.
   */
  static @Nullable SignatureProvider bestFor(SignatureAlgorithm algorithm) {
    SignatureProvider installed = installed(algorithm);
    boolean isCurve =
        algorithm.family() instanceof EcCurve || algorithm.family() instanceof EdwardsCurve;
    if (isCurve && (installed == null || installed.isOfTheJdk()) && Bcprov.PROVIDER != null) {
      SignatureProvider bcprov = of(Bcprov.PROVIDER, algorithm);
      return bcprov == null ? installed : bcprov;
    }
    return installed;
  }

  /** The installed provider of the highest preference, or null if none has the algorithm. */
  static @Nullable SignatureProvider installed(SignatureAlgorithm algorithm) {
    for (Provider installed : Security.getProviders()) {
      SignatureProvider candidate = of(installed, algorithm);
      if (candidate != null) {
        return candidate;
      }
    }
    return null;
  }

  /** A provider with its name for an algorithm, or null if it does not have the algorithm. */
  static @Nullable SignatureProvider of(Provider provider, SignatureAlgorithm algorithm) {
    for (String jcaName : algorithm.jcaNames()) {
      if (provider.getService("Signature", jcaName) != null) {
        return new SignatureProvider(provider, jcaName);
      }
    }
    return null;
  }

  /** Whether this is one of the JDK's own providers. */
  boolean isOfTheJdk() {
    return provider.getName().equals("SunRsaSign") || provider.getName().equals("SunEC");
  }

  /** The key in the provider's own form, so that it is not converted for every signature. */
  PublicKey translated(PublicKey key, String keyFactory) throws UnusableKeyException {
    if (provider.getService("KeyFactory", keyFactory) == null) {
      return key;
    }
    try {
      return KeyFactory.getInstance(keyFactory, provider).generatePublic(specification(key));
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new UnusableKeyException(provider.getName() + " refuses the key", e);
    }
  }

  /**
   * Not the encoding of a point, which may have the numbers of the curve in place of its name:
   * bcprov does not recognize it then, and takes seven times as long.
   */
  private static KeySpec specification(PublicKey key) {
    return key instanceof ECPublicKey point
        ? new ECPublicKeySpec(point.getW(), point.getParams())
        : new X509EncodedKeySpec(key.getEncoded());
  }
}
