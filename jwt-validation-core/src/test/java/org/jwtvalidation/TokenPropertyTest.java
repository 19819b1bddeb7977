// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.jwtvalidation.Answers.assertAccepted;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.ValidatedToken;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationResult.Accepted;
import org.jwtvalidation.token.ValidationResult.Rejected;

/**
 * Properties of random tokens of every algorithm: a minted token is accepted with the claims that
 * were minted, and rejected with any one bit changed. Each build tries other tokens; {@code
 * -Dproperty.seed} repeats those of a failure.
 */
@Tag("jdk-independent")
@Tag("slow")
class TokenPropertyTest {

  private static final long SEED = Long.getLong("property.seed", System.nanoTime());
  private static final int TOKENS = 8;

  /** The claims set itself is one level. */
  private static final int DEPTH = TokenLimits.defaults().depth() - 1;

  /** One for all, whose keys take longer to make than to use. */
  private static final Scene SCENE = new Scene();

  private static final Map<SignatureAlgorithm, TestKey> KEYS =
      new EnumMap<>(SignatureAlgorithm.class);

  private final Random random = new Random(SEED);

  static Stream<SignatureAlgorithm> available() {
    return Stream.of(SignatureAlgorithm.values()).filter(SignatureAlgorithm::isAvailable);
  }

  /** A token signed by a key of the algorithm; those of RSA have one key pair in common. */
  private static TokenBuilder token(SignatureAlgorithm algorithm) {
    TestKey key =
        KEYS.computeIfAbsent(
            algorithm,
            of -> {
              TestKey published = SharedRsa.key(of, of.joseName());
              SCENE.issuer.publish(published);
              return published;
            });
    return SCENE.token().signedBy(key);
  }

  /** A builder of a token, and the claims that it will have. */
  private record Minted(TokenBuilder token, Map<String, @Nullable Object> claims) {

    void claim(String name, @Nullable Object value) {
      token.claim(name, value);
      claims.put(name, value);
    }
  }

  private Minted minted(TokenBuilder token, RandomJson json) {
    Minted minted = new Minted(token, new LinkedHashMap<>());
    minted.claim("iss", Scene.ISSUER);
    minted.claim("sub", "s" + json.string());
    minted.claim("aud", audience(Scene.AUDIENCE, json));
    minted.claim("exp", date(Scene.NOW, 1));
    minted.claim("iat", date(Scene.NOW, -1));
    minted.claim("nbf", date(Scene.NOW, -1));
    for (int i = random.nextInt(6); i > 0; i--) {
      // With this prefix, a random name is never that of a claim with a meaning.
      minted.claim("~" + json.string(), json.value(DEPTH));
    }
    return minted;
  }

  private Object audience(String expected, RandomJson json) {
    if (random.nextBoolean()) {
      return expected;
    }
    List<String> audience = new ArrayList<>(List.of(expected));
    for (int i = random.nextInt(4); i > 0; i--) {
      audience.add("a" + json.string());
    }
    Collections.shuffle(audience, random);
    return audience;
  }

  /** A NumericDate up to a year before or after an instant: whole seconds, or parts of them. */
  private Number date(Instant instant, int sign) {
    long millis = sign * (1 + (long) (random.nextDouble() * Duration.ofDays(365).toMillis()));
    BigDecimal seconds = BigDecimal.valueOf(instant.toEpochMilli() + millis, 3);
    return random.nextBoolean() ? seconds : seconds.longValue() + sign;
  }

  @ParameterizedTest
  @MethodSource("available")
  void acceptsAnyAccessTokenAndReadsWhatWasMinted(SignatureAlgorithm algorithm) {
    TokenValidator validator = SCENE.validator();
    for (int i = 0; i < TOKENS; i++) {
      RandomJson json = new RandomJson(random);
      Minted minted = minted(token(algorithm), json);
      minted.claim("jti", json.string());
      minted.claim("client_id", json.string());
      minted.claim("scope", json.string());
      String compact = minted.token().header("~" + json.string(), json.value(DEPTH)).compact();

      ValidationResult<AccessToken> result = validator.tryValidate(compact);

      assertThat(result).as(named(compact)).isInstanceOf(Accepted.class);
      AccessToken token = ((Accepted<AccessToken>) result).token();
      assertSays(token, algorithm, minted, compact);
      assertThat(token.clientId()).isEqualTo(minted.claims().get("client_id"));
      assertThat(validator.tryValidate(compact)).as(named(compact)).isEqualTo(result);
    }
  }

