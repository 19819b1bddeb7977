// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;

@Tag("jdk-independent")
@QuarkusTest
@TestProfile(ConfiguredIssuerTest.Shop.class)
@WithTestIssuer(value = "shop", audience = "orders-api", algorithm = SignatureAlgorithm.PS256)
class ConfiguredIssuerTest {

  public static final class Shop implements QuarkusTestProfile {

    @Override
    public String getConfigProfile() {
      return "shop";
    }
  }

  @TestHTTPResource("/orders/")
  URI orders;

  TestIssuer issuer;

  @Test
  void replacesTheIssuerOfTheApplicationAndKeepsOtherOptions() throws Exception {
    assertThat(issuer.token().compact()).isNotEmpty();
    assertThat(issuer.algorithm()).isEqualTo(SignatureAlgorithm.PS256);
    assertThat(Client.ask(orders, "mine", issuer.token().subject("jo")))
        .isEqualTo("200 jo for [orders-api]");
    Instant tooLongAgo = Instant.now().minusSeconds(3600);
    assertThat(Client.ask(orders, "mine", issuer.token().issuedAt(tooLongAgo))).isEqualTo("401");
  }

  @Test
  void doesNotStandForAnIssuerThatTheApplicationDoesNotHave() {
    Config config = ConfigProvider.getConfig();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TestIssuerResource.checkName("staff", config))
        .withMessageContaining("only [shop]");
  }

  @WithTestIssuer("shop")
  private static final class OfTheUsualAlgorithm {}

  /** Each of its tokens would be refused. */
  @Test
  void doesNotSignByAnAlgorithmThatTheApplicationRefuses() {
    TestIssuerResource resource = new TestIssuerResource();
    resource.init(OfTheUsualAlgorithm.class.getAnnotation(WithTestIssuer.class));
    assertThatIllegalArgumentException()
        .isThrownBy(resource::start)
        .withMessage(
            "@WithTestIssuer(\"shop\"): tokens are signed by ES256, but"
                + " jwt-validation.issuers.shop.algorithms has only [PS256, RS256]; add algorithm ="
                + " SignatureAlgorithm.PS256 to the annotation");
  }

  @Test
  void keepsTheCooldownOfTheApplication() {
    assertThat(
            ConfigProvider.getConfig()
                .getValue("jwt-validation.issuers.shop.keys.unknown-key-cooldown", Duration.class))
        .isEqualTo(Duration.ofMillis(2));
  }
}
