// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.vectors;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.StrictJson;
import org.jwtvalidation.internal.codec.Vectors;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.VerificationKey;

/**
 * The cases of one file of Wycheproof, answered: {@code cases} are all numbers, {@code verifies}
 * those of signatures that verified, {@code unlike} those whose label says otherwise, {@code free}
 * those whose label leaves the choice.
 */
public final class WycheproofFile {

  private static final StrictJson JSON = new StrictJson(new JsonLimits(16, 8192, 64));

  private final Set<Long> cases = new TreeSet<>();
  private final Set<Long> verifies = new TreeSet<>();
  private final Set<Long> unlike = new TreeSet<>();
  private final Set<Long> free = new TreeSet<>();

  private WycheproofFile() {}

  /** The answers to raw signatures by the verifiers of {@code policy}. */
  public static Map<String, String> signatures(
      String file, Function<VerificationKey, SignatureVerifier> policy) {
    WycheproofFile answers = new WycheproofFile();
    Map<String, @Nullable Object> vectors = Vectors.object(file);
    for (Map<String, @Nullable Object> group : Vectors.objects(vectors, "testGroups")) {
      VerificationKey key = key(group, algorithm(file));
      SignatureVerifier verifier = key == null ? null : policy.apply(key);
      for (Map<String, @Nullable Object> test : Vectors.objects(group, "tests")) {
        // A case with a context is tried without, since a JWS has none (RFC 9964 section 4).
        answers.add(
            test, verifier != null && verifier.verify(octets(test, "msg"), octets(test, "sig")));
      }
    }
    return answers.byName();
  }

  /** The answers to JWSs in compact serialization, by nothing but keys, algorithms, signatures. */
  static Map<String, String> compactSerializations(String file) {
    WycheproofFile answers = new WycheproofFile();
    for (Map<String, @Nullable Object> group :
        Vectors.objects(Vectors.object(file), "testGroups")) {
      Object jwk = group.containsKey("public") ? group.get("public") : group.get("private");
      for (Map<String, @Nullable Object> test : Vectors.objects(group, "tests")) {
        answers.add(test, verifies(Vectors.json(jwk), (String) test.get("jws")));
      }
    }
    return answers.byName();
  }

  private void add(Map<String, ?> test, boolean verified) {
    Long number = (Long) test.get("tcId");
    assertThat(cases.add(number)).as("case " + number + " is the only one").isTrue();
    if (verified) {
      verifies.add(number);
    }
    switch ((String) test.get("result")) {
      case "valid" -> addIf(!verified, number, unlike);
      case "invalid" -> addIf(verified, number, unlike);
      default -> free.add(number);
    }
  }

  private static void addIf(boolean condition, Long number, Set<Long> numbers) {
    if (condition) {
      numbers.add(number);
    }
  }

  private Map<String, String> byName() {
    Map<String, String> answers = new TreeMap<>();
    answers.put("cases", Numbers.format(cases));
    answers.put("verifies", Numbers.format(verifies));
    answers.put("unlike", Numbers.format(unlike));
    answers.put("free", Numbers.format(free));
    answers.values().removeIf(String::isEmpty);
    return answers;
  }

  private static SignatureAlgorithm algorithm(String file) {
    String name = file.substring(file.indexOf('/') + 1);
    if (name.startsWith("ed25519")) {
      return SignatureAlgorithm.ED25519;
    }
    if (name.startsWith("mldsa_44")) {
      return SignatureAlgorithm.ML_DSA_44;
    }
    String family = name.startsWith("ecdsa") ? "ES" : name.startsWith("rsa_pss") ? "PS" : "RS";
    String hash = name.replaceFirst(".*_sha(\\d{3})_.*", "$1");
    return SignatureAlgorithm.valueOf(family + hash);
  }

  private static @Nullable VerificationKey key(Map<String, ?> group, SignatureAlgorithm algorithm) {
    try {
      PublicKey publicKey =
          KeyFactory.getInstance(keyFactory(algorithm))
              .generatePublic(new X509EncodedKeySpec(octets(group, "publicKeyDer")));
      VerificationKey key = VerificationKey.of(null, algorithm, publicKey);
      assertSameKeyFromJwk(group, key);
      return key;
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      return null;
    }
  }

  private static String keyFactory(SignatureAlgorithm algorithm) {
    return switch (algorithm.joseName().charAt(0)) {
      case 'R', 'P' -> "RSA";
      case 'M' -> "ML-DSA";
      default -> algorithm == SignatureAlgorithm.ED25519 ? "Ed25519" : "EC";
    };
  }

  private static void assertSameKeyFromJwk(Map<String, ?> group, VerificationKey key) {
    Object jwk =
        group.containsKey("publicKeyJwk") ? group.get("publicKeyJwk") : group.get("keyJwk");
    if (jwk != null) {
      assertThat(KeysOf.keys(set(Vectors.json(jwk)), Set.of(key.algorithm())))
          .extracting(VerificationKey::publicKey)
          .containsExactly(key.publicKey());
    }
  }

  private static byte[] octets(Map<String, ?> object, String name) {
    return HexFormat.of().parseHex((String) object.get(name));
  }

  private static JwkSet set(String jwk) {
    return JwkSet.parse("{\"keys\":[" + jwk + "]}");
  }

  private static boolean verifies(String jwk, String jws) {
    String[] segments = jws.split("\\.", -1);
    if (segments.length != 3) {
      return false;
    }
    try {
      Map<String, @Nullable Object> header =
          JSON.parseObject(Base64Url.decode(segments[0]), 1 << 16).members();
      assertThat(Base64Url.decode(segments[1])).isNotNull();
      byte[] signature = Base64Url.decode(segments[2]);
      Set<SignatureAlgorithm> algorithms =
          header.get("alg") instanceof String alg ? SignatureAlgorithm.possible(alg) : Set.of();
      List<VerificationKey> keys = KeysOf.keys(set(jwk), algorithms);
      byte[] input = (segments[0] + "." + segments[1]).getBytes(US_ASCII);
      return keys.size() == 1
          && !header.containsKey("crit")
          && KeysOf.verifies(keys.get(0), input, signature);
    } catch (DecodingException | IllegalArgumentException e) {
      return false;
    }
  }
}
