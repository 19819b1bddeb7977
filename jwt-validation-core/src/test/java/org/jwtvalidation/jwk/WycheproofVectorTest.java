package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.StrictJson;
import org.jwtvalidation.internal.codec.Vectors;

/**
 * The signature tests of Wycheproof, by whatever verifies an algorithm unless told otherwise, by a
 * table of the key's multiples alone, by the JDK alone, and by bcprov alone.
 */
class WycheproofVectorTest {

  private static final int JAVA = Runtime.version().feature();

  /** What a file must hold at least: 95 % of what it held when this test was written. */
  private static int minimum(String file) {
    return switch (file) {
      case "ecdsa_secp256r1_sha256_p1363_test" -> 250;
      case "ecdsa_secp384r1_sha384_p1363_test" -> 265;
      case "ecdsa_secp521r1_sha512_p1363_test" -> 300;
      case "ed25519_test" -> 143;
      case "rsa_pss_2048_sha256_mgf1_32_test" -> 102;
      case "rsa_pss_2048_sha384_mgf1_48_test" -> 133;
      case "rsa_pss_4096_sha512_mgf1_64_test" -> 170;
      case "mldsa_44_verify_test" -> 170;
      default -> 245;
    };
  }

  /** Cases whose answer is not their label's, by their number. */
  private static final class Differences {

    private final Set<Long> wronglyAccepted = new TreeSet<>();
    private final Set<Long> wronglyRefused = new TreeSet<>();
    private int cases;

    void add(Map<String, ?> test, boolean verified) {
      cases++;
      Long number = (Long) test.get("tcId");
      if (test.get("result").equals("invalid") && verified) {
        wronglyAccepted.add(number);
      }
      if (test.get("result").equals("valid") && !verified) {
        wronglyRefused.add(number);
      }
    }
  }

  @ParameterizedTest(name = "{0} by {2}")
  @CsvSource({
    "ecdsa_secp256r1_sha256_p1363_test, ES256, automatic",
    "ecdsa_secp256r1_sha256_p1363_test, ES256, table",
    "ecdsa_secp256r1_sha256_p1363_test, ES256, SunEC",
    "ecdsa_secp256r1_sha256_p1363_test, ES256, BC",
    "ecdsa_secp384r1_sha384_p1363_test, ES384, automatic",
    "ecdsa_secp384r1_sha384_p1363_test, ES384, SunEC",
    "ecdsa_secp384r1_sha384_p1363_test, ES384, BC",
    "ecdsa_secp521r1_sha512_p1363_test, ES512, automatic",
    "ecdsa_secp521r1_sha512_p1363_test, ES512, SunEC",
    "ecdsa_secp521r1_sha512_p1363_test, ES512, BC",
    "ed25519_test, ED25519, automatic",
    "ed25519_test, ED25519, table",
    "ed25519_test, ED25519, SunEC",
    "ed25519_test, ED25519, BC",
    "rsa_signature_2048_sha256_test, RS256, automatic",
    "rsa_signature_2048_sha256_test, RS256, BC",
    "rsa_signature_2048_sha384_test, RS384, automatic",
    "rsa_signature_2048_sha384_test, RS384, BC",
    "rsa_signature_2048_sha512_test, RS512, automatic",
    "rsa_signature_2048_sha512_test, RS512, BC",
    "rsa_pss_2048_sha256_mgf1_32_test, PS256, automatic",
    "rsa_pss_2048_sha256_mgf1_32_test, PS256, BC",
    "rsa_pss_2048_sha384_mgf1_48_test, PS384, automatic",
    "rsa_pss_2048_sha384_mgf1_48_test, PS384, BC",
    "rsa_pss_4096_sha512_mgf1_64_test, PS512, automatic",
    "rsa_pss_4096_sha512_mgf1_64_test, PS512, BC",
    "mldsa_44_verify_test, ML_DSA_44, automatic"
  })
  void answersAsLabelled(String file, SignatureAlgorithm algorithm, String provider) {
    Map<String, @Nullable Object> vectors = Vectors.object("wycheproof/" + file + ".json");
    assumeTrue(algorithm.isAvailable(), () -> "this JDK has no " + algorithm);
    Differences differences = new Differences();
    for (Map<String, @Nullable Object> group : Vectors.objects(vectors, "testGroups")) {
      VerificationKey key = key(group, algorithm, provider);
      for (Map<String, @Nullable Object> test : Vectors.objects(group, "tests")) {
        // A context is no part of a JWS (RFC 9964 section 4).
        if (!test.containsKey("ctx")) {
          differences.add(
              test, key != null && key.verify(octets(test, "msg"), octets(test, "sig")));
        }
      }
    }
    assertThat(differences.cases).isGreaterThanOrEqualTo(minimum(file));
    assertThat(differences.wronglyAccepted).as("wrongly accepted").isEmpty();
    assertThat(differences.wronglyRefused)
        .as("wrongly refused")
        .hasSizeBetween(refusals(file), refusals(file) + refusalsOfTheJdk(file, provider));
  }

  /** Signatures under keys with the exponent 3, which are refused as a whole. */
  private static int refusals(String file) {
    return switch (file) {
      case "rsa_signature_2048_sha256_test" -> 2;
      case "rsa_signature_2048_sha512_test" -> 1;
      default -> 0;
    };
  }

