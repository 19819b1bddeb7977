// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

class ExhibitTest {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final StepClock clock = new StepClock();
  private final TokenValidator validator =
      TokenValidator.builder()
          .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
          .monitor(clock)
          .build();

  @Test
  void keepsTheWayOfATokenApartFromThatOfAHit() {
    List<String> tokens = List.of(issuer.token().compact());
    Exhibit miss = Exhibit.accepted("miss", tokens);
    Exhibit hit = Exhibit.acceptedFromCache("hit", tokens);
    miss.validate(validator, clock, 0);
    hit.validate(validator, clock, 0);
    miss.validate(validator, clock, 1);
    assertThat(miss.typical().steps())
        .contains(ValidationStep.SIGNATURE_VALIDATION, ValidationStep.CACHE_STORE);
    assertThat(miss.remark()).isEmpty();
    assertThat(hit.typical().steps())
        .containsExactly(ValidationStep.TOKEN_FORMAT_CHECK, ValidationStep.CACHE_LOOKUP);
    assertThat(hit.remark()).isEqualTo("from the cache");
    assertThat(hit.isAccepted()).isTrue();
  }

  @Test
  void endsTheWayOfARejectedTokenWithTheStepThatRejectsIt() {
    Exhibit exhibit =
        Exhibit.rejected(
            "foreign", Reason.AUDIENCE_MISMATCH, issuer.token().audience("x").compact());
    exhibit.validate(validator, clock, 0);
    assertThat(exhibit.isAccepted()).isFalse();
    assertThat(exhibit.remark()).isEqualTo("AUDIENCE_MISMATCH (aud)");
    List<ValidationStep> steps = exhibit.typical().steps();
    assertThat(steps.get(steps.size() - 1)).isEqualTo(ValidationStep.CLAIMS_VALIDATION);
  }

  @Test
  void failsOnAnAnswerThatIsNotExpected() {
    String valid = issuer.token().compact();
    String unsecured = issuer.token().unsecured().compact();
    assertThatThrownBy(
            () -> Exhibit.rejected("good", Reason.EXPIRED, valid).validate(validator, clock, 0))
        .hasMessage("the token \"good\" was to be rejected for EXPIRED, but was accepted");
    assertThatThrownBy(
            () -> Exhibit.accepted("bad", List.of(unsecured)).validate(validator, clock, 0))
        .hasMessage("the token \"bad\" was to be accepted, but was rejected for UNSECURED_TOKEN");
    issuer.withdraw(issuer.key(SignatureAlgorithm.ES256));
    assertThatThrownBy(() -> Exhibit.accepted("late", List.of(valid)).validate(validator, clock, 0))
        .hasMessage("the token \"late\" was to be accepted, but was not decided on");
  }

  @Test
  void hasNothingToShowBeforeTheFirstValidation() {
    Exhibit exhibit = Exhibit.accepted("new", List.of(issuer.token().compact()));
    assertThatThrownBy(exhibit::typical).isInstanceOf(IllegalStateException.class);
  }
}
