// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationResult;

/** The examples do what the page about tests says. */
@Timeout(300)
class TestingSnippetsTest {

  private static Reason reason(ValidationResult<AccessToken> result) {
    assertThat(result).isInstanceOf(ValidationResult.Rejected.class);
    return ((ValidationResult.Rejected<AccessToken>) result).rejection().reason();
  }

  @Test
  void showsTestsThatSucceed() {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(TestingSnippets.WithJUnit.OrdersTest.class))
                .build(),
            summary);
    assertThat(summary.getSummary().getFailures())
        .extracting(failure -> failure.getException().toString())
        .isEmpty();
    assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(2);
  }

  @Test
  void showsAnswersAsTheirCommentsSay() {
    List<ValidationResult<AccessToken>> results = TestingSnippets.plain();
    assertThat(results.get(0).isAccepted()).isTrue();
    assertThat(reason(results.get(1))).isEqualTo(Reason.EXPIRED);
  }

  @Test
  void showsTokensThatAreRejectedAsTheirCommentsSay() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().build()) {
      assertThat(TestingSnippets.rejected(issuer).stream().map(validator::tryValidate))
          .extracting(TestingSnippetsTest::reason)
          .containsExactly(
              Reason.EXPIRED,
              Reason.AUDIENCE_MISMATCH,
              Reason.ISSUER_UNKNOWN,
              Reason.CLAIM_MISSING,
              Reason.TYPE_MISMATCH,
              Reason.UNSECURED_TOKEN,
              Reason.KEY_UNKNOWN,
              Reason.SIGNATURE_INVALID,
              Reason.MALFORMED_JSON);
    }
  }

  @Test
  void showsTokensThatAreAccepted() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    DpopClient client = DpopClient.create();
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(
                issuer
                    .config()
                    .audience(issuer.audience())
                    .senderConstraintCheckedElsewhere()
                    .build())
            .build()) {
      assertThat(TestingSnippets.accepted(issuer, client).stream().map(validator::tryValidate))
          .allMatch(ValidationResult::isAccepted);
    }
  }

  @Test
  void showsAProof() {
    URI uri = URI.create("https://orders.example/orders");
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");

    assertThat(TestingSnippets.proof(issuer, uri)).matches("[\\w-]+\\.[\\w-]+\\.[\\w-]+");
  }

  @Test
  void showsARotationThatAValidatorSees() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().build()) {
      validator.warmUp();
      List<ValidationResult<AccessToken>> results = TestingSnippets.rotation(issuer, validator);
      assertThat(results.get(0).isAccepted()).isTrue();
      assertThat(reason(results.get(1))).isEqualTo(Reason.KEY_UNKNOWN);
    }
  }

  private static TokenValidator impatient(TestIssuer issuer) {
    KeySource keys =
        HttpKeySource.discovered(issuer.issuer())
            .allowLoopbackHttp()
            .totalTimeout(Duration.ofMillis(300))
            .build();
    return TokenValidator.builder()
        .issuer(issuer.config().audience(issuer.audience()).keySource(keys).build())
        .build();
  }

  private static TokenValidator knowingTheUri(TestIssuer issuer) {
    KeySource keys = HttpKeySource.jwksUri(issuer.jwksUri()).allowLoopbackHttp().build();
    return TokenValidator.builder()
        .issuer(issuer.config().audience(issuer.audience()).keySource(keys).build())
        .build();
  }

  @Test
  void showsFailuresThatLeaveNoKeys() {
    try (TestIssuer issuer = TestIssuer.start()) {
      List<Runnable> failures = TestingSnippets.failures(issuer);
      // The last one begins with an answer that is good.
      for (int i = 0; i < failures.size() - 1; i++) {
        failures.get(i).run();
        // Only a connection that is dropped and an answer that stalls take until a time-out.
        try (TokenValidator validator =
            i == 1 || i == 5 ? impatient(issuer) : issuer.validator().build()) {
          assertThat(validator.tryValidate(issuer.token().compact()))
              .isInstanceOf(ValidationResult.Undecided.class);
        }
        issuer.recover();
      }
      failures.get(2).run();
      try (TokenValidator validator = knowingTheUri(issuer)) {
        assertThat(validator.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
      }
      issuer.recover();
      failures.get(failures.size() - 1).run();
      try (TokenValidator validator = issuer.validator().build()) {
        assertThat(validator.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
        issuer.rotate();
        assertThat(validator.tryValidate(issuer.token().compact()).isAccepted()).isFalse();
      }
    }
  }
}