  @ParameterizedTest
  @MethodSource("available")
  void acceptsAnyIdTokenAndReadsWhatWasMinted(SignatureAlgorithm algorithm) {
    TokenValidator validator = SCENE.validator();
    for (int i = 0; i < TOKENS; i++) {
      RandomJson json = new RandomJson(random);
      String client = "c" + json.string();
      String nonce = "n" + json.string();
      Minted minted = minted(token(algorithm).idToken(client, nonce), json);
      minted.claim("aud", audience(client, json));
      minted.claim("auth_time", date(Scene.NOW, -1));
      minted.claim("nonce", nonce);
      minted.claim("azp", client);
      String compact = minted.token().compact();

      ValidationResult<IdToken> result =
          validator.tryValidateIdToken(
              compact,
              IdTokenExpectation.of(client, nonce)
                  .trustedAudiences(audiences(minted).toArray(String[]::new)));

      assertThat(result).as(named(compact)).isInstanceOf(Accepted.class);
      assertSays(((Accepted<IdToken>) result).token(), algorithm, minted, compact);
    }
  }

  private static List<?> audiences(Minted minted) {
    Object audience = minted.claims().get("aud");
    return audience instanceof List<?> several ? several : List.of(audience);
  }

  private static void assertSays(
      ValidatedToken token, SignatureAlgorithm algorithm, Minted minted, String compact) {
    assertThat(token.algorithm()).isEqualTo(algorithm);
    assertThat(token.issuer()).isEqualTo(Scene.ISSUER);
    assertThat(token.subject()).as(named(compact)).isEqualTo(minted.claims().get("sub"));
    assertThat(token.audience()).as(named(compact)).isEqualTo(audiences(minted));
    assertThat(byValue(token.claims().asMap()))
        .as(named(compact))
        .isEqualTo(byValue(minted.claims()));
  }

  @ParameterizedTest
  @MethodSource("available")
  void refusesAnyTokenWithOneBitChanged(SignatureAlgorithm algorithm) {
    TokenValidator validator = SCENE.validator();
    String compact = token(algorithm).compact();
    assertAccepted(validator, compact);
    char[] changed = compact.toCharArray();
    int step = step(algorithm);
    for (int bit = random.nextInt(step); bit < changed.length * Byte.SIZE; bit += step) {
      char original = changed[bit / Byte.SIZE];
      changed[bit / Byte.SIZE] = (char) (original ^ (1 << (bit % Byte.SIZE)));
      if (!(validator.tryValidate(new String(changed)) instanceof Rejected)) {
        fail("bit %s may change: %s", bit, named(compact));
      }
      changed[bit / Byte.SIZE] = original;
    }
    assertAccepted(validator, compact);
  }

  /**
   * Every bit, or where verifying is slow one in so many, others each time; odd, so that none of
   * the eight of a character is left out.
   */
  private static int step(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case ES256, ED25519 -> 1;
      case RS256, RS384, RS512, PS256, PS384, PS512 -> 5;
      case ES384, ED448 -> 25;
      case ES512, ML_DSA_44, ML_DSA_65, ML_DSA_87 -> 65;
    };
  }

  /** The same with every number as a decimal without trailing zeros. */
  private static @Nullable Object byValue(@Nullable Object value) {
    if (value instanceof Number number) {
      return new BigDecimal(number.toString()).stripTrailingZeros();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(TokenPropertyTest::byValue).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> members = new LinkedHashMap<>();
      map.forEach((name, member) -> members.put(name, byValue(member)));
      return members;
    }
    return value;
  }

  /** A seed makes other keys each time, so that a failure shows its token, too. */
  private static String named(String compact) {
    return "-Dproperty.seed=" + SEED + ": " + compact;
  }
}
