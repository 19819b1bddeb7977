// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** Which steps a monitor sees of a token from the cache. */
class MonitorOfCachedTokensTest {

  private final Scene scene = new Scene();
  private final List<String> told = new ArrayList<>();

  private class Steps implements TokenValidatorMonitor, TokenValidatorMonitor.Recording {

    @Override
    public Recording begin(TokenType type) {
      told.clear();
      return this;
    }

    @Override
    public void completed(ValidationStep step) {
      told.add(step.name());
    }

    @Override
    public void ended(Report report) {
      Rejection rejection = report.rejection();
      told.add(
          report.outcome()
              + " in "
              + report.step()
              + (rejection == null ? "" : " as " + rejection.reason()));
    }
  }

  @Test
  void seesThePartOfTheClaimsThatDependsOnTheCaller() {
    TokenValidator validator = scene.builder(scene.config().build()).monitor(new Steps()).build();
    Set<ConfirmationMethod> proofs = Set.of(ConfirmationMethod.JKT);
    String bound = scene.token().claim("cnf", Map.of("jkt", "a-thumbprint")).compact();

    assertThat(validator.tryValidate(bound, proofs).isAccepted()).isTrue();
    assertThat(validator.tryValidate(bound, proofs).isAccepted()).isTrue();
    assertThat(told)
        .containsExactly(
            "TOKEN_FORMAT_CHECK",
            "CACHE_LOOKUP",
            "CLAIMS_VALIDATION",
            "ACCEPTED in CLAIMS_VALIDATION");
    assertThat(validator.tryValidate(bound).isAccepted()).isFalse();
    assertThat(told)
        .containsExactly(
            "TOKEN_FORMAT_CHECK",
            "CACHE_LOOKUP",
            "REJECTED in CLAIMS_VALIDATION as SENDER_CONSTRAINED");
  }

  /** By a monitor, before the part of the claims is checked that depends on the caller. */
  @Test
  void seesNoBoundTokenAcceptedWhoseIssuerIsForgottenMeanwhile() {
    AtomicReference<TokenValidator> validator = new AtomicReference<>();
    validator.set(
        TokenValidator.builder()
            .issuerResolver(name -> scene.config().build())
            .clock(scene.clock)
            .monitor(
                new Steps() {
                  @Override
                  public void completed(ValidationStep step) {
                    super.completed(step);
                    if (told.equals(List.of("TOKEN_FORMAT_CHECK", "CACHE_LOOKUP"))) {
                      validator.get().forgetIssuer(Scene.ISSUER);
                    }
                  }
                })
            .build());
    Set<ConfirmationMethod> proofs = Set.of(ConfirmationMethod.JKT);
    String bound = scene.token().claim("cnf", Map.of("jkt", "a-thumbprint")).compact();

    assertThat(validator.get().tryValidate(bound, proofs).isAccepted()).isTrue();
    assertThat(validator.get().tryValidate(bound, proofs))
        .isInstanceOf(ValidationResult.Undecided.class);
    assertThat(told)
        .containsExactly(
            "TOKEN_FORMAT_CHECK",
            "CACHE_LOOKUP",
            "CLAIMS_VALIDATION",
            "UNDECIDED in KEY_RESOLUTION");
  }

  @Test
  void seesTheChecksOfATokenWhoseIssuerIsForgottenMeanwhile() {
    AtomicBoolean forgetting = new AtomicBoolean();
    AtomicReference<TokenValidator> validator = new AtomicReference<>();
    IssuerConfig config =
        scene
            .config()
            .claimCheck(
                "forgets",
                claims -> !forgetting.get() || validator.get().forgetIssuer(Scene.ISSUER))
            .build();
    validator.set(
        TokenValidator.builder()
            .issuerResolver(name -> config)
            .clock(scene.clock)
            .monitor(new Steps())
            .build());
    String token = scene.token().compact();

    assertThat(validator.get().tryValidate(token).isAccepted()).isTrue();
    forgetting.set(true);
    assertThat(validator.get().tryValidate(token)).isInstanceOf(ValidationResult.Undecided.class);
    assertThat(told)
        .containsExactly(
            "TOKEN_FORMAT_CHECK", "CACHE_LOOKUP", "CUSTOM_CHECKS", "UNDECIDED in TOKEN_BUILDING");
  }
}
