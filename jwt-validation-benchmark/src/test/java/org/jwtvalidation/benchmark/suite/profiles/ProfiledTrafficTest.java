// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.benchmark.suite.profiles.ProfiledTraffic.Load;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationResult;

/** Checks the answers of what the profiles measure. */
@Tag("system")
class ProfiledTrafficTest {

  private static int accepted(Load load, String gate) throws Exception {
    ProfiledTraffic traffic = new ProfiledTraffic();
    traffic.load = load;
    traffic.gate = gate;
    traffic.issuers = 1;
    traffic.algorithm = SignatureAlgorithm.ES256;
    traffic.tokens = 40;
    traffic.cacheSize = 4;
    traffic.prepare();
    Callable<ValidationResult<AccessToken>> validations = traffic.validations();
    int accepted = 0;
    for (int i = 0; i < 200; i++) {
      accepted += validations.call() instanceof ValidationResult.Accepted ? 1 : 0;
    }
    return accepted;
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "verifications:1"})
  void acceptsTheWholeStandardLoad(String gate) throws Exception {
    assertThat(accepted(Load.STANDARD, gate)).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fair:1", "unfair:1"})
  void refusesGatesThatRecordingsMiss(String gate) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> accepted(Load.STANDARD, gate))
        .withMessage(
            "gate: " + gate + " is invisible to the recording; choose none or verifications:N");
  }

  @Test
  void acceptsAboutHalfOfAMixedLoad() throws Exception {
    assertThat(accepted(Load.MIXED, "none")).isBetween(50, 150);
  }

  @Test
  void acceptsNoneOfTheErrors() throws Exception {
    assertThat(accepted(Load.ERRORS, "verifications:1")).isZero();
  }
}
