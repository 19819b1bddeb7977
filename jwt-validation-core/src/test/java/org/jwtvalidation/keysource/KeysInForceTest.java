// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.keysource.FetchedDocument.Version;
import org.jwtvalidation.keysource.RefreshState.KeysInForce;

class KeysInForceTest {

  private static final long LIFETIME = Duration.ofMinutes(10).toNanos();
  private static final Version VERSION = new Version(FetchScene.JWKS, "\"1\"", null);

  private final JwkSet published = JwkSet.of(SigningKey.shared(ES256).verificationKey("first"));
  private Moment now = new Moment(Long.MAX_VALUE - 3, 1_700_000_000_000L);
  private final KeysInForce keys = new KeysInForce(published, VERSION, now, LIFETIME, 0);

  private void pass(Duration duration) {
    now = new Moment(now.nanos() + duration.toNanos(), now.millis() + duration.toMillis());
  }

  @Test
  void growsOlder() {
    assertThat(keys.age(now)).isZero();
    pass(Duration.ofMinutes(1));
    assertThat(keys.age(now)).isEqualTo(Duration.ofMinutes(1).toNanos());
  }

  @Test
  void keepsTheSetThatIsConfirmed() {
    KeysInForce confirmed = keys;
    for (int times = 1; times <= 7; times++) {
      pass(Duration.ofMinutes(8));
      confirmed = confirmed.confirmed(now, times);
      assertThat(confirmed.confirmations()).isEqualTo(times);
      assertThat(confirmed.lifetime()).isEqualTo(times);
      assertThat(confirmed.age(now)).isZero();
      assertThat(confirmed.jwkSet()).isSameAs(published);
      assertThat(confirmed.version()).isEqualTo(VERSION);
    }
  }
}
