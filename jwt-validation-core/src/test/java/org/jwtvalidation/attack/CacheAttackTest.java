// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.RawToken.base64url;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.CacheKeys;
import org.jwtvalidation.CountingMonitor;
import org.jwtvalidation.KnownNonceSigner;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** Attacks on the token cache, for an answer that the pipeline would not give. */
@Tag("jdk-independent")
class CacheAttackTest {

  private final Scene scene = new Scene();
  private final CountingMonitor steps = new CountingMonitor();
  private final TokenValidator validator =
      scene.builder(scene.config().build()).monitor(steps).build();

  private static void assertSignatureInvalid(TokenValidator validator, String token) {
    assertRejected(validator, token, ValidationStep.SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID);
  }

  /** Validates a token, and returns whether the cache had it. */
  private boolean isServedFromCache(String token) {
    int parsed = steps.count(ValidationStep.TOKEN_PARSING);
    assertThat(validator.validate(token)).isNotNull();
    return steps.count(ValidationStep.TOKEN_PARSING) == parsed;
  }

  /** Two sound tokens of different subjects, with the same hash of their last characters. */
  private List<String> collidingTokens() {
    String sample = scene.token().compact();
    KnownNonceSigner signer = new KnownNonceSigner(scene.key(), sample);
    String header = sample.substring(0, sample.indexOf('.') + 1);
    String claims = RawToken.claims(sample);
    Map<Integer, String> byHash = new HashMap<>();
    for (int i = 0; ; i++) {
      String subject = "user-" + i;
      String signingInput = header + base64url(claims.replace("test-user", subject));
      String token = signingInput + "." + base64url(signer.sign(signingInput));
      // R is the same for all tokens, because the nonce is: only the hashed end differs.
      int hash = token.substring(token.length() - 16).hashCode();
      String other = byHash.putIfAbsent(hash, token);
      if (other != null) {
        return List.of(other, token);
      }
    }
  }

  @Test
  @Row("88")
  @DisplayName("tokens whose hash collides")
  void givesEachOfCollidingTokensItsOwnClaims() {
    List<String> pair = collidingTokens();
    String firstSubject = scene.validator().validate(pair.get(0)).subject();
    String secondSubject = scene.validator().validate(pair.get(1)).subject();
    assertThat(firstSubject).isNotEqualTo(secondSubject);

    for (int round = 0; round < 3; round++) {
      assertThat(assertAccepted(validator, pair.get(0)).subject()).isEqualTo(firstSubject);
      assertThat(assertAccepted(validator, pair.get(1)).subject()).isEqualTo(secondSubject);
    }
    assertThat(isServedFromCache(pair.get(0))).isTrue();
    assertThat(isServedFromCache(pair.get(1))).isTrue();
    assertThat(validator.cachedTokens()).isEqualTo(2);
  }

  @Test
  @Row("109")
  @DisplayName("a thousand tokens of one signature, and so of one hash")
  void findsTokensOfOneHashByAFewComparisons() throws Exception {
    EqualSignatures equal = new EqualSignatures(scene, 1000);
    TokenValidator ofEqual =
        scene
            .builder(scene.config().keySource(KeySource.of(equal.jwkSet())).build())
            .monitor(steps)
            .cacheSize(2000)
            .build();
    for (int round = 0; round < 3; round++) {
      equal.tokens().forEach(ofEqual::validate);
    }
    assertThat(steps.count(ValidationStep.SIGNATURE_VALIDATION)).isEqualTo(1000);
    assertThat(ofEqual.cachedTokens()).isEqualTo(1000);

    // Only by the order of its keys can the hash table tell those of one hash apart.
    List<? extends Comparable<?>> keys = CacheKeys.of(equal.tokens());
    assertThat(keys.stream().map(Object::hashCode).distinct()).hasSize(1);
    assertThat(new TreeSet<>(keys)).hasSize(1000);
    assertThat(comparisonsToFind(equal.tokens(), Ordered::new)).isLessThan(40);
    assertThat(comparisonsToFind(equal.tokens(), Unordered::new)).isGreaterThan(200);
  }

