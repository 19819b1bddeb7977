package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.FetchedDocument.Version;

class KeysInForceTest {

  private static final long GRACE = Duration.ofMinutes(5).toNanos();
  private static final long LIFETIME = Duration.ofMinutes(10).toNanos();
  private static final Version VERSION = new Version(FetchScene.JWKS, "\"1\"", null);

  private static final JwkText FIRST = SigningKey.shared(ES256).jwk("first");
  private static final JwkText SECOND = SigningKey.shared(ED25519).jwk("second");

  private Moment now = new Moment(Long.MAX_VALUE - 3, 1_700_000_000_000L);

  private void pass(Duration duration) {
    now = new Moment(now.nanos() + duration.toNanos(), now.millis() + duration.toMillis());
  }

  private static JwkSet set(JwkText... jwks) {
    return JwkSet.parse(JwkText.set((Object[]) jwks));
  }

  private KeysInForce after(@Nullable KeysInForce previous, long grace, JwkText... jwks) {
    return KeysInForce.of(set(jwks), previous, VERSION, now, LIFETIME, grace);
  }

  private static boolean hasFirst(KeysInForce keys) {
    return KeysOf.key(keys.jwkSet(), "first", Set.of(ES256)) != null;
  }

  @Test
  void beginsWithWhatIsPublished() {
    JwkSet parsed = set(FIRST);
    KeysInForce keys = KeysInForce.of(parsed, null, VERSION, now, LIFETIME, GRACE);

    assertThat(keys.jwkSet()).isSameAs(parsed);
    assertThat(keys.version()).isEqualTo(VERSION);
    assertThat(keys.lifetime()).isEqualTo(LIFETIME);
    assertThat(keys.confirmations()).isZero();
    assertThat(keys.graceLeft(now, GRACE)).isEqualTo(Long.MAX_VALUE);
    assertThat(keys.age(now)).isZero();
    pass(Duration.ofMinutes(1));
    assertThat(keys.age(now)).isEqualTo(Duration.ofMinutes(1).toNanos());
  }

  @Test
  void retainsTheInstancesOfKeysThatStay() {
    KeysInForce before = after(null, 0, FIRST, SECOND);
    KeysInForce next = after(before, 0, SECOND, FIRST);

    assertThat(next.jwkSet()).isNotSameAs(before.jwkSet());
    for (VerificationKey key : before.jwkSet().keys()) {
      assertThat(next.jwkSet().keys()).contains(key);
    }
  }

  @Test
  void dropsKeyThatVanishesAtOnceWithoutGrace() {
    KeysInForce next = after(after(null, 0, FIRST, SECOND), 0, SECOND);

    assertThat(hasFirst(next)).isFalse();
    assertThat(next.jwkSet().size()).isEqualTo(1);
    assertThat(next.withoutExpired(now, 0)).isSameAs(next);
  }

  @Test
  void keepsKeyThatVanishesForItsGrace() {
    KeysInForce before = after(null, GRACE, FIRST, SECOND);
    VerificationKey first = KeysOf.key(before.jwkSet(), "first", Set.of(ES256));
    pass(Duration.ofMinutes(1));
    KeysInForce next = after(before, GRACE, SECOND);

    assertThat(next.jwkSet().keys()).contains(first);
    assertThat(next.jwkSet().size()).isEqualTo(2);
    assertThat(next.graceLeft(now, GRACE)).isEqualTo(GRACE);

    pass(Duration.ofNanos(GRACE - 1));
    assertThat(next.withoutExpired(now, GRACE)).isSameAs(next);
    assertThat(next.graceLeft(now, GRACE)).isEqualTo(1);

    pass(Duration.ofNanos(1));
    KeysInForce left = next.withoutExpired(now, GRACE);
    assertThat(hasFirst(left)).isFalse();
    assertThat(left.jwkSet().size()).isEqualTo(1);
    assertThat(left.jwkSet().keys())
        .contains(KeysOf.key(before.jwkSet(), "second", Set.of(ED25519)));
    assertThat(left.age(now)).isEqualTo(GRACE);
    assertThat(left.version()).isEqualTo(VERSION);
    assertThat(left.graceLeft(now, GRACE)).isEqualTo(Long.MAX_VALUE);
    // Without keys in their grace there is nothing to remove.
    assertThat(left.withoutExpired(now, GRACE)).isSameAs(left);
  }

  /** Whichever clock says first that it is over. */
  @Test
  void endsTheGraceByTheClockThatSaysMore() {
    KeysInForce next = after(after(null, GRACE, FIRST, SECOND), GRACE, SECOND);
    Moment suspended = new Moment(now.nanos(), now.millis() + Duration.ofHours(1).toMillis());

    assertThat(hasFirst(next.withoutExpired(suspended, GRACE))).isFalse();
    Moment setBack = new Moment(now.nanos() + GRACE, 0);
    assertThat(hasFirst(next.withoutExpired(setBack, GRACE))).isFalse();
  }

  /** Otherwise servers that publish different sets in turn would keep it for ever. */
  @Test
  void countsTheGraceFromWhenTheKeyVanished() {
    KeysInForce keys = after(after(null, GRACE, FIRST, SECOND), GRACE, SECOND);
    for (int minute = 1; minute < 5; minute++) {
      pass(Duration.ofMinutes(1));
      keys = after(keys, GRACE, SECOND);
      assertThat(hasFirst(keys)).isTrue();
      keys = keys.confirmed(now, LIFETIME);
      assertThat(hasFirst(keys)).isTrue();
    }
    pass(Duration.ofMinutes(1));
    assertThat(hasFirst(after(keys, GRACE, SECOND))).isFalse();
  }

