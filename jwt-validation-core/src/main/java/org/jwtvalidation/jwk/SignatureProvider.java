package org.jwtvalidation.jwk;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.spec.X509EncodedKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Which provider of the Java Cryptography Architecture verifies an algorithm, and by which name.
 * Unless one is named it is the installed provider of the highest preference; but for elliptic
 * curves bcprov, where it is on the class path and the other would be the JDK's own, since it is
 * several times as fast.
 */
record SignatureProvider(Provider provider, String jcaName) {

  /**
   * Made once, not installed: what else the application does with cryptography stays as it is. Made
   * late, for it takes most of the time until the first token: who has RSA keys only goes without.
   */
  private static final class Bcprov {

    static final @Nullable Provider PROVIDER = made();

    private static @Nullable Provider made() {
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
   * The provider that verifies {@code algorithm} when none is named and the library does not, or
   * null where there is none.
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

  /** The installed provider of the highest preference, or null where there is none. */
  static @Nullable SignatureProvider installed(SignatureAlgorithm algorithm) {
    for (Provider installed : Security.getProviders()) {
      SignatureProvider candidate = of(installed, algorithm);
      if (candidate != null) {
        return candidate;
      }
    }
    return null;
  }

  /**
   * {@code provider} with its name for {@code algorithm}, or null where it does not have the
   * algorithm.
   */
  static @Nullable SignatureProvider of(Provider provider, SignatureAlgorithm algorithm) {
    for (String jcaName : algorithm.jcaNames()) {
      if (provider.getService("Signature", jcaName) != null) {
        return new SignatureProvider(provider, jcaName);
      }
    }
    return null;
  }

  /** Whether it is the JDK's own, so that nobody has put another before that. */
  boolean isOfTheJdk() {
    return provider.getName().equals("SunRsaSign") || provider.getName().equals("SunEC");
  }

  /**
   * {@code key} in the provider's own representation, so that it is converted once and not at every
   * signature.
   */
  PublicKey translated(PublicKey key, String keyFactory) throws UnusableKeyException {
    if (provider.getService("KeyFactory", keyFactory) == null) {
      return key;
    }
    try {
      return KeyFactory.getInstance(keyFactory, provider)
          .generatePublic(new X509EncodedKeySpec(key.getEncoded()));
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new UnusableKeyException(provider.getName() + " refuses the key", e);
    }
  }
}
