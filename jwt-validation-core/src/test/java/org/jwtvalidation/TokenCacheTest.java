// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/**
 * What the cache of validated tokens must survive, as a user sees it: by the answers, and by what
 * they cost.
 */
class TokenCacheTest {

  private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T12:00:00Z"));
  private final CountingMonitor monitor = new CountingMonitor();
  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");

  private TokenBuilder token() {
    return issuer.token().at(clock);
  }

  private IssuerConfig.Builder config() {
    return issuer.config().audience(TestIssuer.AUDIENCE).leeway(Duration.ZERO);
  }

  private TokenValidator validator() {
    return validator(config());
  }

  private TokenValidator validator(IssuerConfig.Builder config) {
    return TokenValidator.builder().issuer(config.build()).clock(clock).monitor(monitor).build();
  }

  private static void assertRejected(TokenValidator validator, String token, Reason reason) {
    assertThat(validator.tryValidate(token))
        .isInstanceOfSatisfying(
            ValidationResult.Rejected.class,
            rejected -> assertThat(rejected.rejection().reason()).isEqualTo(reason));
  }

  @Test
  void servesTheSameTokenFromTheCache() {
    TokenValidator validator = validator();
    String token = token().compact();

    AccessToken first = validator.validate(token);
    AccessToken second = validator.validate(new String(token.toCharArray()));

    assertThat(second).isSameAs(first);
    assertThat(monitor.signatures()).isEqualTo(1);
    assertThat(validator.cachedTokens()).isEqualTo(1);
  }

  @Test
  @Row("C1")
  @DisplayName("a token that expires while it is cached")
  void rejectsCachedTokenAtItsExpiryAndForgetsIt() {
    TokenValidator validator = validator();
    String token = token().expiresIn(Duration.ofSeconds(2)).compact();
    validator.validate(token);

    clock.advance(Duration.ofMillis(1999));
    assertThat(validator.validate(token)).isNotNull();
    clock.advance(Duration.ofMillis(1));
    assertRejected(validator, token, Reason.EXPIRED);
    assertThat(validator.cachedTokens()).isZero();
  }

  @Test
  @Row("C2")
  @DisplayName("the same without iat and nbf")
  void rejectsCachedTokenWithoutIssuedAtAtItsExpiry() {
    TokenValidator validator = validator(config().issuedAtOptional());
    String token =
        token().expiresIn(Duration.ofSeconds(2)).withoutClaim("iat").withoutClaim("nbf").compact();
    validator.validate(token);

    clock.advance(Duration.ofSeconds(3));
    assertRejected(validator, token, Reason.EXPIRED);
    assertThat(validator.cachedTokens()).isZero();
  }

  @Test
  @Row("C3")
  @DisplayName("a refresh that drops the key")
  void rejectsCachedTokenOnceItsKeyIsWithdrawn() {
    TokenValidator validator = validator();
    TestKey key = issuer.key(SignatureAlgorithm.ES256);
    String token = token().compact();
    validator.validate(token);

    issuer.rotate(SignatureAlgorithm.ES256);
    assertThat(validator.validate(token)).isNotNull();
    issuer.withdraw(key);
    assertRejected(validator, token, Reason.KEY_UNKNOWN);
    assertThat(validator.cachedTokens()).isZero();
  }

  @Test
  @Row("C4")
  @DisplayName("a refresh that brings another key under the same kid")
  void rejectsCachedTokenOnceAnotherKeyHasItsKeyId() {
    TokenValidator validator = validator();
    TestKey key = issuer.key(SignatureAlgorithm.ES256);
    String token = token().signedBy(key).compact();
    validator.validate(token);

    TestKey other = TestKey.generate(SignatureAlgorithm.ES256, key.keyId());
    issuer.withdraw(key);
    issuer.publish(other);
    assertRejected(validator, token, Reason.SIGNATURE_INVALID);
    assertThat(validator.validate(token().signedBy(other).compact())).isNotNull();
  }

  @Test
  void servesCachedTokenWhenARefreshBringsTheSameKeyAgain() {
    String json = json(issuer.key(SignatureAlgorithm.ES256));
    JwkSet[] current = {JwkSet.parse(json)};
    TokenValidator validator = validator(config().keySource(() -> current[0]));
    String token = token().compact();
    validator.validate(token);

    current[0] = JwkSet.parse(json);
    validator.validate(token);
    assertThat(monitor.signatures()).isEqualTo(1);
  }

  /** An issuer may publish half a megabyte at each refresh. */
  @Test
  void keepsNoSetOfKeysThatIsReplaced() {
    String json = json(issuer.key(SignatureAlgorithm.ES256));
    JwkSet[] current = {JwkSet.parse(json)};
    TokenValidator validator = validator(config().keySource(() -> current[0]));
    String token = token().compact();
    validator.validate(token);
    validator.validate(token);

    WeakReference<JwkSet> before = new WeakReference<>(current[0]);
    current[0] = JwkSet.parse(json);
    validator.validate(token().subject("another").compact());
    Patience.until(() -> {
      System.gc();
      return before.get() == null;
    });
    validator.validate(token);
    assertThat(monitor.signatures()).isEqualTo(2);
  }

