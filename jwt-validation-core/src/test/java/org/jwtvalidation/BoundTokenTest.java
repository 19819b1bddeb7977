// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.token.ConfirmationMethod.JKT;
import static org.jwtvalidation.token.ConfirmationMethod.X5T_S256;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Confirmation;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationResult.Rejected;
import org.jwtvalidation.token.ValidationStep;

/** Tokens that are bound to a key of their sender, validated for callers who check the key. */
class BoundTokenTest {

  private static final Set<ConfirmationMethod> BOTH = Set.of(JKT, X5T_S256);

  private final Scene scene = new Scene();
  private final TokenValidator validator = scene.validator();

  private String bound(@Nullable Object confirmation) {
    return scene.token().claim("cnf", confirmation).compact();
  }

  private static AccessToken assertBound(
      TokenValidator validator, String token, Set<ConfirmationMethod> checked) {
    ValidationResult<AccessToken> result = validator.tryValidate(token, checked);
    assertThat(validator.tryValidateAsync(token, checked).join()).isEqualTo(result);
    return result.orElseThrow();
  }

  private static void assertRefused(
      TokenValidator validator,
      String token,
      Set<ConfirmationMethod> checked,
      Reason reason,
      String claim) {
    ValidationResult<AccessToken> expected =
        new Rejected<>(new Rejection(ValidationStep.CLAIMS_VALIDATION, reason, claim));
    assertThat(validator.tryValidate(token, checked)).isEqualTo(expected);
    assertThat(validator.tryValidateAsync(token, checked).join()).isEqualTo(expected);
  }

  private static void assertUnchecked(
      TokenValidator validator, String token, Set<ConfirmationMethod> checked) {
    assertRefused(validator, token, checked, Reason.SENDER_CONSTRAINED, "cnf");
  }

  @Test
  void acceptsABindingThatTheCallerChecks() {
    assertThat(assertBound(validator, bound(Map.of("jkt", "x")), Set.of(JKT)).confirmation())
        .isEqualTo(new Confirmation("x", null));
    assertThat(assertBound(validator, bound(Map.of("x5t#S256", "y")), BOTH).confirmation())
        .isEqualTo(new Confirmation(null, "y"));
    assertThat(
            assertBound(validator, bound(Map.of("jkt", "x", "x5t#S256", "y")), BOTH).confirmation())
        .isEqualTo(new Confirmation("x", "y"));
    assertThat(assertBound(validator, scene.token().compact(), BOTH).confirmation()).isNull();
  }

  @Test
  void acceptsWhatKeycloakSaysAboutTheKey() {
    Map<String, Object> ofKeycloak = Map.of("jkt", "x", "kc-jkt-type", "DPoP");

    assertThat(assertBound(validator, bound(ofKeycloak), Set.of(JKT)).confirmation())
        .isEqualTo(new Confirmation("x", null));
    assertUnchecked(validator, bound(ofKeycloak), Set.of(X5T_S256));
    for (Map<String, ?> other :
        List.<Map<String, ?>>of(
            Map.of("kc-jkt-type", "DPoP"),
            Map.of("x5t#S256", "y", "kc-jkt-type", "DPoP"),
            Map.of("jkt", "x", "kc-jkt-type", "dpop"),
            Map.of("jkt", "x", "kc-jkt-type", List.of("DPoP")),
            Map.of("jkt", "x", "kc-jkt-type", "DPoP", "kid", "7"),
            Map.of("jkt", "x", "kc-jkt", "DPoP"))) {
      assertUnchecked(validator, bound(other), BOTH);
    }
  }

  @Test
  void rejectsABindingThatTheCallerDoesNotCheck() {
    for (Object confirmation :
        Arrays.asList(
            Map.of(),
            null,
            "jkt",
            List.of("jkt"),
            Map.of("kid", "7"),
            Map.of("jkt", "x", "kid", "7"),
            Map.of("jkt", "x", "x5t#S256", "y"),
            Map.of("x5t#S256", "y"))) {
      assertUnchecked(validator, bound(confirmation), Set.of(JKT));
    }
    assertUnchecked(validator, bound(Map.of("jkt", "x")), Set.of());
    for (Object thumbprint : Arrays.asList(null, 7, List.of("x"))) {
      String token = scene.token().claim("cnf", singleton("jkt", thumbprint)).compact();
      assertRefused(validator, token, BOTH, Reason.CLAIM_MALFORMED, "cnf");
    }
  }

  private static Map<String, @Nullable Object> singleton(String name, @Nullable Object value) {
    Map<String, @Nullable Object> map = new HashMap<>();
    map.put(name, value);
    return map;
  }

  @Test
  void judgesACachedTokenForEachCallerAnew() {
    String token = bound(Map.of("jkt", "x"));

    assertBound(validator, token, Set.of(JKT));
    assertThat(validator.cacheStatistics().hits()).isEqualTo(1);
    assertRejected(
        validator, token, ValidationStep.CLAIMS_VALIDATION, Reason.SENDER_CONSTRAINED, "cnf");
    assertUnchecked(validator, token, Set.of(X5T_S256));
    assertBound(validator, token, BOTH);
    assertThat(validator.cacheStatistics().hits())
        .isEqualTo(validator.cacheStatistics().requests() - 1);
  }

  @Test
  void asksTheCallerAndNotTheConfiguration() {
    TokenValidator elsewhere =
        scene.validator(IssuerConfig.Builder::senderConstraintCheckedElsewhere);
    String other = bound(Map.of("kid", "7"));

    assertUnchecked(elsewhere, other, BOTH);
    assertAccepted(elsewhere, other);
    assertUnchecked(elsewhere, other, BOTH);
    assertBound(elsewhere, bound(Map.of("jkt", "x")), Set.of(JKT));
  }

  @Test
  void acceptsKeycloaksKindOnlyWithAKeyThatTheCallerChecks() {
    String token = scene.token().claim("typ", "DPoP").claim("cnf", Map.of("jkt", "x")).compact();
    String unbound = scene.token().claim("typ", "DPoP").compact();
    String byCertificate =
        scene.token().claim("typ", "DPoP").claim("cnf", Map.of("x5t#S256", "x")).compact();

    assertRefused(validator, token, Set.of(X5T_S256), Reason.TYPE_MISMATCH, "typ");
    assertBound(validator, token, Set.of(JKT));
    assertRejected(validator, token, ValidationStep.CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, "typ");
    assertRefused(validator, token, Set.of(X5T_S256), Reason.TYPE_MISMATCH, "typ");
    for (String keyless : List.of(unbound, byCertificate)) {
      assertRefused(validator, keyless, BOTH, Reason.TYPE_MISMATCH, "typ");
    }

    TokenValidator elsewhere =
        scene.validator(IssuerConfig.Builder::senderConstraintCheckedElsewhere);
    assertAccepted(elsewhere, unbound);
    assertRefused(elsewhere, unbound, BOTH, Reason.TYPE_MISMATCH, "typ");
  }
}
