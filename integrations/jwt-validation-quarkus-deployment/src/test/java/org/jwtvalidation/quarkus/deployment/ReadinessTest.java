// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
@Timeout(600)
class ReadinessTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.ordersFrom(HangingIssuer.class)
          .overrideRuntimeConfigKey("jwt-validation.max-training", "1S")
          .setForcedDependencies(Application.extensions("quarkus-smallrye-health"));

  @Test
  void isReadyOnceTheKeysOfEachIssuerAreThere() {
    HttpResponse<String> away = Client.get("/q/health/ready");
    assertThat(away.statusCode()).isEqualTo(503);
    assertThat(away.body()).contains("jwt-validation keys", HangingIssuer.ISSUER.issuer());
    assertThat(Client.get("/q/health/live").statusCode()).isEqualTo(200);
    HangingIssuer.ISSUER.disconnect();
    HangingIssuer.ISSUER.recover();
    Await.until(() -> Client.get("/q/health/ready").body().contains("\"training\": true"));
    Await.until(() -> Client.get("/q/health/ready").statusCode() != 503);
    HttpResponse<String> back = Client.get("/q/health/ready");
    assertThat(back.statusCode()).isEqualTo(200);
    assertThat(back.body())
        .contains("\"" + HangingIssuer.ISSUER.issuer() + "\": \"CURRENT\"")
        .doesNotContain("training");
  }
}
