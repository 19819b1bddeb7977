// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;

class AccessRuleTest {

  private static final AccessRule A = AccessRule.scope("a");
  private static final AccessRule B = AccessRule.scope("b");
  private static final AccessRule X = AccessRule.scope("x");
  private static final AccessRule CLERK = AccessRule.anyRole("clerk");

  /** With scopes a and b, role clerk, group sales, and an actor with one before it. */
  private final AccessToken token = token();

  private static AccessToken token() {
    return token(Map.of("sub", "desk", "act", Map.of("sub", "robot")));
  }

  private static AccessToken token(@Nullable Object act) {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    TokenBuilder builder = issuer.token().scope("a", "b").claim("groups", List.of("sales"));
    if (act != null) {
      builder.claim("act", act);
    }
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(
                issuer
                    .config()
                    .audience(TestIssuer.AUDIENCE)
                    .roles(RoleMapper.keycloakRealm())
                    .build())
            .build()) {
      return validator.validate(
          builder.claim("realm_access", Map.of("roles", List.of("clerk"))).compact());
    }
  }

  private void assertAdmits(AccessRule rule) {
    assertThat(rule.admits(token)).isTrue();
  }

  private void assertRefuses(AccessRule rule, String... neededScopes) {
    assertThat(rule.admits(token)).isFalse();
    Demand needed = rule.needed(token);
    assertThat(needed == null ? List.of() : needed.scopes()).isEqualTo(List.of(neededScopes));
  }

  @Test
  void asksForScopes() {
    assertAdmits(AccessRule.anyToken());
    assertAdmits(A);
    assertRefuses(X, "x");
    assertRefuses(AccessRule.scope("A"), "A");
    assertAdmits(AccessRule.anyScope("x", "b"));
    assertRefuses(AccessRule.anyScope("x", "y"), "x");
    assertAdmits(AccessRule.allScopes("a", "b"));
    assertRefuses(AccessRule.allScopes("a", "x"), "a", "x");
  }

  @Test
  void asksForRolesAndGroups() {
    assertAdmits(CLERK);
    assertAdmits(AccessRule.anyRole("boss", "clerk"));
    assertRefuses(AccessRule.anyRole("boss"));
    assertAdmits(AccessRule.anyGroup("sales", "hr"));
    assertRefuses(AccessRule.anyGroup("Sales"));
  }

  @Test
  void asksForTheOutermostActorOfAnIssuer() {
    AccessRule desk = AccessRule.actor("https://issuer.example", "desk");
    assertAdmits(desk);
    assertAdmits(desk.and(A));
    assertRefuses(desk.and(X), "x");
    assertRefuses(AccessRule.actor("https://issuer.example", "Desk"));
    assertRefuses(AccessRule.actor("https://issuer.example/", "desk"));
    assertRefuses(AccessRule.actor("https://issuer.example", "robot"));
    assertRefuses(AccessRule.actor("https://issuer.example", "test-user"));
    assertThat(desk.admits(token(null))).isFalse();
    assertThat(desk.admits(token(Map.of("client_id", "desk")))).isFalse();
    assertThat(desk.admits(token(Map.of("sub", "desk", "iss", "https://admin.example")))).isFalse();
    assertThat(
            AccessRule.actor("https://admin.example", "desk")
                .admits(token(Map.of("sub", "desk", "iss", "https://admin.example"))))
        .isTrue();
  }

  @Test
  void givesAnActorNoRightOfItsOwn() {
    for (AccessRule rule : List.of(A, X, CLERK, AccessRule.anyGroup("robots"))) {
      Map<String, Object> mighty =
          Map.of("sub", "desk", "scope", "x", "groups", List.of("robots"), "roles", List.of("x"));
      assertThat(rule.admits(token(mighty))).isEqualTo(rule.admits(token(null)));
    }
  }

  @Test
  void combinesRules() {
    AccessRule boss = AccessRule.anyRole("boss");
    assertAdmits(A.and(B));
    assertAdmits(X.or(A));
    assertAdmits(X.or(CLERK));
    assertRefuses(A.and(X), "a", "x");
    assertRefuses(X.and(X), "x");
    assertRefuses(X.or(AccessRule.scope("y")), "x");
    assertRefuses(boss.or(X), "x");
    assertRefuses(A.and(boss));
    assertRefuses(boss.and(X));
    assertRefuses(CLERK.and(X), "x");
    assertRefuses(AccessRule.anyScope("x", "b").and(X), "b", "x");
  }

  @Test
  void namesTheScopesThatSuffice() {
    AccessRule boss = AccessRule.anyRole("boss");
    assertRefuses(AccessRule.anyScope("x", "b").and(boss));
    assertRefuses(A.and(boss).or(X), "x");
    assertRefuses(X.or(A).and(AccessRule.scope("y")), "a", "y");
    assertRefuses(A.or(X).and(AccessRule.scope("y")), "a", "y");
    assertRefuses(boss.or(AccessRule.anyGroup("hr")));
  }

  /** Without a token, nothing is known of roles and the like. */
  @Test
  void namesTheScopesOfATokenThatIsYetToCome() {
    AccessRule boss = AccessRule.anyRole("boss");
    AccessRule gold = AccessRule.authentication().acr("gold");
    assertThat(AccessRule.anyToken().scopes()).isEmpty();
    assertThat(A.scopes()).containsExactly("a");
    assertThat(AccessRule.anyScope("x", "b").scopes()).containsExactly("x");
    assertThat(AccessRule.allScopes("a", "x").scopes()).containsExactly("a", "x");
    assertThat(boss.scopes()).isEmpty();
    assertThat(boss.and(A).and(X).and(A).scopes()).containsExactly("a", "x");
    assertThat(gold.and(A).scopes()).containsExactly("a");
    assertThat(X.or(A).scopes()).containsExactly("x");
    assertThat(boss.or(A).scopes()).containsExactly("a");
    assertThat(boss.and(X).or(A).scopes()).containsExactly("a");
    assertThat(boss.and(X).or(CLERK).scopes()).containsExactly("x");
    assertThat(gold.or(A).scopes()).isEmpty();
    assertThat(AccessRule.anyToken().or(A).scopes()).isEmpty();
    assertThat(boss.or(X.or(A)).and(B).scopes()).containsExactly("x", "b");
  }

  @Test
  void asksWhatTheUserAsks() {
    assertAdmits(AccessRule.matching(any -> any.subject() != null));
    assertRefuses(AccessRule.matching(any -> false));
    assertRefuses(
        AccessRule.matching(any -> {
          throw new IllegalStateException("broken");
        }));
    assertRefuses(AccessRule.matching(AccessRuleTest::failChecked));
  }

  @Test
  void logsAFailureWithoutWhatItSaysOfTheToken() {
    try (CapturedLog log = new CapturedLog()) {
      assertRefuses(
          AccessRule.matching(any -> {
            throw new IllegalStateException("alice", new IllegalArgumentException("alice\nroot"));
          }));
      assertThat(log.text())
          .contains(
              "an access rule failed",
              "Exception: java.lang.IllegalStateException",
              "Caused by: java.lang.Exception: java.lang.IllegalArgumentException",
              "at org.jwtvalidation.http.AccessRuleTest.")
          .doesNotContain("alice");
    }
  }

  /** As a lambda of Kotlin can. */
  @SuppressWarnings("unchecked")
  private static <X extends Exception> boolean failChecked(AccessToken any) throws X {
    throw (X) new IOException("broken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\"b", "a\\b", "\u00e4", "a\r\nb", "a\u007f"})
  void refusesWhatIsNoScope(String scope) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AccessRule.scope(scope))
        .withMessageStartingWith("scope: \"")
        .withMessageContaining("is not a scope token")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\r"));
    assertThatIllegalArgumentException().isThrownBy(() -> AccessRule.anyScope("a", scope));
    assertThatIllegalArgumentException().isThrownBy(() -> AccessRule.allScopes("a", scope));
  }

  @Test
  void refusesToAskForNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AccessRule.anyScope())
        .withMessage("scopes: none given; name at least one");
    assertThatIllegalArgumentException().isThrownBy(() -> AccessRule.allScopes());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AccessRule.anyRole())
        .withMessage("roles: none given; name at least one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AccessRule.anyGroup("sales", " "))
        .withMessage("groups: blank; give each a name");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AccessRule.actor("https://issuer.example", ""))
        .withMessage("actor: blank; give each a name");
  }
}
