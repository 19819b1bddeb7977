// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS512;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS512;

import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.keysource.KeySourceHealth.KeyInForce;

class KeySourceHealthTest {

  private static final JwkText EC = SigningKey.shared(ES256).jwk("ec");
  private static final JwkText RSA = SigningKey.shared(RS256).jwk("rsa").without("alg");

  private static String material(JwkText jwk, String member) {
    return jwk.members().get(member).replace("\"", "");
  }

  @Test
  void namesKeysAndNeverTheirMaterial() {
    JwkSet set = JwkSet.parse(JwkText.set(EC.without("kid"), RSA, EC.with("crv", "P-384")));
    KeySourceHealth health = KeySourceHealth.constant(set);
    assertThat(health.keys()).isEqualTo(2);
    assertThat(health.keysInForce())
        .containsExactly(
            new KeyInForce(null, ES256),
            new KeyInForce("rsa", RS256),
            new KeyInForce("rsa", RS384),
            new KeyInForce("rsa", RS512),
            new KeyInForce("rsa", PS256),
            new KeyInForce("rsa", PS384),
            new KeyInForce("rsa", PS512));
    assertThat(health.skippedKeys()).isEqualTo(set.skipped()).hasSize(1);
    assertThat(health.toString())
        .contains("\"ec\"")
        .doesNotContain(material(EC, "x"), material(EC, "y"), material(RSA, "n"));
  }

  @Test
  void hasNoKeysWithoutASet() {
    KeySourceHealth health = KeySourceHealth.unavailable("gone");
    assertThat(health.keys()).isZero();
    assertThat(health.keysInForce()).isEmpty();
    assertThat(health.skippedKeys()).isEmpty();
  }

  @Test
  void listsOneHundredKeysInListsThatNeverChange() {
    Stream<JwkText> keys = IntStream.range(0, 17).mapToObj(i -> RSA.with("kid", "rsa" + i));
    JwkSet set = JwkSet.parse(JwkText.set(Stream.concat(keys, Stream.of("7")).toArray()));
    KeySourceHealth health = KeySourceHealth.constant(set);
    assertThat(set.keys()).hasSize(102);
    assertThat(health.keys()).isEqualTo(set.size());
    assertThat(health.keysInForce()).hasSize(100).isUnmodifiable();
    assertThat(health.skippedKeys()).hasSize(1).isUnmodifiable();
  }

  @Test
  void showsItsValues() {
    assertThat(KeySourceHealth.unavailable("no route"))
        .hasToString(
            "KeySourceHealth[state=UNAVAILABLE, keys=0, age=null, nextRefresh=null,"
                + " lastError=no route, refreshes=0, failedRefreshes=0, keysInForce=[],"
                + " skippedKeys=[]]");
    KeyRefreshReport report =
        new KeyRefreshReport(
            KeyRefreshReport.Cause.AGE,
            KeyRefreshReport.Outcome.RENEWED,
            2,
            Duration.ofSeconds(1),
            null);
    assertThat(report)
        .hasToString(
            "KeyRefreshReport[cause=AGE, outcome=RENEWED, keys=2, duration=PT1S, error=null]");
  }
}
