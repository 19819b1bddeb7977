// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED448;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.TabledKey;

/** Which verifier a key gets, finds and keeps. */
class VerifierSetTest {

  private static final JwkText EC = SigningKey.shared(ES256).jwk("ec");
  private static final JwkText ED = SigningKey.shared(ED25519).jwk();
  private static final JwkText RSA = SigningKey.shared(RS256).jwk("rsa");

  private final List<String> refused = new ArrayList<>();

  private VerifierSet set(VerifierSet earlier, SignaturePolicy policy, Object... jwks) {
    JwkSet jwkSet = JwkSet.parse(JwkText.set(jwks));
    return VerifierSet.of(jwkSet, policy, earlier, e -> refused.add(e.getMessage()));
  }

  private VerifierSet set(VerifierSet earlier, Object... jwks) {
    return set(earlier, SignaturePolicy.fastest(), jwks);
  }

  private static @Nullable SignatureVerifier named(
      VerifierSet set, String keyId, SignatureAlgorithm... algorithms) {
    List<SignatureVerifier> fitting = set.fitting(keyId, Set.of(algorithms));
    assertThat(fitting).hasSizeLessThan(2);
    return fitting.isEmpty() ? null : fitting.get(0);
  }

  @Test
  void findsVerifiersByKeyIdAndAlgorithm() {
    VerifierSet set = set(null, EC, RSA, ED);
    assertThat(named(set, "ec", ES256).key().algorithm()).isEqualTo(ES256);
    assertThat(named(set, "rsa", PS256).key().algorithm()).isEqualTo(PS256);
    assertThat(named(set, "ec", ES384)).isNull();
    assertThat(named(set, "EC", ES256)).isNull();
    assertThat(named(set, "", ES256)).isNull();
    assertThat(set.fitting(null, Set.of(ES256, ED25519))).hasSize(2);
    assertThat(set.fitting(null, Set.of(ED25519)).get(0).key().keyId()).isNull();
    assertThat(set.fitting(null, Set.of(ES384))).isEmpty();
    assertThat(refused).isEmpty();
  }

  @Test
  void findsTheKeyForTheAlgorithmAmongSeveralOfOneKeyId() {
    JwkText rsa = SigningKey.generate(RS256).jwk("k");
    VerifierSet set =
        set(
            null,
            RSA.with("kid", "k").with("alg", "RS256"),
            rsa.with("alg", "PS256"),
            EC.with("kid", "k"),
            EC.with("kid", "k").with("use", "enc"),
            ED.with("kid", "k"));
    for (SignatureAlgorithm algorithm : List.of(RS256, PS256, ES256, ED25519)) {
      assertThat(named(set, "k", algorithm).key().algorithm()).isEqualTo(algorithm);
    }
    assertThat(named(set, "k", RS256).key().publicKey())
        .isNotEqualTo(named(set, "k", PS256).key().publicKey());
    assertThat(named(set, "k", ED25519, ED448).key().algorithm()).isEqualTo(ED25519);
    assertThat(named(set, "k", ES384)).isNull();
    assertThat(set.contains(named(set, "k", ES256))).isTrue();

    VerifierSet after = set(set, EC.with("kid", "k"), ED.with("kid", "k"));
    assertThat(named(after, "k", ES256)).isSameAs(named(set, "k", ES256));
    assertThat(after.contains(named(set, "k", ED25519))).isTrue();
    assertThat(after.contains(named(set, "k", PS256))).isFalse();
    assertThat(named(after, "k", PS256)).isNull();
  }

  @Test
  void keepsTheVerifiersOfKeysThatStay() {
    VerifierSet before = set(null, RSA, EC, ED);
    VerifierSet after = set(before, "7", ED, EC.with("use", "sig"), RSA.with("kid", "other"));
    assertThat(named(after, "ec", ES256)).isSameAs(named(before, "ec", ES256));
    assertThat(after.fitting(null, Set.of(ED25519)))
        .isEqualTo(before.fitting(null, Set.of(ED25519)));
    assertThat(named(after, "other", RS256)).isNotNull();
    assertThat(named(after, "rsa", RS256)).isNull();
    assertThat(after.contains(named(before, "ec", ES256))).isTrue();
    assertThat(after.contains(before.fitting(null, Set.of(ED25519)).get(0))).isTrue();
    assertThat(after.contains(named(before, "rsa", RS256))).isFalse();
    assertThat(before.contains(named(before, "rsa", RS256))).isTrue();
  }

  @Test
  void keepsNothingOfKeysWhoseMaterialChanged() {
    VerifierSet before = set(null, EC);
    VerifierSet after = set(before, SigningKey.generate(ES256).jwk("ec"));
    assertThat(after.contains(named(before, "ec", ES256))).isFalse();
    VerifierSet otherwise = set(before, SigningKey.generate(ED25519).jwk());
    assertThat(otherwise.contains(named(before, "ec", ES256))).isFalse();
  }

  @Test
  void tellsEqualVerifiersOfTwoSetsApart() {
    VerifierSet one = set(null, EC, ED);
    VerifierSet other = set(null, EC, ED);
    assertThat(one.contains(named(other, "ec", ES256))).isFalse();
    assertThat(one.contains(other.fitting(null, Set.of(ED25519)).get(0))).isFalse();
  }

  @Test
  void keepsTablesWithTheirKeys() {
    VerifierSet before = set(null, EC, ED, RSA);
    assertThat(before.tables()).isEqualTo(new KeyTables(0, 0, 0, null));
    TabledKey.of(named(before, "ec", ES256));
    TabledKey.of(before.fitting(null, Set.of(ED25519)).get(0));
    assertThat(before.tables()).isEqualTo(new KeyTables(2, 0, 0, null));
    TabledKey.declining(named(before, "rsa", RS256));
    assertThat(before.tables()).isEqualTo(new KeyTables(2, 1, 0, null));

    assertThat(set(null, SigningKey.shared(ES256).jwk("new"), EC).tables().count()).isZero();
    VerifierSet after = set(before, SigningKey.shared(ES256).jwk("new"), EC);
    assertThat(after.tables()).isEqualTo(new KeyTables(1, 0, 0, null));
    assertThat(TabledKey.has(named(after, "ec", ES256))).isTrue();
  }

  @Test
  void leavesOutKeysThatThePolicyCannotVerifyAndSaysWhy() {
    SignaturePolicy sunEc = SignaturePolicy.provider(Security.getProvider("SunEC"));
    VerifierSet set = set(null, sunEc, RSA.with("alg", "RS256"), EC, ED);
    assertThat(named(set, "rsa", RS256)).isNull();
    assertThat(set.fitting(null, Set.of(RS256))).isEmpty();
    assertThat(refused).singleElement().asString().contains("rsa", "SunEC", "RS256");
    byte[] input = {1, 2, 3};
    byte[] signature = SigningKey.shared(ES256).sign(input);
    assertThat(named(set, "ec", ES256).verify(input, signature)).isTrue();

    refused.clear();
    SignaturePolicy none = SignaturePolicy.provider(Security.getProvider("SunJCE"));
    VerifierSet empty = set(null, none, EC, ED);
    assertThat(empty.fitting(null, Set.of(ES256, ED25519))).isEmpty();
    assertThat(empty.tables()).isEqualTo(new KeyTables(0, 0, 0, null));
    assertThat(refused).hasSize(2);
  }
}