  /** A key that counts how often it is compared; all have the same hash, as those above. */
  private record Ordered(String token, AtomicInteger comparisons) implements Comparable<Ordered> {

    @Override
    public int hashCode() {
      return 7;
    }

    @Override
    public boolean equals(Object other) {
      comparisons.incrementAndGet();
      return other instanceof Ordered that && token.equals(that.token);
    }

    @Override
    public int compareTo(Ordered other) {
      comparisons.incrementAndGet();
      return token.compareTo(other.token);
    }
  }

  /** The same, without an order. */
  private record Unordered(String token, AtomicInteger comparisons) {

    @Override
    public int hashCode() {
      return 7;
    }

    @Override
    public boolean equals(Object other) {
      comparisons.incrementAndGet();
      return other instanceof Unordered that && token.equals(that.token);
    }
  }

  /** How many comparisons a lookup in a cache of the kind that keeps tokens takes, on average. */
  private static int comparisonsToFind(
      List<String> tokens, BiFunction<String, AtomicInteger, Object> key) {
    AtomicInteger comparisons = new AtomicInteger();
    Cache<Object, String> cache =
        Caffeine.newBuilder().maximumSize(2000).executor(Runnable::run).build();
    tokens.forEach(token -> cache.put(key.apply(token, comparisons), token));
    comparisons.set(0);
    for (String token : tokens) {
      assertThat(cache.getIfPresent(key.apply(token, comparisons))).isEqualTo(token);
    }
    return comparisons.get() / tokens.size();
  }

  @Test
  @Row("89")
  @DisplayName("garbage whose hash collides with a cached token")
  void keepsCachedTokenWhenGarbageCollides() {
    String token = scene.token().compact();
    assertAccepted(validator, token);
    String tail = token.substring(token.length() - 16);

    for (int i = 0; i < 100; i++) {
      String forged =
          Tampering.replaceClaims(token, RawToken.claims(token).replace("test-user", "u" + i));
      assertThat(forged).endsWith(tail);
      assertSignatureInvalid(validator, forged);
      assertRejected(
          validator, "garbage" + i + tail, ValidationStep.TOKEN_PARSING, Reason.MALFORMED_SEGMENTS);
    }

    assertThat(validator.cachedTokens()).isEqualTo(1);
    assertThat(isServedFromCache(token)).isTrue();
  }

  @Test
  @Row("90")
  @DisplayName("cached token after its exp")
  void servesNothingPastItsExpiry() {
    TokenValidator optional =
        scene
            .builder(scene.config().issuedAtOptional().leeway(Duration.ZERO).build())
            .monitor(steps)
            .build();
    String token =
        scene
            .token()
            .withoutClaim("iat")
            .withoutClaim("nbf")
            .claim("exp", Scene.NOW.plusSeconds(2))
            .compact();
    assertAccepted(optional, token);
    assertThat(optional.cachedTokens()).isEqualTo(1);

    scene.clock.set(Scene.NOW.plusMillis(1999));
    assertAccepted(optional, token);
    scene.clock.set(Scene.NOW.plusMillis(2000));
    assertRejected(optional, token, ValidationStep.CLAIMS_VALIDATION, Reason.EXPIRED, "exp");
    assertThat(optional.cachedTokens()).isZero();
  }

  @Test
  @Row("91")
  @DisplayName("token that was not yet valid when it first came")
  void remembersNoRejection() {
    String token =
        scene
            .token()
            .claim("nbf", Scene.NOW.plusSeconds(90))
            .claim("exp", Scene.NOW.plusSeconds(600))
            .compact();
    assertRejected(validator, token, ValidationStep.CLAIMS_VALIDATION, Reason.NOT_YET_VALID, "nbf");

    scene.clock.advance(Duration.ofSeconds(30));

    assertAccepted(validator, token);
  }

