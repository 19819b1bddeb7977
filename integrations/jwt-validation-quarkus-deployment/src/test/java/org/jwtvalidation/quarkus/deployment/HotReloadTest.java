// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusDevModeTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.testkit.TestIssuer;

@Tag("jdk-independent")
@Tag("dev-mode")
class HotReloadTest {

  private static final TestIssuer ISSUER = TestIssuer.start();
  private static final String CONFIGURATION =
      "jwt-validation.issuers.shop.url="
          + ISSUER.issuer()
          + "\njwt-validation.issuers.shop.keys.allow-loopback-http=true\n"
          + "jwt-validation.issuers.shop.audience=";

  @RegisterExtension
  static final QuarkusDevModeTest APPLICATION =
      new QuarkusDevModeTest()
          .withApplicationRoot(jar ->
              jar.addClasses(Orders.class)
                  .addAsResource(
                      new StringAsset(CONFIGURATION + "billing\n"), "application.properties"));

  @AfterAll
  static void close() {
    ISSUER.close();
  }

  @Test
  void takesOverAChangedConfiguration() throws Exception {
    assertThat(status()).isEqualTo(401);
    change("billing", ISSUER.audience());
    assertThat(status()).isEqualTo(200);
  }

  private static void change(String from, String to) {
    APPLICATION.modifyResourceFile("application.properties", text -> text.replace(from, to));
  }

  private static int status() throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://localhost:8080/orders/mine"))
                .header("Authorization", "Bearer " + ISSUER.token().compact())
                .build(),
            BodyHandlers.ofString())
        .statusCode();
  }
}
