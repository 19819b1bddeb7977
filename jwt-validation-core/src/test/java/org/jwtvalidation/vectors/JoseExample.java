// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.vectors;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.StrictJson;
import org.jwtvalidation.internal.codec.Vectors;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.ValidationResult;

/**
 * The cases of one file of examples, answered: {@code keys} by how many of the file's JWKs are
 * usable, {@code signature} by whether it verifies under the one of them that fits, every form of a
 * token by what a validator says that trusts its issuer and its keys and asks for few claims.
 */
final class JoseExample {

  /** Just before the {@code exp} of all tokens of RFC 7515 and 7520. */
  private static final Instant IN_2011 = Instant.ofEpochSecond(1300819379);

  /** While the access token of RFC 9068 is valid. */
  private static final Instant IN_2021 = Instant.ofEpochSecond(1618354090);

  private static final StrictJson JSON = new StrictJson(new JsonLimits(16, 8192, 64));
  private static final String FOLDER = "rfc/latchset/";

  private final Map<String, String> answers = new TreeMap<>();

  private JoseExample() {}

  static Map<String, String> answers(String file) {
    JoseExample example = new JoseExample();
    String name = file.substring(0, file.lastIndexOf('.'));
    switch (file.substring(name.length())) {
      case ".jwk" -> example.addKeys("", List.of(Vectors.object(file)));
      case ".jwkset" -> example.addKeys("", (List<?>) Vectors.object(file).get("keys"));
      case ".jwsc" -> example.addCompact("", Vectors.text(file), keysOf(name));
      case ".jwsf", ".jwsg" -> example.addToken("json", Vectors.text(file), keysOf(name));
      case ".payl" -> example.addAttached(name, Vectors.octets(file));
      case ".thp" -> example.addThumbprint(keysOf(name), Vectors.text(file));
      default -> example.addObject(Vectors.object(file));
    }
    return example.answers;
  }

  /** The keys of the example of the same name, if it has any. */
  private static List<?> keysOf(String name) {
    return Vectors.names(FOLDER).contains(name + ".jwk")
        ? List.of(Vectors.object(name + ".jwk"))
        : List.of();
  }

  private void addKeys(String prefix, List<?> jwks) {
    JwkSet set = set(jwks);
    answers.put(prefix + "keys", (set == null ? 0 : set.size()) + "/" + jwks.size());
  }

