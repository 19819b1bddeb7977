// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.token.Reason;

/**
 * A second of mixed load, or more where the machine has other things to do, or as long as {@code
 * -Dsoak.duration} says; with {@code -Psoak} ten minutes. In less than a minute keys come and go
 * faster, and nothing can be said of the heap and the threads.
 */
@Tag("system")
class SoakTest {

  private static final Duration DURATION =
      Duration.parse("PT" + System.getProperty("soak.duration", "1s"));

  private static final boolean IS_LONG = DURATION.compareTo(Duration.ofMinutes(1)) >= 0;
  private static final Soak.Pace PACE = IS_LONG ? Soak.Pace.STEADY : Soak.Pace.QUICK;

  /** For what is noticed much sooner. */
  private static final Duration AT_MOST = Duration.ofMinutes(10);

  /** Everything that is in the pools of the issuers. */
  private static final String[] ANSWERS = {
    "ACCEPTED",
    "UNDECIDED",
    Reason.TOKEN_EMPTY.name(),
    Reason.TOKEN_TOO_LARGE.name(),
    Reason.MALFORMED_SEGMENTS.name(),
    Reason.MALFORMED_BASE64.name(),
    Reason.MALFORMED_JSON.name(),
    Reason.UNSECURED_TOKEN.name(),
    Reason.ENCRYPTED_TOKEN.name(),
    Reason.ALGORITHM_NOT_ALLOWED.name(),
    Reason.EMBEDDED_KEY.name(),
    Reason.TYPE_MISMATCH.name(),
    Reason.ISSUER_MISSING.name(),
    Reason.ISSUER_UNKNOWN.name(),
    Reason.CLAIM_MISSING.name(),
    Reason.AUDIENCE_MISMATCH.name(),
    Reason.EXPIRED.name(),
    Reason.NOT_YET_VALID.name(),
    Reason.ISSUED_IN_FUTURE.name(),
    Reason.SENDER_CONSTRAINED.name(),
    Reason.KEY_UNKNOWN.name(),
    Reason.SIGNATURE_INVALID.name(),
  };

  @Test
  void answersAsTheReferenceWhileKeysAreRotated() throws Exception {
    SoakReport report;
    try (Soak soak = new Soak(DURATION, PACE)) {
      report = soak.run();
    }

    assertThat(report.wrong()).isEmpty();
    assertThat(report.errors()).isEmpty();
    report.writeTo(Path.of("target/soak"));
    assertThat(report.answers()).containsOnlyKeys(ANSWERS);
    assertThat(report.rotations()).isGreaterThan(DURATION.toSeconds() / 10);
    if (IS_LONG) {
      System.out.print(report.summary());
      assertThat(report.heapGrowth()).isLessThan(SoakReport.MAX_HEAP_GROWTH);
      assertThat(report.threadGrowth()).isLessThanOrEqualTo(SoakReport.MAX_THREAD_GROWTH);
    }
  }

  @Test
  void noticesAValidatorThatIsTooLenient() throws Exception {
    try (Soak soak =
        new Soak(AT_MOST, PACE, IssuerConfig.Builder::senderConstraintCheckedElsewhere)) {
      assertThat(soak.run().wrong())
          .isNotEmpty()
          .allMatch(wrong -> wrong.matches("(accepted|undecided) .*SENDER_CONSTRAINED"));
    }
  }

  @Test
  void noticesKeysThatOutliveTheirWithdrawal() throws Exception {
    try (Soak soak = new Soak(AT_MOST, PACE)) {
      soak.withdrawLate();
      assertThat(soak.run().wrong())
          .isNotEmpty()
          .allSatisfy(wrong -> assertThat(wrong).startsWith("accepted ").endsWith("KEY_UNKNOWN"));
    }
  }
}