  @Test
  void givesKeyThatComesBackAnotherGrace() {
    KeysInForce before = after(null, GRACE, FIRST, SECOND);
    VerificationKey first = KeysOf.key(before.jwkSet(), "first", Set.of(ES256));
    KeysInForce gone = after(before, GRACE, SECOND);
    pass(Duration.ofMinutes(4));
    KeysInForce back = after(gone, GRACE, FIRST, SECOND);
    assertThat(back.jwkSet().keys()).as("the key is the same").contains(first);
    assertThat(back.jwkSet().size()).isEqualTo(2);
    assertThat(back.graceLeft(now, GRACE)).isEqualTo(Long.MAX_VALUE);

    pass(Duration.ofMinutes(4));
    KeysInForce goneAgain = after(back, GRACE, SECOND);
    assertThat(goneAgain.jwkSet().keys()).contains(first);
    assertThat(goneAgain.graceLeft(now, GRACE)).isEqualTo(GRACE);
  }

  /** The new key is the one that tokens of this Key ID mean. */
  @Test
  void dropsKeyAtOnceWhoseKeyIdIsGivenToAnother() {
    KeysInForce before = after(null, GRACE, FIRST, SECOND);
    JwkText reused = SigningKey.generate(ES256).jwk("first");
    KeysInForce next = after(before, GRACE, reused, SECOND);

    assertThat(next.jwkSet().size()).isEqualTo(2);
    assertThat(next.jwkSet().keys())
        .doesNotContain(KeysOf.key(before.jwkSet(), "first", Set.of(ES256)));
    assertThat(hasFirst(next)).isTrue();
  }

  @Test
  void dropsKeyAtOnceWhoseKeyIdIsGivenToKeyOfAnotherAlgorithm() {
    KeysInForce next =
        after(after(null, GRACE, FIRST), GRACE, SigningKey.shared(ES384).jwk("first"));

    assertThat(hasFirst(next)).isFalse();
    assertThat(KeysOf.key(next.jwkSet(), "first", Set.of(ES384))).isNotNull();
  }

  /** What the other key is good for does not matter. */
  @Test
  void dropsKeyAtOnceWhoseKeyIdIsGivenToOneThatIsNotUsable() {
    KeysInForce before = after(null, GRACE, FIRST, SECOND);
    JwkText another = SigningKey.generate(ES256).jwk("first");
    for (JwkText unusable :
        List.of(another.with("use", "enc"), another.with("alg", "none"), another.with("x", "AA"))) {
      assertThat(hasFirst(after(before, GRACE, unusable, SECOND))).isFalse();
    }
    assertThat(hasFirst(after(before, GRACE, FIRST, another, SECOND))).as("twice").isFalse();
    assertThat(
            hasFirst(
                after(after(before, GRACE, SECOND), GRACE, another.with("use", "enc"), SECOND)))
        .isFalse();
  }

  @Test
  void dropsKeyInItsGraceWhoseKeyIdIsGivenToAnother() {
    KeysInForce gone = after(after(null, GRACE, FIRST, SECOND), GRACE, SECOND);
    assertThat(hasFirst(gone)).isTrue();
    KeysInForce next = after(gone, GRACE, SigningKey.shared(ES384).jwk("first"), SECOND);

    assertThat(hasFirst(next)).isFalse();
    assertThat(next.jwkSet().size()).isEqualTo(2);
  }

  /** A token without Key ID would find two keys where its issuer has one. */
  @Test
  void givesKeyWithoutKeyIdNoGrace() {
    KeysInForce before = after(null, GRACE, SigningKey.shared(ES256).jwk(), SECOND);
    assertThat(KeysOf.keys(before.jwkSet(), Set.of(ES256))).hasSize(1);
    KeysInForce next = after(before, GRACE, SECOND);

    assertThat(KeysOf.keys(next.jwkSet(), Set.of(ES256))).isEmpty();
    assertThat(next.jwkSet().size()).isEqualTo(1);
  }

  /** Such a key is there once for each algorithm that fits. */
  @Test
  void keepsKeyOfSeveralAlgorithmsAsOne() {
    KeysInForce before = after(null, GRACE, SigningKey.shared(RS256).jwk("rsa"), SECOND);
    int bindings = before.jwkSet().keys().size();
    assertThat(bindings).isGreaterThan(2);
    KeysInForce next = after(before, GRACE, SECOND);

    assertThat(next.jwkSet().keys()).hasSize(bindings);
    assertThat(next.jwkSet().size()).isEqualTo(2);
    assertThat(next.jwkSet().keys()).allMatch(before.jwkSet().keys()::contains);
  }

  @Test
  void keepsTheSetThatIsConfirmed() {
    KeysInForce keys = after(null, GRACE, FIRST);
    KeysInForce confirmed = keys;
    for (int times = 1; times <= 7; times++) {
      pass(Duration.ofMinutes(8));
      confirmed = confirmed.confirmed(now, times);
      assertThat(confirmed.confirmations()).isEqualTo(times);
      assertThat(confirmed.lifetime()).isEqualTo(times);
      assertThat(confirmed.age(now)).isZero();
      assertThat(confirmed.jwkSet()).isSameAs(keys.jwkSet());
      assertThat(confirmed.version()).isEqualTo(VERSION);
    }
    assertThat(after(confirmed, GRACE, FIRST).confirmations()).isZero();
  }

  @Test
  void keepsTheSetThatIsConfirmedWhileAKeyIsInItsGrace() {
    KeysInForce keys = after(after(null, GRACE, FIRST, SECOND), GRACE, SECOND);
    assertThat(hasFirst(keys)).isTrue();
    assertThat(keys.confirmed(now, LIFETIME).jwkSet()).isSameAs(keys.jwkSet());
  }
}
