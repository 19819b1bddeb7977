package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("once")
class MetricsTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders()
          .setForcedDependencies(Application.extension("quarkus-micrometer-registry-prometheus"));

  @Test
  void showsValidationsRequestsAndKeys() {
    String token = Issuer.ISSUER.token().compact();
    assertThat(Client.get("/orders/mine", "Bearer " + token).statusCode()).isEqualTo(200);
    assertThat(Client.get("/orders/mine", "Bearer x").statusCode()).isEqualTo(401);
    assertThat(Client.get("/orders/mine").statusCode()).isEqualTo(401);
    assertThat(Client.get("/ping").statusCode()).isEqualTo(200);
    List<String> lines = Client.get("/q/metrics").body().lines().toList();
    assertThat(lines)
        .contains("jwt_http_requests_total{outcome=\"success\"} 1.0")
        .contains("jwt_http_requests_total{outcome=\"invalid_token\"} 1.0")
        .contains("jwt_http_requests_total{outcome=\"missing_token\"} 1.0")
        .anyMatch(line -> line.startsWith("jwt_validation_seconds_count") && line.endsWith(" 1.0"))
        .anyMatch(line ->
            line.startsWith("jwt_validation_step_seconds_bucket")
                && line.contains("step=\"signature_validation\"")
                && line.contains("le=\"0.001\""))
        .anyMatch(line -> line.startsWith("jwt_keys{issuer=\"" + Issuer.ISSUER.issuer()));
  }
}