  private static String json(TestKey key) {
    return "{\"keys\":[" + key.jwk() + "]}";
  }

  @Test
  @Row("C5")
  @DisplayName("a validator of two issuers, then one of one of them")
  void knowsNothingOfTheTokensOfAnotherValidator() {
    TestIssuer other = TestIssuer.offline("https://other.example");
    TokenValidator ofBoth =
        TokenValidator.builder()
            .clock(clock)
            .issuer(config().build())
            .issuer(other.config().audience(TestIssuer.AUDIENCE).build())
            .build();
    String token = token().compact();
    ofBoth.validate(token);

    TokenValidator ofOther = validator(other.config().audience(TestIssuer.AUDIENCE));
    other.key(SignatureAlgorithm.ES256);
    assertRejected(ofOther, token, Reason.ISSUER_UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Row("C6")
  @DisplayName("two texts whose keys have the same hash")
  void tellsTokensOfEqualHashApart(boolean otherOrder) {
    TokenCache cache = new TokenCache(10);
    String tail = "0123456789abcdef";
    List<String> texts =
        otherOrder ? List.of("b" + tail, "a" + tail) : List.of("a" + tail, "b" + tail);
    TokenCache.Entry first = entry();
    TokenCache.Entry second = entry();

    cache.store(texts.get(0), first);
    assertThat(cache.find(texts.get(1), clock.millis())).isNull();
    cache.store(texts.get(1), second);
    assertThat(cache.find(texts.get(0), clock.millis())).isSameAs(first);
    assertThat(cache.find(texts.get(1), clock.millis())).isSameAs(second);
    assertThat(cache.find(tail, clock.millis())).isNull();
  }

  private TokenCache.Entry entry() {
    AccessToken token = validator().validate(token().compact());
    return CacheEntries.of(token, config().build(), issuer.jwkSet());
  }

  @Test
  @Row({"C7", "C8"})
  @DisplayName("forged tokens that share the signature, and with it the hash, of a cached one")
  void keepsCachedTokenWhenForgedOnesCollideWithIt() {
    TokenValidator validator = validator();
    String token = token().compact();
    String other = token().subject("somebody-else").compact();
    String forged =
        other.substring(0, other.lastIndexOf('.')) + token.substring(token.lastIndexOf('.'));

    AccessToken cached = validator.validate(token);
    assertRejected(validator, forged, Reason.SIGNATURE_INVALID);
    assertThat(validator.validate(token)).isSameAs(cached);
    assertRejected(validator, forged, Reason.SIGNATURE_INVALID);
    assertThat(monitor.signatures()).isEqualTo(1);
  }

  @Test
  @Row("C9")
  @DisplayName("other spellings of a cached token")
  void doesNotRecogniseOtherSpellingsOfACachedToken() {
    TokenValidator validator = validator();
    String token = token().compact();
    validator.validate(token);

    for (String spelling :
        List.of(
            token + "=",
            token + "==",
            " " + token,
            token + "\n",
            token.replace('.', '\u3002'),
            token.substring(0, token.length() - 1) + (char) (token.charAt(token.length() - 1) + 1),
            token.substring(0, 10) + "\r\n" + token.substring(10))) {
      assertThat(validator.tryValidate(spelling)).isInstanceOf(ValidationResult.Rejected.class);
    }
    assertThat(monitor.signatures()).isEqualTo(1);
  }

  @Test
  @Row("C10")
  @DisplayName("a token that is not valid yet")
  void acceptsTokenOnceItsTimeHasComeAfterRejectingItBefore() {
    TokenValidator validator = validator();
    String token = token().claim("nbf", clock.instant().plusSeconds(30)).compact();

    assertRejected(validator, token, Reason.NOT_YET_VALID);
    clock.advance(Duration.ofMillis(29_999));
    assertRejected(validator, token, Reason.NOT_YET_VALID);
    clock.advance(Duration.ofMillis(1));
    assertThat(validator.validate(token)).isNotNull();
  }

  @Test
  @Row("C11")
  @DisplayName("a clock that is set back and forth")
  void followsTheClockInBothDirections() {
    TokenValidator validator = validator();
    String token = token().expiresIn(Duration.ofMinutes(30)).compact();
    validator.validate(token);

    clock.advance(Duration.ofHours(-1));
    assertRejected(validator, token, Reason.ISSUED_IN_FUTURE);
    clock.advance(Duration.ofHours(1));
    assertThat(validator.validate(token)).isNotNull();
    assertThat(monitor.signatures()).isEqualTo(1);
    clock.advance(Duration.ofHours(1));
    assertRejected(validator, token, Reason.EXPIRED);
  }

  @Test
  @Row("C15")
  @DisplayName("an Error in the middle of a validation")
  void storesNothingWhenAnErrorEndsTheValidation() {
    boolean[] failing = {true};
    TokenValidator validator =
        validator(
            config()
                .claimCheck(
                    "failing",
                    claims -> {
                      if (failing[0]) {
                        throw new StackOverflowError("injected");
                      }
                      return true;
                    }));
    String token = token().compact();

    assertThatThrownBy(() -> validator.validate(token)).isInstanceOf(StackOverflowError.class);
    assertThat(validator.cachedTokens()).isZero();
    failing[0] = false;
    assertThat(validator.validate(token)).isNotNull();
  }

  @Test
  @Row("C16")
  @DisplayName("a cache of size 0")
  void answersTheSameWithoutACache() {
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(config().build())
            .clock(clock)
            .monitor(monitor)
            .cacheSize(0)
            .build();
    String token = token().compact();

    assertThat(validator.validate(token)).isEqualTo(validator.validate(token));
    assertThat(monitor.signatures()).isEqualTo(2);
    assertThat(validator.cachedTokens()).isZero();
    assertRejected(validator, Tampering.flipSignatureBit(token), Reason.SIGNATURE_INVALID);
    assertThat(new TokenCache(0)).hasFieldOrPropertyWithValue("entries", null);
  }

  @Test
  @Row("C17")
  @DisplayName("two validators for different audiences")
  void doesNotShareTokensBetweenAudiences() {
    TokenValidator ours = validator();
    TokenValidator theirs = validator(issuer.config().audience("another-api"));
    String token = token().compact();

    assertThat(ours.validate(token)).isNotNull();
    assertRejected(theirs, token, Reason.AUDIENCE_MISMATCH);
  }

  @Test
  @Row("C18")
  @DisplayName("a validator with leeway, then one without")
  void doesNotShareTokensBetweenLeeways() {
    TokenValidator lenient = validator(config().leeway(Duration.ofMinutes(1)));
    TokenValidator strict = validator();
    String token = token().expiresIn(Duration.ofSeconds(10)).compact();
    clock.advance(Duration.ofSeconds(20));

    assertThat(lenient.validate(token)).isNotNull();
    assertThat(lenient.validate(token)).isNotNull();
    assertRejected(strict, token, Reason.EXPIRED);
  }

  @Test
  @Row("C19")
  @DisplayName("callers who change what they were given")
  void handsOutNothingThatCanBeChanged() {
    TokenValidator validator = validator();
    String text =
        token()
            .scope("read", "write")
            .claim("roles", List.of("admin"))
            .claim("groups", List.of("staff"))
            .claim("nested", Map.of("list", List.of(1, Map.of("a", "b"))))
            .compact();
    AccessToken token = validator.validate(text);

    for (List<?> list :
        List.of(
            token.audience(),
            token.scopes(),
            token.roles(),
            token.groups(),
            (List<?>) ((Map<?, ?>) token.claims().asMap().get("nested")).get("list"))) {
      assertThatThrownBy(() -> list.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    }
    for (Map<?, ?> map :
        List.of(token.claims().asMap(), (Map<?, ?>) token.claims().asMap().get("nested"))) {
      assertThatThrownBy(() -> map.remove("nested"))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
    }
    assertThat(validator.validate(text).scopes()).containsExactly("read", "write");
  }

  @Test
  @Row("C20")
  @DisplayName("the leeway of a cached token")
  void rejectsCachedTokenAtItsExpiryPlusLeeway() {
    TokenValidator validator = validator(config().leeway(Duration.ofSeconds(30)));
    String token = token().expiresIn(Duration.ofSeconds(10)).compact();
    validator.validate(token);

    clock.advance(Duration.ofMillis(39_999));
    assertThat(validator.validate(token)).isNotNull();
    clock.advance(Duration.ofMillis(1));
    assertRejected(validator, token, Reason.EXPIRED);
  }

  @Test
  void rejectsCachedTokenAtItsMaximumAge() {
    TokenValidator validator = validator(config().maxAge(Duration.ofSeconds(20)));
    String token = token().compact();
    validator.validate(token);

    clock.advance(Duration.ofMillis(19_999));
    assertThat(validator.validate(token)).isNotNull();
    clock.advance(Duration.ofMillis(1));
    assertRejected(validator, token, Reason.TOO_OLD);
  }

  @Test
  void runsTheChecksOfTheUserOnCachedTokensToo() {
    boolean[] blocked = {false};
    TokenValidator validator = validator(config().claimCheck("blocked", claims -> !blocked[0]));
    String token = token().compact();
    validator.validate(token);

    blocked[0] = true;
    assertRejected(validator, token, Reason.CLAIM_CHECK_FAILED);
    blocked[0] = false;
    assertThat(validator.validate(token)).isNotNull();
    assertThat(monitor.signatures()).isEqualTo(1);
  }

  @Test
  void cachesNoIdTokens() {
    TokenValidator validator = validator();
    String token = token().idToken(TestIssuer.AUDIENCE, "nonce").claim("at_hash", "x").compact();
    IdTokenExpectation expected = IdTokenExpectation.of(TestIssuer.AUDIENCE, "nonce");

    validator.validateIdToken(token, expected);
    validator.validateIdToken(token, expected);
    assertThat(monitor.signatures()).isEqualTo(2);
    assertThat(validator.cachedTokens()).isZero();
    assertRejected(validator, token, Reason.TYPE_MISMATCH);
  }

  @Test
  void forgetsItsTokensWhenItIsClosed() {
    TokenValidator validator = validator();
    validator.validate(token().compact());

    validator.close();
    assertThat(validator.cachedTokens()).isZero();
  }

  @Test
  void takesNoTokenWhoseValidationOutlastsIt() {
    TokenValidator[] validator = new TokenValidator[1];
    TokenValidatorMonitor closing =
        type ->
            new CountingMonitor() {
              @Override
              public void completed(ValidationStep step) {
                if (step == ValidationStep.TOKEN_BUILDING) {
                  validator[0].close();
                }
              }
            };
    validator[0] =
        TokenValidator.builder().issuer(config().build()).clock(clock).monitor(closing).build();

    assertThat(validator[0].validate(token().compact())).isNotNull();
    assertThat(validator[0].cachedTokens()).isZero();
  }

  @Test
  void hashesTheLastCharactersOfTokens() {
    String end = "0123456789abcdef";
    int hash = new TokenCache.Key("x" + end).hashCode();

    assertThat(new TokenCache.Key("something.else" + end)).hasSameHashCodeAs(end);
    assertThat(new TokenCache.Key("y" + end).hashCode()).isEqualTo(hash);
    for (int i = 0; i < end.length(); i++) {
      String changed = "x" + end.substring(0, i) + "~" + end.substring(i + 1);
      assertThat(new TokenCache.Key(changed).hashCode()).as("character %s", i).isNotEqualTo(hash);
    }
    assertThat(new TokenCache.Key("short")).hasSameHashCodeAs("short");
  }

  @Test
  void comparesWholeTokens() {
    assertThat(new TokenCache.Key("a.0123456789abcdef"))
        .isEqualTo(new TokenCache.Key("a.0123456789abcdef"))
        .isNotEqualTo(new TokenCache.Key("b.0123456789abcdef"))
        .isNotEqualTo("a.0123456789abcdef");
  }

  @Test
  void ordersTokensConsistentlyWithEquality() {
    List<TokenCache.Key> ordered =
        List.of("", "a", "a.b", "a.b0123456789abcdef", "b").stream()
            .map(TokenCache.Key::new)
            .toList();
    for (int i = 0; i < ordered.size(); i++) {
      for (int j = 0; j < ordered.size(); j++) {
        TokenCache.Key other = new TokenCache.Key(new String(ordered.get(j).token()));
        assertThat(Integer.signum(ordered.get(i).compareTo(other)))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void countsLargeTokensAsSeveral() {
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(config().build())
            .clock(clock)
            .monitor(monitor)
            .cacheSize(20)
            .build();
    List<String> roles = IntStream.range(0, 900).mapToObj(i -> "role-" + i).toList();
    // A few kilobytes of text, and some eighty of claims.
    List<String> large =
        IntStream.range(0, 20)
            .mapToObj(i -> token().subject("u" + i).claim("roles", roles).compact())
            .toList();
    large.forEach(validator::validate);
    assertThat(validator.cachedTokens()).isBetween(1L, 4L);

    TokenValidator ofOne =
        TokenValidator.builder()
            .issuer(config().build())
            .clock(clock)
            .monitor(monitor)
            .cacheSize(1)
            .build();
    AccessToken cached = ofOne.validate(large.get(0));
    assertThat(ofOne.validate(large.get(0))).isSameAs(cached);
  }

  @Test
  void countsUsualTokensAsOne() {
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(config().build())
            .clock(clock)
            .monitor(monitor)
            .cacheSize(20)
            .build();
    List<String> roles = IntStream.range(0, 60).mapToObj(i -> "role-" + i).toList();
    for (int i = 0; i < 20; i++) {
      validator.validate(token().subject("u" + i).claim("roles", roles).compact());
    }
    assertThat(validator.cachedTokens()).isEqualTo(20);
  }

  @Test
  void saysNothingOfTheTokensItHolds() {
    assertThat(new TokenCache.Key("header.claims.signature")).hasToString("Key");
  }
}
