// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;

class AuthenticationRuleTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);
  private static final TestIssuer ISSUER = TestIssuer.offline("https://issuer.example");
  private static final TokenValidator VALIDATOR = ISSUER.validator().build();

  private static boolean admits(AuthenticationRule rule, Map<String, Object> claims) {
    TokenBuilder token = ISSUER.token();
    claims.forEach(token::claim);
    AuthenticationRule later = rule.at(InstantSource.fixed(NOW));
    return later.admits(VALIDATOR.validate(token.compact()));
  }

  private static AuthenticationRule gold() {
    return AccessRule.authentication().acr("gold", "urn:mace:silver");
  }

  private static AuthenticationRule within(int seconds) {
    return AccessRule.authentication().within(Duration.ofSeconds(seconds));
  }

  @Test
  void comparesAcrExactly() {
    assertThat(admits(gold(), Map.of("acr", "gold"))).isTrue();
    assertThat(admits(gold(), Map.of("acr", "urn:mace:silver"))).isTrue();
    assertThat(admits(gold(), Map.of())).isFalse();
    for (Object odd :
        List.of("", "Gold", " gold", "gold ", "gold urn:mace:silver", 1, true, List.of("gold"))) {
      assertThat(admits(gold(), Map.of("acr", odd))).as("%s", odd).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"0, true", "300, true", "360, true", "361, false", "-60, true", "-61, false"})
  void asksForARecentAuthentication(long secondsAgo, boolean passes) {
    long time = NOW.getEpochSecond() - secondsAgo;
    assertThat(admits(within(300), Map.of("auth_time", time))).isEqualTo(passes);
    assertThat(
            admits(gold().within(Duration.ofMinutes(5)), Map.of("acr", "gold", "auth_time", time)))
        .isEqualTo(passes);
  }

  @Test
  void readsFractionsOfSeconds() {
    BigDecimal now = BigDecimal.valueOf(NOW.getEpochSecond());
    assertThat(admits(within(300), Map.of("auth_time", now.subtract(new BigDecimal("360.000")))))
        .isTrue();
    assertThat(admits(within(300), Map.of("auth_time", now.subtract(new BigDecimal("360.0001")))))
        .isFalse();
  }

  @Test
  void passesNoOddTime() {
    for (Object odd :
        Arrays.asList(
            null,
            "1800000000",
            "",
            true,
            List.of(NOW.getEpochSecond()),
            Map.of(),
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            BigInteger.TEN.pow(30),
            NOW.toEpochMilli())) {
      TokenBuilder token = ISSUER.token().claim("auth_time", odd).claim("acr", "gold");
      for (AuthenticationRule rule :
          List.of(within(300), gold().within(Duration.ofDays(1)), gold(), authentication())) {
        assertThat(rule.at(InstantSource.fixed(NOW)).admits(VALIDATOR.validate(token.compact())))
            .as("%s", odd)
            .isFalse();
      }
    }
  }

  private static AuthenticationRule authentication() {
    return AccessRule.authentication();
  }

  @Test
  void asksForBothIfBothAreAsked() {
    AuthenticationRule both = gold().within(Duration.ofMinutes(5));
    long now = NOW.getEpochSecond();
    assertThat(admits(both, Map.of("acr", "gold"))).isFalse();
    assertThat(admits(both, Map.of("auth_time", now))).isFalse();
    assertThat(admits(both, Map.of("acr", "bronze", "auth_time", now))).isFalse();
    assertThat(admits(both, Map.of("acr", "gold", "auth_time", now))).isTrue();
  }

  @Test
  void asksAloneForAnyWordOnTheAuthentication() {
    assertThat(admits(authentication(), Map.of())).isFalse();
    assertThat(admits(authentication(), Map.of("acr", "bronze"))).isTrue();
    assertThat(admits(authentication(), Map.of("auth_time", 1))).isTrue();
    assertThat(admits(authentication(), Map.of("acr", ""))).isFalse();
    assertThat(admits(authentication(), Map.of("acr", 7, "auth_time", 1))).isFalse();
    assertThat(admits(within(300), Map.of("acr", 7, "auth_time", NOW.getEpochSecond()))).isFalse();
  }

  @Test
  void replacesEarlierValues() {
    assertThat(admits(gold().acr("bronze"), Map.of("acr", "gold"))).isFalse();
    assertThat(
            admits(
                within(10).within(Duration.ofDays(365)),
                Map.of("auth_time", NOW.getEpochSecond() - 1_000)))
        .isTrue();
    assertThat(admits(gold(), Map.of("acr", "bronze"))).isFalse();
  }

  @Test
  void goesByTheClockOfTheSystem() {
    TokenBuilder token = ISSUER.token().claim("auth_time", Instant.now());
    assertThat(within(1).admits(VALIDATOR.validate(token.compact()))).isTrue();
    token.claim("auth_time", Instant.now().minusSeconds(90));
    assertThat(within(1).admits(VALIDATOR.validate(token.compact()))).isFalse();
  }

  @Test
  void takesNoMemoryForATokenThatPasses() {
    AccessRule rule = AccessRule.scope("a").and(gold().within(Duration.ofMinutes(5)));
    AccessToken token =
        VALIDATOR.validate(
            ISSUER
                .token()
                .scope("a")
                .claim("acr", "gold")
                .claim("auth_time", Instant.now())
                .compact());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int passed = 0;
    long before = 0;
    for (int i = 0; i < 20_000; i++) {
      if (i == 10_000) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      passed += rule.admits(token) ? 1 : 0;
    }
    // Fewer octets than requests: what the compiler and the measurement take.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
    assertThat(passed).isEqualTo(20_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\"b", "a\\b", "\u00e4", "a\r\nb", "a\u007f"})
  void refusesWhatIsNoAcr(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> authentication().acr("gold", value))
        .withMessageStartingWith("acr: \"")
        .withMessageContaining("is not a value of acr_values (RFC 9470 section 3); use visible")
        .withMessageEndingWith("one acr for each argument")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\r"));
  }

  @Test
  void refusesToAskForNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> authentication().acr())
        .withMessage("acr: none given; name at least one");
    assertThatNullPointerException().isThrownBy(() -> authentication().within(null));
    assertThatNullPointerException().isThrownBy(() -> authentication().acr((String) null));
    assertThatNullPointerException().isThrownBy(() -> authentication().and(null));
    assertThatNullPointerException().isThrownBy(() -> AccessRule.scope("a").or(null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.999S", "PT1.5S", "P365DT1S"})
  void refusesWhatIsNoNumberOfSecondsInRange(Duration age) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> authentication().within(age))
        .withMessage(
            "within: "
                + age
                + " is not a number of seconds between PT1S and PT8760H; choose a length in"
                + " between");
  }

  @Test
  void refusesWhatNoTokenCanPass() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> gold().and(authentication().acr("bronze")))
        .withMessage(
            "acr: [gold, urn:mace:silver] and [bronze] have no value in common; ask once, for"
                + " values that stand for both");
  }
}
