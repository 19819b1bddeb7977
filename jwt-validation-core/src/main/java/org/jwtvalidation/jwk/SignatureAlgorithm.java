// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.options.OptionException;

/**
 * The signature algorithms of JSON Web Algorithms that a resource server can accept: the asymmetric
 * ones of RFC 7518 section 3, RFC 8037, RFC 9864 and RFC 9964. There is no constant for {@code
 * none} or {@code HS*}, so that no configuration can allow them. A later version may add constants.
 */
public enum SignatureAlgorithm {
  /** RSASSA-PKCS1-v1_5 using SHA-256. */
  RS256("RS256", RsaFamily.RSA, "SHA256withRSA"),
  /** RSASSA-PKCS1-v1_5 using SHA-384. */
  RS384("RS384", RsaFamily.RSA, "SHA384withRSA"),
  /** RSASSA-PKCS1-v1_5 using SHA-512. */
  RS512("RS512", RsaFamily.RSA, "SHA512withRSA"),
  /** RSASSA-PSS using SHA-256, MGF1 with SHA-256 and a salt of 32 octets. */
  PS256("PS256", pss("SHA-256", MGF1ParameterSpec.SHA256, 32)),
  /** RSASSA-PSS using SHA-384, MGF1 with SHA-384 and a salt of 48 octets. */
  PS384("PS384", pss("SHA-384", MGF1ParameterSpec.SHA384, 48)),
  /** RSASSA-PSS using SHA-512, MGF1 with SHA-512 and a salt of 64 octets. */
  PS512("PS512", pss("SHA-512", MGF1ParameterSpec.SHA512, 64)),
  /** ECDSA using P-256 and SHA-256. */
  ES256("ES256", EcCurve.P_256, "SHA256withECDSAinP1363Format", "SHA256withPLAIN-ECDSA"),
  /** ECDSA using P-384 and SHA-384. */
  ES384("ES384", EcCurve.P_384, "SHA384withECDSAinP1363Format", "SHA384withPLAIN-ECDSA"),
  /** ECDSA using P-521 and SHA-512. */
  ES512("ES512", EcCurve.P_521, "SHA512withECDSAinP1363Format", "SHA512withPLAIN-ECDSA"),
  /** EdDSA using Ed25519; also under the name {@code EdDSA}. */
  ED25519("Ed25519", EdwardsCurve.ED25519, "Ed25519"),
  /** EdDSA using Ed448; also under the name {@code EdDSA}. */
  ED448("Ed448", EdwardsCurve.ED448, "Ed448"),
  /** ML-DSA-44; usable where the running JDK has it, from 24 on. */
  ML_DSA_44("ML-DSA-44", MlDsaParameterSet.ML_DSA_44, "ML-DSA-44"),
  /** ML-DSA-65; usable where the running JDK has it, from 24 on. */
  ML_DSA_65("ML-DSA-65", MlDsaParameterSet.ML_DSA_65, "ML-DSA-65"),
  /** ML-DSA-87; usable where the running JDK has it, from 24 on. */
  ML_DSA_87("ML-DSA-87", MlDsaParameterSet.ML_DSA_87, "ML-DSA-87");

  /** The name of RFC 8037 for both Edwards curves, before RFC 9864 gave each a name of its own. */
  private static final String EDDSA = "EdDSA";

  private static final Map<String, Set<SignatureAlgorithm>> BY_NAME = byName();

  /** HMAC (RFC 7518 section 3.2), in any spelling. */
  private static final Pattern SYMMETRIC = Pattern.compile("HS[0-9]+", Pattern.CASE_INSENSITIVE);

  private final String joseName;
  private final KeyFamily family;
  private final List<String> jcaNames;
  private final @Nullable AlgorithmParameterSpec jcaParameters;

  SignatureAlgorithm(String joseName, KeyFamily family, String... jcaNames) {
    this.joseName = joseName;
    this.family = family;
    this.jcaNames = List.of(jcaNames);
    this.jcaParameters = null;
  }

  SignatureAlgorithm(String joseName, PSSParameterSpec pss) {
    this.joseName = joseName;
    this.family = RsaFamily.RSA;
    this.jcaNames = List.of("RSASSA-PSS");
    this.jcaParameters = pss;
  }

  private static PSSParameterSpec pss(String hash, MGF1ParameterSpec mgf1, int saltLength) {
    return new PSSParameterSpec(hash, "MGF1", mgf1, saltLength, PSSParameterSpec.TRAILER_FIELD_BC);
  }

  private static Map<String, Set<SignatureAlgorithm>> byName() {
    Map<String, Set<SignatureAlgorithm>> byName = new HashMap<>();
    for (SignatureAlgorithm algorithm : values()) {
      byName.put(algorithm.joseName, Collections.unmodifiableSet(EnumSet.of(algorithm)));
    }
    byName.put(EDDSA, Collections.unmodifiableSet(EnumSet.of(ED25519, ED448)));
    return Map.copyOf(byName);
  }

  /**
   * {@return the algorithms that {@code name} means, for a configuration: two for the old name
   * {@code EdDSA}, otherwise one; unmodifiable}
   *
   * @param name the name, compared exactly
   * @throws IllegalArgumentException if there is no such algorithm; for {@code none} and {@code
   *     HS*} the message says why
   * @see #possible
   */
  public static Set<SignatureAlgorithm> named(String name) {
    Set<SignatureAlgorithm> named = possible(name);
    if (named.isEmpty()) {
      throw new OptionException(
          "algorithm", Printable.quoted(name) + whyNot(name), "choose one of " + names());
    }
    return named;
  }

  private static String whyNot(String name) {
    if (name.equalsIgnoreCase("none")) {
      return " is no signature, so that anyone can write such a token";
    }
    if (SYMMETRIC.matcher(name).matches()) {
      return " is symmetric: a party that can check such a token can also write one, so only public"
          + " keys are supported; let the issuer sign with a private key";
    }
    return " is not a signature algorithm of this library, by its exact name";
  }

  private static List<String> names() {
    return Arrays.stream(values()).map(SignatureAlgorithm::joseName).toList();
  }

  /**
   * {@return the algorithms that {@code name} can mean as {@code alg} in a JOSE Header or a JWK:
   * two for the old name {@code EdDSA}, one for the name of a constant, otherwise none;
   * unmodifiable}
   *
   * @param name the name, compared exactly; may be from a token
   */
  public static Set<SignatureAlgorithm> possible(String name) {
    return BY_NAME.getOrDefault(name, Set.of());
  }

  /**
   * {@return the name in the registry of JSON Web Signature and Encryption Algorithms, such as
   * {@code RS256}}
   */
  public String joseName() {
    return joseName;
  }

  /**
   * {@return whether such signatures can be verified, by an installed provider or by bcprov on the
   * class path}
   */
  public boolean isAvailable() {
    // In this order, because bcprov takes long to load.
    return SignatureProvider.installed(this) != null || SignatureProvider.bestFor(this) != null;
  }

  /** The name that also covers the most other algorithms: {@code EdDSA} for both Edwards curves. */
  String widestName() {
    return family instanceof EdwardsCurve ? EDDSA : joseName;
  }

  KeyFamily family() {
    return family;
  }

  /** The names in the Java Cryptography Architecture, the standard name first. */
  List<String> jcaNames() {
    return jcaNames;
  }

  @Nullable AlgorithmParameterSpec jcaParameters() {
    return jcaParameters;
  }
}
