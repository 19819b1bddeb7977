// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.builder.BuildChainBuilder;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.quarkus.runtime.dev.RecentRejections;
import org.jwtvalidation.quarkus.runtime.dev.ValidatorState;

@Tag("jdk-independent")
class RecentRejectionsTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders().addBuildChainCustomizer(RecentRejectionsTest::addBeans);

  @Inject ValidatorState validator;

  private static void addBeans(BuildChainBuilder builder) {
    builder
        .addBuildStep(context ->
            context.produce(
                AdditionalBeanBuildItem.builder()
                    .addBeanClasses(RecentRejections.class, ValidatorState.class)
                    .setUnremovable()
                    .build()))
        .produces(AdditionalBeanBuildItem.class)
        .build();
  }

  @Test
  void keepsTheLastFiftyWithoutAnythingOfTheirTokens() {
    String token = Issuer.ISSUER.token().expired().compact();
    for (int i = 0; i < 60; i++) {
      assertThat(Client.get("/orders/mine", "Bearer x" + i).statusCode()).isEqualTo(401);
    }
    assertThat(Client.get("/orders/mine", "Bearer " + token).statusCode()).isEqualTo(401);
    JsonObject state = validator.state();
    JsonArray rejections = state.getJsonArray("rejections");
    assertThat(rejections).hasSize(50);
    JsonObject last = rejections.getJsonObject(0);
    assertThat(last.getString("issuer")).isEqualTo(Issuer.ISSUER.issuer());
    assertThat(last.getString("reason")).isEqualTo("EXPIRED");
    assertThat(last.getString("step")).isEqualTo("CLAIMS_VALIDATION");
    assertThat(last.getString("claim")).isEqualTo("exp");
    assertThat(rejections.getJsonObject(1).getString("issuer")).isNull();
    assertThat(state.encode()).doesNotContain("x59").doesNotContain(token.substring(0, 20));
  }

  @Test
  void listsIssuersWithTheirKeys() {
    String token = Issuer.ISSUER.token().compact();
    assertThat(Client.get("/orders/mine", "Bearer " + token).statusCode()).isEqualTo(200);
    JsonObject issuer = validator.state().getJsonArray("issuers").getJsonObject(0);
    assertThat(issuer.getString("issuer")).isEqualTo(Issuer.ISSUER.issuer());
    assertThat(issuer.getString("state")).isEqualTo("CURRENT");
    assertThat(issuer.getJsonArray("keys").getJsonObject(0).getString("algorithm"))
        .isEqualTo("ES256");
    assertThat(issuer.getJsonArray("skipped")).isEmpty();
  }
}
