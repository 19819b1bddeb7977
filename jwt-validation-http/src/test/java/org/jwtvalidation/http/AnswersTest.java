// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.UndecidedException;

/** Compares the table of answers in the manual with the answers. */
class AnswersTest {

  private static final Path PAGE = Path.of("../doc/http.adoc");
  private static final TestIssuer ISSUER = TestIssuer.offline("https://issuer.example");

  private static final AccessRule READ = AccessRule.scope("orders:read");

  private final CapturedLog log = new CapturedLog();
  private final HttpMetricsMonitor monitor = new HttpMetricsMonitor();

  @AfterEach
  void close() {
    log.close();
  }

  private List<String> lines() {
    return log.records().stream()
        .filter(logged -> logged.getLoggerName().startsWith("org.jwtvalidation.http."))
        .map(LogRecord::getMessage)
        .toList();
  }

  private BearerAnswer answer(TokenValidator.Builder builder, FieldsRequest request) {
    return answer(builder, request, READ);
  }

  private BearerAnswer answer(
      TokenValidator.Builder builder, FieldsRequest request, AccessRule rule) {
    try (TokenValidator validator = builder.build()) {
      return BearerAuthenticator.builder(validator)
          .realm("orders")
          .monitor(monitor)
          .build()
          .authenticate(request, rule);
    }
  }

  static List<Arguments> refused() {
    String good = ISSUER.token().scope("orders:read").compact();
    return List.of(
        Arguments.of(RequestOutcome.MISSING_TOKEN, FieldsRequest.of()),
        Arguments.of(RequestOutcome.MISSING_TOKEN, FieldsRequest.of("Basic eDp5")),
        Arguments.of(RequestOutcome.INVALID_REQUEST, FieldsRequest.of("Bearer " + good, "Basic x")),
        Arguments.of(RequestOutcome.INVALID_REQUEST, FieldsRequest.of("Bearer")),
        Arguments.of(RequestOutcome.INVALID_REQUEST, FieldsRequest.bearer(good + ", Basic x")),
        Arguments.of(RequestOutcome.INVALID_REQUEST, FieldsRequest.bearer("\"" + good + "\"")),
        Arguments.of(
            RequestOutcome.INVALID_TOKEN, FieldsRequest.bearer(ISSUER.token().expired().compact())),
        Arguments.of(
            RequestOutcome.INVALID_TOKEN,
            FieldsRequest.bearer(
                ISSUER.token().signedBy(ISSUER.unpublishedKey(ISSUER.algorithm())).compact())),
        Arguments.of(
            RequestOutcome.INVALID_TOKEN,
            FieldsRequest.bearer(ISSUER.token().audience("other").compact())),
        Arguments.of(RequestOutcome.INVALID_TOKEN, FieldsRequest.bearer("opaque")),
        Arguments.of(
            RequestOutcome.INSUFFICIENT_PERMISSIONS,
            FieldsRequest.bearer(ISSUER.token().scope("orders:write").compact())));
  }

  @ParameterizedTest
  @MethodSource
  void refused(RequestOutcome outcome, FieldsRequest request) throws IOException {
    assertRow(outcome, answer(ISSUER.validator(), request));
  }

  @Test
  void insufficientAuthentication() throws IOException {
    AccessRule recent =
        READ.and(AccessRule.authentication().acr("gold").within(Duration.ofMinutes(5)));
    assertRow(
        RequestOutcome.INSUFFICIENT_AUTHENTICATION,
        answer(ISSUER.validator(), FieldsRequest.bearer(ISSUER.token().compact()), recent));
  }

  @Test
  void unavailable() throws IOException {
    TokenValidator.Builder without =
        TokenValidator.builder()
            .issuer(
                ISSUER
                    .config()
                    .audience(TestIssuer.AUDIENCE)
                    .keySource(() -> {
                      throw new UndecidedException(
                          "the vault is sealed", null, Duration.ofSeconds(7));
                    })
                    .build());
    assertRow(
        RequestOutcome.UNAVAILABLE,
        answer(without, FieldsRequest.bearer(ISSUER.token().compact())));
    assertThat(lines()).containsOnlyOnce("the vault is sealed");
  }

  private void assertRow(RequestOutcome outcome, BearerAnswer answer) throws IOException {
    BearerAnswer.Refused refused = (BearerAnswer.Refused) answer;
    String header = refused.headers().values().iterator().next().get(0);
    assertThat(Files.readString(PAGE).replaceAll("\\s+", " "))
        .containsPattern(
            "\\|" + refused.status() + " \\|`\\Q" + header + "\\E`[^|]* \\|`" + outcome + "` \\|");
    assertThat(monitor.snapshot().count(outcome)).isEqualTo(1);
    assertThat(lines()).contains(refused.status() + " " + outcome + " " + refused.headers());
    assertThat(log.text()).doesNotContain("eyJ");
  }

  @Test
  void success() throws IOException {
    String good = ISSUER.token().scope("orders:read").compact();
    assertThat(answer(ISSUER.validator(), FieldsRequest.bearer(good)))
        .isInstanceOf(BearerAnswer.Authenticated.class);
    assertThat(monitor.snapshot().count(RequestOutcome.SUCCESS)).isEqualTo(1);
    assertThat(lines()).isEmpty();
    assertThat(Files.readString(PAGE)).contains("|Valid token that suffices |– |– |`SUCCESS` |–");
  }

  @Test
  void namesEveryOutcomeAndPhase() throws IOException {
    String page = Files.readString(PAGE);
    for (RequestOutcome outcome : RequestOutcome.values()) {
      assertThat(page).contains("|`" + outcome + "` |");
    }
    for (RequestPhase phase : RequestPhase.values()) {
      assertThat(page).contains("\n|`" + phase + "` |");
    }
  }

  @Test
  void askClientsToWaitForASecondAtLeast() {
    BearerAnswer.Unavailable shortest = new BearerAnswer.Unavailable(Duration.ofSeconds(1));
    for (Duration sooner : new Duration[] {null, Duration.ZERO, Duration.ofMillis(999)}) {
      assertThat(new BearerAnswer.Unavailable(sooner)).isEqualTo(shortest);
    }
    assertThat(new BearerAnswer.Unavailable(Duration.ofMillis(1_001)).headers())
        .isEqualTo(Map.of("Retry-After", List.of("2")));
  }

  @Test
  void askClientsToWaitForAYearAtMost() {
    for (long seconds : new long[] {31_536_000, Long.MAX_VALUE}) {
      BearerAnswer.Unavailable latest =
          new BearerAnswer.Unavailable(Duration.ofSeconds(seconds, 999_999_999));
      assertThat(latest.headers()).isEqualTo(Map.of("Retry-After", List.of("31536000")));
      assertThat(latest.retryAfter()).isEqualTo(Duration.ofDays(365));
    }
  }
}
