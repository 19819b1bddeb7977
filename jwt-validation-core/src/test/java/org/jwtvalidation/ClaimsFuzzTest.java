// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.jwtvalidation.internal.codec.JsonReference;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;

/**
 * A signed token with a sound header is accepted if its JWT Claims Set has none of the faults that
 * the standards know, and otherwise rejected for one that it has.
 */
@Tag("jdk-independent")
class ClaimsFuzzTest {

  private static final Scene SCENE = new Scene();
  private static final byte[] HEADER = RawToken.header(SCENE.token().compact()).getBytes(UTF_8);

  private static final String CLIENT = "test-client";
  private static final Duration MAX_AGE = Duration.ofHours(1);
  private static final IssuerConfig CONFIG = SCENE.config().clients(CLIENT).maxAge(MAX_AGE).build();
  private static final BigDecimal NOW = seconds(Scene.NOW);
  private static final BigDecimal LEEWAY = BigDecimal.valueOf(60);
  private static final BigDecimal FIRST_DATE = seconds(Instant.parse("0001-01-01T00:00:00Z"));
  private static final BigDecimal LAST_DATE = seconds(Instant.parse("9999-12-31T23:59:59Z"));

  private static BigDecimal seconds(Instant instant) {
    return BigDecimal.valueOf(instant.getEpochSecond());
  }

  private static final TokenLimits LIMITS = TokenLimits.defaults();

  @FuzzTest
  void acceptsClaimsWithoutFaultOnly(byte[] claims) {
    Set<Reason> faults = faults(claims);
    // A signature takes longer than all the rest, and a token with a fault gets nowhere near it.
    boolean getsToItsSignature =
        faults.stream().allMatch(fault -> fault == Reason.CLAIM_CHECK_FAILED);
    String token =
        getsToItsSignature
            ? RawToken.signed(SCENE.key(), HEADER, claims)
            : RawToken.base64url(HEADER) + "." + RawToken.base64url(claims) + ".";
    // Without tables of keys, which come at a moment that no input decides.
    try (TokenValidator validator =
        SCENE.builder(CONFIG).signaturePolicy(SignaturePolicy.providersOnly()).build()) {
      SoundAnswer answer = SoundAnswer.to(token, validator);

      AccessToken accepted = answer.token();
      if (accepted == null) {
        assertThat(answer.isExplainedBy(faults, reference(claims)))
            .as("%s", answer.reason())
            .isTrue();
      } else {
        assertThat(faults).isEmpty();
        assertSays(accepted, reference(claims).tree());
      }
    }
  }

  private static void assertSays(AccessToken token, JsonNode claims) {
    assertThat(token.issuer()).isEqualTo(claims.get("iss").textValue());
    assertThat(token.subject()).isEqualTo(claims.get("sub").textValue());
    assertThat(token.audience()).isEqualTo(strings(claims.get("aud")));
    assertThat(token.claims().asMap()).hasSize(claims.size());
    assertThat(token.expiresAt()).isAfter(Scene.NOW.minus(Duration.ofMinutes(1)));
    assertThat(token.scopes())
        .isEqualTo(scopes(claims.path(claims.has("scope") ? "scope" : "scp")));
    assertThat(token.jwtId()).isEqualTo(claims.path("jti").textValue());
    assertThat(token.scopes()).allMatch(scope -> scope.isEmpty() || token.hasScope(scope));
    assertThat(token.clientId())
        .isEqualTo(claims.has("client_id") ? CLIENT : claims.get("azp").textValue());
  }

  private static List<String> scopes(JsonNode claim) {
    return claim.isTextual()
        ? Stream.of(claim.textValue().split(" ")).filter(scope -> !scope.isEmpty()).toList()
        : claim.isMissingNode() ? List.of() : strings(claim);
  }

  private static JsonReference reference(byte[] claims) {
    int memory = LIMITS.ofParsing().claimsMemory(RawToken.base64url(HEADER).length(), 87);
    return new JsonReference(claims, LIMITS.ofParsing().json(), memory);
  }

  /** Every reason there is to reject a token with these claims. */
  private static Set<Reason> faults(byte[] claims) {
    Set<Reason> faults = EnumSet.noneOf(Reason.class);
    if (claims.length == 0) {
      faults.add(Reason.MALFORMED_SEGMENTS);
    }
    faults.addAll(SoundAnswer.faultsOfObject(reference(claims)));
    if (faults.isEmpty()) {
      JsonNode tree = reference(claims).tree();
      addFaultsOfParties(tree, faults);
      addFaultsOfTimes(tree, faults);
      addFaultsOfKind(tree, faults);
    }
    return faults;
  }