  @Test
  @Row("91")
  @DisplayName("token of a key that was not there when it first came")
  void remembersNoUnknownKey() {
    TestKey late = scene.issuer.unpublishedKey(SignatureAlgorithm.ES256);
    String token = scene.token().signedBy(late).compact();
    assertRejected(validator, token, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");

    scene.issuer.publish(late);

    assertAccepted(validator, token);
  }

  @Test
  @Row("92")
  @DisplayName("cached token after its key was removed")
  void servesNothingOfRemovedKey() {
    TestKey key = scene.issuer.rotate(SignatureAlgorithm.ES256);
    String token = scene.token().signedBy(key).compact();
    assertAccepted(validator, token);
    assertThat(isServedFromCache(token)).isTrue();

    scene.issuer.withdraw(key);

    assertRejected(validator, token, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
    assertThat(validator.cachedTokens()).isZero();
  }

  @Test
  @Row("92")
  @DisplayName("cached token after another key took the kid")
  void servesNothingOfReplacedKey() {
    TestKey first = TestKey.generate(SignatureAlgorithm.ES256, "same");
    TestKey second = TestKey.generate(SignatureAlgorithm.ES256, "same");
    scene.issuer.publish(first);
    String token = scene.token().signedBy(first).compact();
    assertAccepted(validator, token);
    assertThat(isServedFromCache(token)).isTrue();

    scene.issuer.withdraw(first);
    scene.issuer.publish(second);

    assertSignatureInvalid(validator, token);
    assertAccepted(validator, scene.token().signedBy(second).compact());
  }

  @Test
  @Row("92")
  @DisplayName("cached token after its key was published once more, unchanged")
  void servesTokensOfKeyThatStays() {
    String token = scene.token().compact();
    assertAccepted(validator, token);

    assertThat(scene.issuer.key(SignatureAlgorithm.ES384)).isNotNull();

    assertThat(isServedFromCache(token)).isTrue();
  }

  @Test
  @Row("92")
  @DisplayName("cached token and a validator without its issuer")
  void servesNothingOfIssuerThatIsNotTrusted() {
    Scene other = new Scene("https://other.example");
    TokenValidator both = scene.builder(scene.config().build(), other.config().build()).build();
    TokenValidator one = scene.builder(other.config().build()).build();
    String token = scene.token().compact();
    assertAccepted(both, token);

    assertRejected(
        one, token, ValidationStep.ISSUER_CONFIG_RESOLUTION, Reason.ISSUER_UNKNOWN, "iss");
    assertAccepted(one, other.token().compact());
  }

  @Test
  @Row("93")
  @DisplayName("another token with the signature, jti or sub of a cached one")
  void findsTokensByNothingButTheirWholeText() {
    String token = scene.token().claim("jti", "jti-1").compact();
    assertAccepted(validator, token);
    String admin = RawToken.claims(token).replace("test-user", "admin");

    assertSignatureInvalid(validator, Tampering.replaceClaims(token, admin));
    assertSignatureInvalid(
        validator,
        RawToken.withSignature(scene.token().claim("jti", "jti-1").compact(), new byte[64]));
    TestKey attacker = TestKey.generate(SignatureAlgorithm.ES256, scene.key().keyId());
    assertSignatureInvalid(
        validator, scene.token().signedBy(attacker).claim("jti", "jti-1").compact());
    assertSignatureInvalid(validator, Tampering.flipSignatureBit(token));

    assertThat(validator.cachedTokens()).isEqualTo(1);
    assertThat(isServedFromCache(token)).isTrue();
  }

  @Test
  @Row("94")
  @DisplayName("flood of invalid tokens")
  void storesNothingOfInvalidTokens() {
    String token = scene.token().compact();
    String expired = scene.token().expiresIn(Duration.ofHours(-1)).compact();
    assertAccepted(validator, token);
    floodWith(expired, 5_000);
    long before = usedMemory();

    floodWith(expired, 60_000);

    assertThat(usedMemory() - before).isLessThan(8L * 1024 * 1024);
    assertThat(validator.cachedTokens()).isEqualTo(1);
    assertThat(isServedFromCache(token)).isTrue();
  }

  private void floodWith(String token, int count) {
    String header = token.substring(0, token.indexOf('.') + 1);
    String claims = RawToken.claims(token);
    String signature = token.substring(token.lastIndexOf('.'));
    for (int i = 0; i < count; i++) {
      // Each of them is another text, under another header as well.
      String kid = "{\"alg\":\"ES256\",\"kid\":\"" + i + "\"}";
      String beginning = i % 2 == 0 ? header : base64url(kid) + ".";
      String changed = claims.replace("test-user", "user-" + i);
      assertThat(validator.tryValidate(beginning + base64url(changed) + signature))
          .isInstanceOf(ValidationResult.Rejected.class);
    }
  }

  private static long usedMemory() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  @Row("95")
  @DisplayName("change of the claims of a cached token")
  void handsOutNothingThatCanBeChanged() {
    String token =
        scene
            .token()
            .scope("read")
            .claim("roles", List.of("user"))
            .claim("groups", List.of("staff"))
            .claim("nested", Map.of("list", List.of("a")))
            .compact();
    AccessToken accepted = assertAccepted(validator, token);

    assertThatThrownBy(() -> accepted.claims().asMap().put("sub", "admin"))
        .isInstanceOf(UnsupportedOperationException.class);
    for (List<String> list :
        List.of(
            accepted.scopes(),
            accepted.roles(),
            accepted.groups(),
            accepted.audience(),
            accepted.claims().strings("roles"),
            accepted.claims().object("nested").strings("list"))) {
      assertThatThrownBy(() -> list.add("admin")).isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> list.set(0, "admin"))
          .isInstanceOf(UnsupportedOperationException.class);
    }

    assertThat(isServedFromCache(token)).isTrue();
    assertThat(validator.validate(token).roles()).containsExactly("user");
  }

  @Test
  @Row("96")
  @DisplayName("another policy over the same tokens")
  void sharesNothingBetweenPolicies() {
    String token = scene.token().compact();
    String bound = scene.token().claim("cnf", Map.of("jkt", "x")).compact();
    TokenValidator lenient =
        scene
            .builder(
                scene
                    .config()
                    .leeway(Duration.ofMinutes(5))
                    .senderConstraintCheckedElsewhere()
                    .build())
            .build();
    TokenValidator exact = scene.validator(config -> config.leeway(Duration.ZERO));
    TokenValidator forOthers =
        scene.builder(scene.issuer.config().audience("other-api").build()).build();
    TokenValidator onlyRsa = scene.validator(config -> config.algorithms(SignatureAlgorithm.RS256));
    assertAccepted(lenient, token);
    assertAccepted(lenient, bound);

    assertRejected(
        forOthers, token, ValidationStep.CLAIMS_VALIDATION, Reason.AUDIENCE_MISMATCH, "aud");
    assertRejected(
        validator, bound, ValidationStep.CLAIMS_VALIDATION, Reason.SENDER_CONSTRAINED, "cnf");
    assertRejected(
        onlyRsa, token, ValidationStep.HEADER_VALIDATION, Reason.ALGORITHM_NOT_ALLOWED, "alg");
    assertAccepted(exact, token);
    scene.clock.advance(Duration.ofMinutes(6));
    assertRejected(exact, token, ValidationStep.CLAIMS_VALIDATION, Reason.EXPIRED, "exp");
    assertAccepted(lenient, token);
  }

  @Test
  @Row("96")
  @DisplayName("checks of the user run on cached tokens, too")
  void runsChecksOnEveryHit() {
    boolean[] open = {true};
    TokenValidator checking =
        scene.validator(config -> config.claimCheck("open", claims -> open[0]));
    String token = scene.token().compact();
    assertAccepted(checking, token);

    open[0] = false;

    assertRejected(
        checking, token, ValidationStep.CUSTOM_CHECKS, Reason.CLAIM_CHECK_FAILED, "open");
    open[0] = true;
    assertAccepted(checking, token);
  }
}