  /**
   * Before JDK 25 SunEC, by which keys of P-256 begin, may refuse the two whose x-coordinate is not
   * below the group order.
   */
  private static int refusalsOfTheJdk(String file, String provider) {
    boolean bySunEc =
        provider.equals("SunEC")
            || (provider.equals("automatic") && file.startsWith("ecdsa_secp256r1"));
    return file.startsWith("ecdsa") && bySunEc && JAVA < 25 ? 2 : 0;
  }

  private static @Nullable VerificationKey key(
      Map<String, ?> group, SignatureAlgorithm algorithm, String provider) {
    try {
      PublicKey publicKey =
          KeyFactory.getInstance(algorithm.family().keyFactory())
              .generatePublic(new X509EncodedKeySpec(octets(group, "publicKeyDer")));
      VerificationKey key = VerificationKey.of(null, algorithm, publicKey);
      assertSameKeyFromJwk(group, key);
      return switch (provider) {
        case "automatic" -> key;
        case "table" -> TabledKey.of(key);
        default -> key.using(provider(provider));
      };
    } catch (IllegalArgumentException | UnusableKeyException | GeneralSecurityException e) {
      return null;
    }
  }

  private static void assertSameKeyFromJwk(Map<String, ?> group, VerificationKey key) {
    Object jwk =
        group.containsKey("publicKeyJwk") ? group.get("publicKeyJwk") : group.get("keyJwk");
    if (jwk instanceof Map<?, ?> members) {
      JwkSet set = JwkSet.parse(JwkText.set(json(members)));
      assertThat(set.keys(Set.of(key.algorithm())))
          .extracting(VerificationKey::publicKey)
          .containsExactly(key.publicKey());
    }
  }

  private static Provider provider(String name) {
    return name.equals("BC") ? SigningKey.BCPROV : Security.getProvider(name);
  }

  private static byte[] octets(Map<String, ?> object, String name) {
    return HexFormat.of().parseHex((String) object.get(name));
  }

  /** A flat object whose strings need no escapes. */
  private static String json(Map<?, ?> object) {
    JwkText text = new JwkText(Map.of());
    for (Map.Entry<?, ?> member : object.entrySet()) {
      text =
          member.getValue() instanceof List<?> list
              ? text.with((String) member.getKey(), list.stream().map(String.class::cast).toList())
              : text.with((String) member.getKey(), (String) member.getValue());
    }
    return text.toString();
  }

  // JSON Web Signatures

  /** Labelled valid though the {@code alg} of the key is not that of the token. */
  private static final Set<Long> KEY_OF_OTHER_ALGORITHM = Set.of(346L, 347L, 350L, 351L);

  @Test
  void answersCompactSerializationsAsLabelled() {
    Map<String, @Nullable Object> vectors =
        Vectors.object("wycheproof/json_web_signature_test.json");
    Differences differences = new Differences();
    int accepted = 0;
    int symmetric = 0;
    for (Map<String, @Nullable Object> group : Vectors.objects(vectors, "testGroups")) {
      boolean isPublic = group.containsKey("public");
      String jwk = json(Vectors.object(group, isPublic ? "public" : "private"));
      for (Map<String, @Nullable Object> test : Vectors.objects(group, "tests")) {
        boolean verified = verifies(jwk, (String) test.get("jws"));
        if (isPublic) {
          differences.add(test, verified);
          accepted += verified ? 1 : 0;
        } else {
          // Whatever the label, HS256 is not supported.
          assertThat(verified).isFalse();
          symmetric++;
        }
      }
    }
    assertThat(differences.cases).isGreaterThanOrEqualTo(350);
    assertThat(symmetric).isGreaterThanOrEqualTo(35);
    assertThat(accepted).isGreaterThanOrEqualTo(25);
    assertThat(differences.wronglyAccepted).isEmpty();
    assertThat(differences.wronglyRefused)
        .containsExactlyInAnyOrderElementsOf(KEY_OF_OTHER_ALGORITHM);
  }

  private static final StrictJson JSON = new StrictJson(new JsonLimits(16, 8192, 64));

  /** What is left of a validation when nothing but keys, algorithms and signatures count. */
  private static boolean verifies(String jwk, String jws) {
    String[] segments = jws.split("\\.", -1);
    if (segments.length != 3) {
      return false;
    }
    try {
      JwkSet set = JwkSet.parse(JwkText.set(jwk));
      Map<String, @Nullable Object> header = JSON.parseObject(Base64Url.decode(segments[0]));
      byte[] payload = Base64Url.decode(segments[1]);
      byte[] signature = Base64Url.decode(segments[2]);
      assertThat(payload).isNotNull();
      Set<SignatureAlgorithm> algorithms =
          header.get("alg") instanceof String alg ? SignatureAlgorithm.named(alg) : Set.of();
      List<VerificationKey> keys = new ArrayList<>(set.keys(algorithms));
      byte[] input = (segments[0] + "." + segments[1]).getBytes(US_ASCII);
      return keys.size() == 1
          && !header.containsKey("crit")
          && keys.get(0).verify(input, signature);
    } catch (DecodingException | IllegalArgumentException e) {
      return false;
    }
  }
}
