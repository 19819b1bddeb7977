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

class TokenLimitsTest {

  private static final int ENOUGH = 4096;

  private final Scene scene = new Scene();

  private TokenValidator validator(TokenLimits limits) {
    return scene.builder(scene.config().build()).limits(limits).build();
  }

  @Test
  void hasTheDefaultsOfTheManual() {
    assertThat(TokenLimits.defaults()).isEqualTo(new TokenLimits(16_384, 4096, 8192, 256, 16, 256));
  }

  @Test
  void refusesBoundsOutOfRangeAndSaysWhatToDo() {
    Map<String, IntFunction<TokenLimits>> options =
        Map.of(
            "tokenLength", value -> new TokenLimits(value, 1, 1, 1, 1, 1),
            "headerLength", value -> new TokenLimits(1, value, 1, 1, 1, 1),
            "stringLength", value -> new TokenLimits(1, 1, value, 1, 1, 1),
            "members", value -> new TokenLimits(1, 1, 1, value, 1, 1),
            "depth", value -> new TokenLimits(1, 1, 1, 1, value, 1),
            "keyIdLength", value -> new TokenLimits(1, 1, 1, 1, 1, value));
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

    assertAccepted(validator(new TokenLimits(length, ENOUGH, ENOUGH, 100, 16, 100)), token);
    assertRejected(
        validator(new TokenLimits(length - 1, ENOUGH, ENOUGH, 100, 16, 100)),
        token,
        ValidationStep.TOKEN_FORMAT_CHECK,
        Reason.TOKEN_TOO_LARGE);
  }

  @Test
  void boundsTheHeaderToTheCharacter() {
    String token = scene.token().compact();
    int length = token.indexOf('.');

    assertAccepted(validator(new TokenLimits(ENOUGH, length, ENOUGH, 100, 16, 100)), token);
    assertLimitExceeded(new TokenLimits(ENOUGH, length - 1, ENOUGH, 100, 16, 100), token);
  }

  @Test
  void boundsStringsAndNamesToTheCharacter() {
    String longest = "x".repeat(100);
    TokenLimits enough = new TokenLimits(ENOUGH, ENOUGH, 100, 100, 16, 100);
    TokenLimits tooFew = new TokenLimits(ENOUGH, ENOUGH, 99, 100, 16, 100);
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

    assertAccepted(validator(new TokenLimits(ENOUGH, ENOUGH, ENOUGH, members, 16, 100)), token);
    assertLimitExceeded(new TokenLimits(ENOUGH, ENOUGH, ENOUGH, members - 1, 16, 100), token);
  }

  @Test
  void countsTheClaimsSetAsTheFirstLevel() {
    String flat = scene.token().compact();
    String deeper = scene.token().claim("x", List.of(Map.of())).compact();

    assertAccepted(validator(new TokenLimits(ENOUGH, ENOUGH, ENOUGH, 100, 1, 100)), flat);
    assertAccepted(validator(new TokenLimits(ENOUGH, ENOUGH, ENOUGH, 100, 3, 100)), deeper);
    assertLimitExceeded(new TokenLimits(ENOUGH, ENOUGH, ENOUGH, 100, 2, 100), deeper);
  }

  @Test
  void boundsTheKeyIdToTheCharacter() {
    String token = scene.token().compact();
    int length = scene.key().keyId().length();

    assertAccepted(validator(new TokenLimits(ENOUGH, ENOUGH, ENOUGH, 100, 16, length)), token);
    assertRejected(
        validator(new TokenLimits(ENOUGH, ENOUGH, ENOUGH, 100, 16, length - 1)),
        token,
        ValidationStep.HEADER_VALIDATION,
        Reason.LIMIT_EXCEEDED,
        "kid");
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
