// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

class TokenLimitsTest {

  private static final TokenLimits DEFAULTS = TokenLimits.defaults();

  private final Scene scene = new Scene();

  private TokenValidator validator(TokenLimits limits) {
    return scene.builder(scene.config().build()).limits(limits).build();
  }

  @Test
  void hasTheDefaultsOfTheManual() {
    TokenLimits limits = TokenLimits.defaults();
    assertThat(limits.tokenLength()).isEqualTo(16_384);
    assertThat(limits.headerLength()).isEqualTo(4096);
    assertThat(limits.stringLength()).isEqualTo(8192);
    assertThat(limits.members()).isEqualTo(256);
    assertThat(limits.depth()).isEqualTo(16);
  }

  @Test
  void changesOneBoundAtATime() {
    TokenLimits changed =
        TokenLimits.defaults()
            .withTokenLength(1)
            .withHeaderLength(2)
            .withStringLength(3)
            .withMembers(4)
            .withDepth(5)
            .withTokenLength(7);

    assertThat(
            List.of(
                changed.tokenLength(),
                changed.headerLength(),
                changed.stringLength(),
                changed.members(),
                changed.depth()))
        .containsExactly(7, 2, 3, 4, 5);
    hasTheDefaultsOfTheManual();
  }

  @Test
  void refusesBoundsOutOfRangeAndSaysWhatToDo() {
    Map<String, IntFunction<TokenLimits>> options =
        Map.of(
            "tokenLength", TokenLimits.defaults()::withTokenLength,
            "headerLength", TokenLimits.defaults()::withHeaderLength,
            "stringLength", TokenLimits.defaults()::withStringLength,
            "members", TokenLimits.defaults()::withMembers,
            "depth", TokenLimits.defaults()::withDepth);
    options.forEach((option, limits) -> {
      int max = option.equals("depth") ? 64 : 1_048_576;
      for (int wrong : new int[] {Integer.MIN_VALUE, -1, 0, max + 1, Integer.MAX_VALUE}) {
        assertThatThrownBy(() -> limits.apply(wrong))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                option
                    + ": "
                    + wrong
                    + " is not between 1 and "
                    + max
                    + "; choose a value in between");
      }
      assertThat(limits.apply(1)).isNotNull();
      assertThat(limits.apply(max)).isNotNull();
    });
  }

  @Test
  void boundsTheTokenToTheCharacter() {
    String token = scene.token().compact();
    int length = token.length();

    assertAccepted(validator(DEFAULTS.withTokenLength(length)), token);
    assertRejected(
        validator(DEFAULTS.withTokenLength(length - 1)),
        token,
        ValidationStep.TOKEN_FORMAT_CHECK,
        Reason.TOKEN_TOO_LARGE);
  }

  @Test
  void boundsTheHeaderToTheCharacter() {
    String token = scene.token().compact();
    int length = token.indexOf('.');

    assertAccepted(validator(DEFAULTS.withHeaderLength(length)), token);
    assertLimitExceeded(DEFAULTS.withHeaderLength(length - 1), token);
  }

  @Test
  void boundsStringsAndNamesToTheCharacter() {
    String longest = "x".repeat(100);
    TokenLimits enough = DEFAULTS.withStringLength(100);
    TokenLimits tooFew = DEFAULTS.withStringLength(99);
    for (TokenBuilder builder :
        List.of(
            scene.token().claim("x", longest),
            scene.token().claim(longest, 1),
            scene.token().claim("x", List.of(longest)),
            scene.token().header("x", longest),
            scene.token().header(longest, 1))) {
      String token = builder.compact();
      assertAccepted(validator(enough), token);
      assertLimitExceeded(tooFew, token);
    }
  }

  @Test
  void countsMembersAtAllLevels() {
    String token = scene.token().claim("x", Map.of("a", 1, "b", Map.of("c", 1))).compact();
    int members = assertAccepted(scene.validator(), token).claims().asMap().size() + 3;

    assertAccepted(validator(DEFAULTS.withMembers(members)), token);
    assertLimitExceeded(DEFAULTS.withMembers(members - 1), token);
  }

  @Test
  void countsTheClaimsSetAsTheFirstLevel() {
    String flat = scene.token().compact();
    String deeper = scene.token().claim("x", List.of(Map.of())).compact();

    assertAccepted(validator(DEFAULTS.withDepth(1)), flat);
    assertAccepted(validator(DEFAULTS.withDepth(3)), deeper);
    assertLimitExceeded(DEFAULTS.withDepth(2), deeper);
  }

  @Test
  void takesTokensOfNothingButWhiteSpaceForEmpty() {
    TokenValidator validator = scene.validator();
    for (String blank : List.of("", " ", "\n", "\t\r\n ", "\u2003", " ".repeat(16_384))) {
      assertRejected(validator, blank, ValidationStep.TOKEN_FORMAT_CHECK, Reason.TOKEN_EMPTY);
    }
    assertRejected(validator, null, ValidationStep.TOKEN_FORMAT_CHECK, Reason.TOKEN_EMPTY);
    assertRejected(
        validator, " ".repeat(16_385), ValidationStep.TOKEN_FORMAT_CHECK, Reason.TOKEN_TOO_LARGE);
  }

  private void assertLimitExceeded(TokenLimits limits, String token) {
    assertRejected(validator(limits), token, ValidationStep.TOKEN_PARSING, Reason.LIMIT_EXCEEDED);
  }
}
