// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusDevModeTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
@Tag("dev-mode")
class DevIssuerReloadTest {

  private static final String ORDERS = "http://localhost:8080/orders/mine";

  private static final Pattern MINT = Pattern.compile("'(http://127[^?]*/mint)");

  @RegisterExtension
  static final QuarkusDevModeTest APPLICATION =
      new QuarkusDevModeTest()
          .withApplicationRoot(jar ->
              jar.addClasses(Orders.class)
                  .addAsResource(
                      new StringAsset("jwt-validation.realm=before\n#\n"),
                      "application.properties"))
          .setLogRecordPredicate(line -> MINT.matcher(line.getMessage()).find());

  private static HttpResponse<String> get(String uri, String token) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(uri))
                .header("Authorization", "Bearer " + token)
                .build(),
            BodyHandlers.ofString());
  }

  private static void change(String from, String to) {
    APPLICATION.modifyResourceFile("application.properties", text -> text.replace(from, to));
  }

  @Test
  void acceptsATokenAlsoAfterHotReloads() throws Exception {
    assertThat(APPLICATION.getLogRecords()).hasSize(1);
    Matcher mint = MINT.matcher(APPLICATION.getLogRecords().get(0).getMessage());
    assertThat(mint.find()).isTrue();
    String token = get(mint.group(1) + "?user=jo", "").body().strip();
    assertThat(get(ORDERS, token).body()).startsWith("jo jo jo");
    change("before", "now");
    assertThat(get(ORDERS, token).body()).startsWith("jo jo jo");
    assertThat(get(ORDERS, "x").headers().firstValue("WWW-Authenticate"))
        .contains("Bearer realm=\"now\", error=\"invalid_token\"");
    // An issuer of the developer's own comes beside it, until dev mode ends.
    change(
        "#",
        """
        jwt-validation.issuers.shop.url=https://sso.example
        jwt-validation.issuers.shop.audience=orders
        """);
    assertThat(get(ORDERS, token).body()).startsWith("jo jo jo");
    assertThat(APPLICATION.getLogRecords()).hasSize(1);
  }
}
