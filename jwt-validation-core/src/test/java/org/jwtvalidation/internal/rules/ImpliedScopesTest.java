// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Scene;
import org.jwtvalidation.ScopeMapper;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

class ImpliedScopesTest {

  private final Scene scene = new Scene();

  private static IssuerConfig.Builder declared(IssuerConfig.Builder config) {
    return config.impliedScopes("admin", "write").impliedScopes("write", "read", "list");
  }

  private AccessToken token(String claim, Object scopes) {
    return assertAccepted(
        scene.validator(ImpliedScopesTest::declared), scene.token().claim(claim, scopes).compact());
  }

  @Test
  void followsAllTheWayDown() {
    AccessToken token = token("scope", "admin");

    assertThat(token.scopes()).containsExactly("admin", "write", "read", "list");
    assertThat(token.hasScope("read")).isTrue();
    assertThat(token.hasAllScopes("write", "list")).isTrue();
    assertThat(token.claims().get("scope")).isEqualTo("admin");
  }

  @Test
  void impliesNothingUpwardsOrSideways() {
    assertThat(token("scope", "read").scopes()).containsExactly("read");
    assertThat(token("scope", "read").hasScope("write")).isFalse();
    assertThat(token("scope", "Admin other").scopes()).containsExactly("Admin", "other");
    assertThat(token("scope", "").scopes()).isEmpty();
    assertThat(assertAccepted(scene.validator(), scene.token().scope("admin").compact()).scopes())
        .containsExactly("admin");
  }

  @Test
  void namesEachScopeOnce() {
    assertThat(token("scope", "list write other admin").scopes())
        .containsExactly("list", "write", "other", "admin", "read");
    assertThat(token("scp", List.of("write", "x")).scopes())
        .containsExactly("write", "x", "read", "list");
  }

  @Test
  void followsWhatAMapperFinds() {
    TokenValidator mapped =
        scene.validator(config -> declared(config).scopes(ScopeMapper.claim("perms")));

    AccessToken token =
        assertAccepted(mapped, scene.token().claim("perms", "write").scope("admin").compact());
    assertThat(token.scopes()).containsExactly("write", "read", "list");
    assertRejected(
        mapped,
        scene.token().claim("perms", 7).compact(),
        ValidationStep.CUSTOM_CHECKS,
        Reason.CLAIM_CHECK_FAILED,
        "scopes");
    assertRejected(
        scene.validator(config -> declared(config).scopes(claims -> Arrays.asList("a", null))),
        scene.token().compact(),
        ValidationStep.CUSTOM_CHECKS,
        Reason.CLAIM_CHECK_FAILED,
        "scopes");
  }

  @Test
  void stillRejectsScopesOfAnotherType() {
    assertRejected(
        scene.validator(ImpliedScopesTest::declared),
        scene.token().claim("scope", 7).compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.CLAIM_MALFORMED,
        "scope");
  }

  @Test
  void acceptsSeveralWaysToOneScope() {
    IssuerConfig.Builder config =
        scene
            .config()
            .impliedScopes("top", "left", "right")
            .impliedScopes("left", "bottom")
            .impliedScopes("right", "bottom")
            .impliedScopes("right", "edge");
    assertThat(
            assertAccepted(
                    scene.builder(config.build()).build(), scene.token().scope("top").compact())
                .scopes())
        .containsExactly("top", "left", "right", "bottom", "edge");
    assertThat(config.build()).asString().contains("impliedScopes=[left, right, top]");
  }

  @Test
  void refusesAScopeThatImpliesItself() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scene.config().impliedScopes("a", "a").build())
        .withMessage("impliedScopes: a implies itself, by [a]; leave out one of these steps");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> declared(scene.config()).impliedScopes("read", "admin").build())
        .withMessage(
            "impliedScopes: admin implies itself, by [admin, write, read]; leave out one of these"
                + " steps");
  }

  private static IssuerConfig.Builder chain(IssuerConfig.Builder config, int scopes) {
    for (int i = 1; i < scopes; i++) {
      config.impliedScopes("s" + i, "s" + (i + 1));
    }
    return config;
  }

  @Test
  void isBounded() {
    assertThat(
            assertAccepted(
                    scene.validator(config -> chain(config, ImpliedScopes.MAX_SCOPES)),
                    scene.token().scope("s1").compact())
                .scopes())
        .hasSize(256);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> chain(scene.config(), 257).build())
        .withMessage("impliedScopes: 257 scopes are more than 256; leave some out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\"b", "a\\b", "\u00e4", "a\r\nb"})
  void refusesWhatIsNoScope(String scope) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scene.config().impliedScopes(scope, "read"))
        .withMessageStartingWith("impliedScopes: \"")
        .withMessageContaining("is not a scope token of RFC 6749 section 3.3; use visible")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\r"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scene.config().impliedScopes("admin", "read", scope));
  }

  @Test
  void refusesToImplyNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scene.config().impliedScopes("admin"))
        .withMessage("impliedScopes: none given for a scope; name at least one");
    assertThatNullPointerException()
        .isThrownBy(() -> scene.config().impliedScopes("admin", (String) null));
    assertThatNullPointerException().isThrownBy(() -> scene.config().impliedScopes(null, "read"));
  }

  @Test
  void isNotChangedByItsBuilderLater() {
    IssuerConfig.Builder builder = declared(scene.config());
    IssuerConfig before = builder.build();
    builder.impliedScopes("read", "peek");

    String token = scene.token().scope("read").compact();
    assertThat(assertAccepted(scene.builder(before).build(), token).scopes())
        .containsExactly("read");
    assertThat(assertAccepted(scene.builder(builder.build()).build(), token).scopes())
        .containsExactly("read", "peek");
  }
}
