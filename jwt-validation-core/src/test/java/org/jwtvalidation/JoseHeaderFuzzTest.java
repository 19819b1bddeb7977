// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.jwtvalidation.internal.codec.JsonReference;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;

/**
 * A signed token with sound claims is accepted if its JOSE Header has none of the faults that the
 * standards know, and otherwise rejected for one that it has.
 */
@Tag("jdk-independent")
class JoseHeaderFuzzTest {

  /** Two keys for Ed25519, so that a token must name one. */
  private static final TestKey ED_1 = TestKey.generate(SignatureAlgorithm.ED25519, "ed-1");

  private static final TestKey ED_2 = TestKey.generate(SignatureAlgorithm.ED25519, "ed-2");
  private static final Scene SCENE = Scene.with(ED_1, ED_2);
  private static final List<TestKey> KEYS = List.of(SCENE.key(), ED_1, ED_2);

  private static final IssuerConfig CONFIG =
      SCENE.config().algorithms(SignatureAlgorithm.ES256, SignatureAlgorithm.ED25519).build();

  private static final byte[] CLAIMS = RawToken.claims(SCENE.token().compact()).getBytes(UTF_8);
  private static final Pattern TYPE = Pattern.compile("(?i)(application/)?(at\\+)?jwt");
  private static final List<String> EXTENSIONS = List.of("crit", "b64");
  private static final List<String> EMBEDDED_KEYS = List.of("jwk", "jku", "x5u", "x5c");

  private static final TokenLimits LIMITS = TokenLimits.defaults();

  @FuzzTest
  void acceptsHeadersWithoutFaultOnly(byte[] header) {
    Set<Reason> faults = faults(header);
    // A signature takes longer than all the rest, and a token with a fault gets nowhere near it.
    TestKey key = faults.isEmpty() ? key(tree(header)) : null;
    String token =
        key == null
            ? RawToken.base64url(header) + "." + RawToken.base64url(CLAIMS) + "."
            : RawToken.signed(key, header, CLAIMS);
    // Without tables of keys, which come at a moment that no input decides.
    try (TokenValidator validator =
        SCENE.builder(CONFIG).signaturePolicy(SignaturePolicy.providersOnly()).build()) {
      SoundAnswer answer = SoundAnswer.to(token, validator);

      AccessToken accepted = answer.token();
      if (accepted == null) {
        assertThat(answer.isExplainedBy(faults, reference(header)))
            .as("%s", answer.reason())
            .isTrue();
      } else {
        assertThat(faults).isEmpty();
        assertThat(accepted.keyId()).isEqualTo(key == null ? null : key.keyId());
        assertThat(accepted.claims().asMap()).containsEntry("sub", "test-user");
      }
    }
  }

  private static JsonReference reference(byte[] header) {
    int memory = LIMITS.ofParsing().headerMemory(RawToken.base64url(header).length());
    return new JsonReference(header, LIMITS.ofParsing().json(), memory);
  }

  private static JsonNode tree(byte[] header) {
    return reference(header).tree();
  }

  /** Every reason there is to reject a token with this header. */
  private static Set<Reason> faults(byte[] header) {
    Set<Reason> faults = EnumSet.noneOf(Reason.class);
    if (header.length == 0) {
      faults.add(Reason.MALFORMED_SEGMENTS);
    }
    if (RawToken.base64url(header).length() > TokenLimits.defaults().headerLength()) {
      faults.add(Reason.LIMIT_EXCEEDED);
    }
    faults.addAll(SoundAnswer.faultsOfObject(reference(header)));
    if (faults.isEmpty()) {
      addFaults(tree(header), faults);
    }
    return faults;
  }

  private static void addFaults(JsonNode header, Set<Reason> faults) {
    String alg = header.path("alg").asText("");
    boolean algorithmAllowed = header.path("alg").isTextual() && algorithm(alg) != null;
    if (!algorithmAllowed) {
      faults.add(alg.equals("none") ? Reason.UNSECURED_TOKEN : Reason.ALGORITHM_NOT_ALLOWED);
    }
    if (EXTENSIONS.stream().anyMatch(header::has)) {
      faults.add(Reason.CRITICAL_HEADER);
    }
    if (EMBEDDED_KEYS.stream().anyMatch(header::has)) {
      faults.add(Reason.EMBEDDED_KEY);
    }
    if (header.has("cty")
        || (header.has("typ")
            && !(header.get("typ").isTextual()
                && TYPE.matcher(header.get("typ").textValue()).matches()))) {
      faults.add(Reason.TYPE_MISMATCH);
    }
    if (header.has("kid") && !header.get("kid").isTextual()) {
      faults.add(Reason.CLAIM_MALFORMED);
    } else if (header.path("kid").asText("").length() > 256) {
      faults.add(Reason.LIMIT_EXCEEDED);
    } else if (algorithmAllowed && key(header) == null) {
      faults.add(header.has("kid") ? Reason.KEY_UNKNOWN : Reason.KEY_AMBIGUOUS);
    }
  }

  private static @Nullable SignatureAlgorithm algorithm(String name) {
    return switch (name) {
      case "ES256" -> SignatureAlgorithm.ES256;
      case "Ed25519", "EdDSA" -> SignatureAlgorithm.ED25519;
      default -> null;
    };
  }

  /** The key that a header means, or null where it means none, or either of two. */
  private static @Nullable TestKey key(JsonNode header) {
    SignatureAlgorithm algorithm = algorithm(header.path("alg").asText());
    List<TestKey> meant =
        KEYS.stream()
            .filter(key -> key.algorithm() == algorithm)
            .filter(key -> !header.has("kid") || header.get("kid").asText().equals(key.keyId()))
            .toList();
    return meant.size() == 1 ? meant.get(0) : null;
  }
}
