// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusDevModeTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
@Tag("dev-mode")
class ReloadShutdownTest {

  @RegisterExtension
  static final QuarkusDevModeTest APPLICATION =
      new QuarkusDevModeTest()
          .withApplicationRoot(jar ->
              jar.addClasses(Orders.class, ClosedKeys.class, Await.class)
                  .addAsResource(
                      new StringAsset(
                          """
                          jwt-validation.issuers.other.url=https://other.example
                          jwt-validation.issuers.other.audience=orders
                          jwt-validation.realm=first
                          """),
                      "application.properties"));

  private static String challenge() throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://localhost:8080/orders/mine")).build(),
            BodyHandlers.discarding())
        .headers()
        .firstValue("WWW-Authenticate")
        .orElseThrow();
  }

  private static void change(String from, String to) {
    APPLICATION.modifyResourceFile("application.properties", text -> text.replace(from, to));
  }

  @Test
  void closesTheValidatorOfEachStart() throws Exception {
    ClosedKeys.forget();
    assertThat(challenge()).contains("first");
    change("first", "second");
    assertThat(challenge()).contains("second");
    assertThat(ClosedKeys.count()).isEqualTo(1);
    change("second", "third");
    assertThat(challenge()).contains("third");
    assertThat(ClosedKeys.count()).isEqualTo(2);
    ClosedKeys.awaitEndOfThreads();
  }
}
