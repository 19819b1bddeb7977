// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestKey;

/** Attacks by those who own trusted keys on the memory that tables take. */
class TableAttackTest {

  private static final int KEYS = 24;

  /** The tables for which there is room. */
  private static final int ROOM = 4;

  private static final int USES = 40;

  /** The octets of a table for ES256, rounded up. */
  private static final long TABLE = 150_000;

  @Test
  @Row("123")
  @DisplayName("a tenant that publishes many keys, and uses each")
  void keepsTheTablesOfAllKeysWithinTheBudget() {
    TestKey[] keys = new TestKey[KEYS];
    for (int i = 0; i < KEYS; i++) {
      keys[i] = TestKey.generate(SignatureAlgorithm.ES256, "k" + i);
    }
    Scene tenant = Scene.with(keys);
    Scene other = new Scene("https://other.example");
    List<String> tokens = new ArrayList<>();
    for (TestKey key : keys) {
      tokens.add(tenant.token().signedBy(key).compact());
    }
    String ofOther = other.token().compact();
    try (TokenValidator validator =
        tenant
            .builder(tenant.config().build(), other.config().build())
            .cacheSize(0)
            .signaturePolicy(SignaturePolicy.fastest().withTableBudget(ROOM * TABLE))
            .build()) {
      // By turns, so that each key is the one used least recently when its turn comes.
      for (int use = 0; use < USES; use++) {
        for (String token : tokens) {
          assertThat(validator.tryValidate(token).isAccepted()).isTrue();
          assertThat(validator.tryValidate(ofOther).isAccepted()).isTrue();
        }
        KeyTables ofTenant = validator.keyTables().get(Scene.ISSUER);
        assertThat(ofTenant.count()).isLessThanOrEqualTo(ROOM);
      }
      KeyTables ofTenant = validator.keyTables().get(Scene.ISSUER);
      assertThat(ofTenant.count()).isEqualTo(ROOM - 1);
      assertThat(ofTenant.count() + ofTenant.overBudget()).isEqualTo(KEYS);
      assertThat(ofTenant.error()).isNull();
      assertThat(validator.keyTables().get("https://other.example"))
          .as("of the key in constant use")
          .isEqualTo(new KeyTables(1, 0, 0, null));
      for (String token : tokens) {
        String forged = Tampering.replaceClaims(token, "{\"iss\":\"" + Scene.ISSUER + "\"}");
        assertThat(validator.tryValidate(forged).isAccepted()).isFalse();
        assertThat(validator.tryValidate(token).isAccepted()).isTrue();
      }
    }
  }
}