  private static @Nullable JwkSet set(List<?> jwks) {
    try {
      return JwkSet.parse("{\"keys\":" + Vectors.json(jwks) + "}");
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private void addCompact(String prefix, String token, List<?> jwks) {
    addToken(prefix + "compact", token, jwks);
    if (token.chars().filter(c -> c == '.').count() == 2) {
      answers.put(prefix + "signature", verifies(token, jwks) ? "verifies" : "unverified");
    }
  }

  private void addToken(String form, String token, List<?> jwks) {
    JwkSet set = set(jwks);
    // Where no key of the example is usable, there is one of another.
    JwkSet keys = set == null ? set(keysOf(FOLDER + "rfc7515_A.3")) : set;
    answers.put(form, answer(token, keys, IN_2011));
  }

  private static String answer(String token, JwkSet keys, Instant now) {
    TokenValidator.Builder builder = TokenValidator.builder().clock(() -> now);
    for (String issuer :
        List.of("joe", "hobbiton.example", "https://authorization-server.example.com/")) {
      builder.issuer(
          IssuerConfig.builder(issuer)
              .anyAudience()
              .subjectOptional()
              .issuedAtOptional()
              .algorithms(available())
              .keySource(KeySource.of(keys))
              .build());
    }
    try (TokenValidator validator = builder.build()) {
      return validator.tryValidate(token) instanceof ValidationResult.Rejected<?> rejected
          ? rejected.rejection().reason().name()
          : "ACCEPTED";
    }
  }

  private static SignatureAlgorithm[] available() {
    return Stream.of(SignatureAlgorithm.values())
        .filter(SignatureAlgorithm::isAvailable)
        .toArray(SignatureAlgorithm[]::new);
  }

  private static boolean verifies(String token, List<?> jwks) {
    JwkSet set = set(jwks);
    Object alg = header(token).get("alg");
    if (set == null || !(alg instanceof String name)) {
      return false;
    }
    List<VerificationKey> keys = KeysOf.keys(set, SignatureAlgorithm.possible(name));
    int inputEnd = token.lastIndexOf('.');
    byte[] input = token.substring(0, inputEnd).getBytes(US_ASCII);
    byte[] signature = Base64.getUrlDecoder().decode(token.substring(inputEnd + 1));
    return keys.size() == 1 && KeysOf.verifies(keys.get(0), input, signature);
  }

  /** RFC 7515 appendix F: the detached payload put back into the token. */
  private void addAttached(String name, byte[] payload) {
    String[] segments = Vectors.text(name + ".jwsc").split("\\.", -1);
    segments[1] = Thumbprint.base64Url(payload);
    addCompact("attached.", String.join(".", segments), keysOf(name));
  }

  private void addThumbprint(List<?> jwks, @Nullable Object thumbprint) {
    String computed = Thumbprint.of(set(jwks).keys().get(0).publicKey());
    answers.put("thumbprint", computed.equals(thumbprint) ? "equal" : "unequal");
  }

  private void addObject(Map<String, @Nullable Object> vector) {
    if (vector.containsKey("sign")) {
      addCookbook("sign.", Vectors.object(vector, "sign"));
      addCookbook("encrypt.", Vectors.object(vector, "encrypt"));
    } else if (vector.containsKey("input")) {
      addCookbook("", vector);
    } else if (vector.containsKey("jws")) {
      List<?> jwks = List.of(vector.get("jwk"));
      addKeys("", jwks);
      addCompact("", (String) vector.get("jws"), jwks);
    } else if (vector.containsKey("proof")) {
      addProof(vector);
    } else if (vector.containsKey("claims")) {
      addUnsigned(vector);
    } else {
      addKeys("", List.of(vector));
    }
  }

  private void addCookbook(String prefix, Map<String, @Nullable Object> vector) {
    Object key = Vectors.object(vector, "input").get("key");
    List<?> jwks =
        key == null ? List.of() : key instanceof List<?> several ? several : List.of(key);
    addKeys(prefix, jwks);
    Vectors.object(vector, "output")
        .forEach((form, token) -> {
          if (token instanceof String compact) {
            addCompact(prefix, compact, jwks);
          } else {
            addToken(prefix + form, Vectors.json(token), jwks);
          }
        });
  }

  /** A DPoP proof, under the key in its header. */
  private void addProof(Map<String, @Nullable Object> vector) {
    String proof = (String) vector.get("proof");
    List<?> jwks = List.of(header(proof).get("jwk"));
    addKeys("", jwks);
    addCompact("", proof, jwks);
    addThumbprint(jwks, vector.get("jkt"));
  }

  /** Header and claims of an access token, signed by a key of the name that they give. */
  private void addUnsigned(Map<String, @Nullable Object> vector) {
    Map<String, @Nullable Object> header = Vectors.object(vector, "header");
    TestKey key = TestKey.generate(SignatureAlgorithm.RS256, (String) header.get("kid"));
    String input =
        base64Url(Vectors.json(header)) + "." + base64Url(Vectors.json(vector.get("claims")));
    String token = input + "." + Thumbprint.base64Url(key.sign(input.getBytes(US_ASCII)));
    answers.put("compact", answer(token, JwkSet.of(key.verificationKey()), IN_2021));
  }

  private static Map<String, @Nullable Object> header(String token) {
    try {
      return JSON.parseObject(Base64Url.decode(token.substring(0, token.indexOf('.'))), 1 << 16)
          .members();
    } catch (DecodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64Url(String text) {
    return Thumbprint.base64Url(text.getBytes(UTF_8));
  }
}
