// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.http.HttpMetricsMonitor;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.http.config.IssuerCustomizer;

@Tag("jdk-independent")
class ApplicationBeansTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION = Application.orders(Customizer.class, Monitors.class);

  @Inject HttpMetricsMonitor requests;

  @Singleton
  public static class Customizer implements IssuerCustomizer {

    @Override
    public void customize(String name, IssuerConfig.Builder issuer) {
      if (name.equals("shop")) {
        issuer
            .roles(RoleMapper.claim("duties"))
            .claimCheck("tenant", claims -> "north".equals(claims.string("tenant")));
      }
    }
  }

  private static int status(String tenant, String duty) {
    return Client.get(
            "/orders/clerks",
            "Bearer "
                + Issuer.ISSUER
                    .token()
                    .claim("tenant", tenant)
                    .claim("duties", List.of(duty))
                    .compact())
        .statusCode();
  }

  @Test
  void usesChecksMappersAndMonitorsOfTheApplication() {
    assertThat(status("north", "clerk")).isEqualTo(200);
    assertThat(status("north", "cook")).isEqualTo(403);
    assertThat(status("south", "clerk")).isEqualTo(401);
    assertThat(requests.snapshot().count(RequestOutcome.SUCCESS)).isEqualTo(1);
    assertThat(requests.snapshot().count(RequestOutcome.INSUFFICIENT_PERMISSIONS)).isEqualTo(1);
    assertThat(requests.snapshot().count(RequestOutcome.INVALID_TOKEN)).isEqualTo(1);
  }
}
