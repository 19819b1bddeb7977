// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySourceException;

class ValidationResultTest {

  private final Scene scene = new Scene();

  private static String told(ValidationResult<AccessToken> result) {
    return result.map(
        AccessToken::issuer,
        rejection -> rejection.reason().name(),
        unavailable -> String.valueOf(unavailable.getMessage()));
  }

  @Test
  void givesTheTokenIfItIsAccepted() {
    ValidationResult<AccessToken> result = scene.validator().tryValidate(scene.token().compact());

    assertThat(result.isAccepted()).isTrue();
    assertThat(result.orElseThrow().issuer()).isEqualTo(Scene.ISSUER);
    assertThat(told(result)).isEqualTo(Scene.ISSUER);
  }

  @Test
  void throwsWhatTheTokenIsRejectedFor() {
    ValidationResult<AccessToken> result = scene.validator().tryValidate("");

    assertThat(result.isAccepted()).isFalse();
    assertThatThrownBy(result::orElseThrow)
        .isInstanceOfSatisfying(
            TokenRejectedException.class,
            e -> assertThat(e.rejection().reason()).isEqualTo(Reason.TOKEN_EMPTY));
    assertThat(told(result)).isEqualTo("TOKEN_EMPTY");
  }

  @Test
  void throwsWhyThereAreNoKeys() {
    TokenValidator validator =
        scene.validator(config ->
            config.keySource(() -> {
              throw new KeySourceException("no keys today", null);
            }));
    ValidationResult<AccessToken> result = validator.tryValidate(scene.token().compact());

    assertThat(result.isAccepted()).isFalse();
    assertThatThrownBy(result::orElseThrow)
        .isInstanceOf(UndecidedException.class)
        .hasMessage(Scene.ISSUER + ": no keys today");
    assertThat(told(result)).isEqualTo(Scene.ISSUER + ": no keys today");
  }
}