  private static void addFaultsOfParties(JsonNode claims, Set<Reason> faults) {
    if (!claims.has("iss")) {
      faults.add(Reason.ISSUER_MISSING);
    } else if (!claims.get("iss").isTextual()) {
      faults.add(Reason.CLAIM_MALFORMED);
    } else if (!claims.get("iss").textValue().equals(Scene.ISSUER)) {
      faults.add(Reason.ISSUER_UNKNOWN);
    }
    if (!claims.has("sub")) {
      faults.add(Reason.CLAIM_MISSING);
    } else if (!claims.get("sub").isTextual() || claims.get("sub").textValue().isEmpty()) {
      faults.add(Reason.CLAIM_MALFORMED);
    }
    if (!claims.has("aud")) {
      faults.add(Reason.CLAIM_MISSING);
    } else if (strings(claims.get("aud")) == null) {
      faults.add(Reason.CLAIM_MALFORMED);
    } else if (!strings(claims.get("aud")).contains(Scene.AUDIENCE)) {
      faults.add(Reason.AUDIENCE_MISMATCH);
    }
    List<String> clients = Stream.of("azp", "client_id").filter(claims::has).toList();
    if (clients.isEmpty()) {
      faults.add(Reason.CLAIM_MISSING);
    }
    for (String client : clients) {
      if (!claims.get(client).isTextual()) {
        faults.add(Reason.CLAIM_MALFORMED);
      } else if (!claims.get(client).textValue().equals(CLIENT)) {
        faults.add(Reason.AUTHORIZED_PARTY_MISMATCH);
      }
    }
  }

  /** The strings of one string or an array of them, or null for anything else. */
  private static @Nullable List<String> strings(JsonNode node) {
    if (node.isTextual()) {
      return List.of(node.textValue());
    }
    if (!node.isArray()) {
      return null;
    }
    List<String> strings = new ArrayList<>();
    for (JsonNode element : node) {
      if (!element.isTextual()) {
        return null;
      }
      strings.add(element.textValue());
    }
    return strings;
  }

  private static void addFaultsOfTimes(JsonNode claims, Set<Reason> faults) {
    for (String required : List.of("exp", "iat")) {
      if (!claims.has(required)) {
        faults.add(Reason.CLAIM_MISSING);
      }
    }
    for (String date : List.of("exp", "nbf", "iat")) {
      if (claims.has(date) && date(claims, date) == null) {
        faults.add(Reason.CLAIM_MALFORMED);
      }
    }
    BigDecimal oldest = NOW.subtract(LEEWAY);
    BigDecimal exp = date(claims, "exp");
    // The clock has milliseconds: what is left of the last one is no time to use a token.
    if (exp != null && exp.compareTo(oldest.add(BigDecimal.valueOf(1, 3))) < 0) {
      faults.add(Reason.EXPIRED);
    }
    BigDecimal nbf = date(claims, "nbf");
    if (nbf != null && nbf.compareTo(NOW.add(LEEWAY)) > 0) {
      faults.add(Reason.NOT_YET_VALID);
    }
    BigDecimal iat = date(claims, "iat");
    if (iat != null && iat.compareTo(NOW.add(LEEWAY)) > 0) {
      faults.add(Reason.ISSUED_IN_FUTURE);
    }
    BigDecimal maxAge = BigDecimal.valueOf(MAX_AGE.toSeconds());
    if (iat != null && iat.compareTo(oldest.subtract(maxAge)) <= 0) {
      faults.add(Reason.TOO_OLD);
    }
  }

  /** The seconds of a claim, or null where it is missing or no NumericDate. */
  private static @Nullable BigDecimal date(JsonNode claims, String name) {
    if (!claims.path(name).isNumber()) {
      return null;
    }
    BigDecimal seconds = claims.get(name).decimalValue();
    boolean isDate = seconds.compareTo(FIRST_DATE) >= 0 && seconds.compareTo(LAST_DATE) <= 0;
    return isDate ? seconds : null;
  }

  private static void addFaultsOfKind(JsonNode claims, Set<Reason> faults) {
    boolean otherType = claims.has("typ") && !claims.get("typ").asText().equals("Bearer");
    boolean otherUse =
        claims.has("token_use") && !claims.get("token_use").asText().equals("access");
    if (otherType
        || otherUse
        || Stream.of("at_hash", "c_hash", "s_hash", "events").anyMatch(claims::has)) {
      faults.add(Reason.TYPE_MISMATCH);
    }
    if (claims.has("cnf")) {
      faults.add(Reason.SENDER_CONSTRAINED);
    }
    boolean maybeIdToken = claims.has("nonce") || claims.has("auth_time");
    if (maybeIdToken
        && Stream.of("scope", "scp", "client_id", "typ", "token_use").noneMatch(claims::has)) {
      faults.add(Reason.TYPE_MISMATCH);
    }
    String scopes = claims.has("scope") ? "scope" : "scp";
    if (claims.has(scopes) && strings(claims.get(scopes)) == null) {
      faults.add(Reason.CLAIM_MALFORMED);
    }
    if (claims.has("jti") && !claims.get("jti").isTextual()) {
      faults.add(Reason.CLAIM_MALFORMED);
    }
    for (JsonNode act = claims.get("act"); act != null; act = act.get("act")) {
      if (!act.isObject() || isNoName(act, "sub") || isNoName(act, "iss")) {
        faults.add(Reason.CLAIM_MALFORMED);
      }
    }
  }

  private static boolean isNoName(JsonNode actor, String member) {
    return actor.has(member)
        && (!actor.get(member).isTextual() || actor.get(member).textValue().isEmpty());
  }
}
