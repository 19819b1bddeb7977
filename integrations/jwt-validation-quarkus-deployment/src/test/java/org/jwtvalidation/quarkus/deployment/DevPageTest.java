// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusDevModeTest;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Opens the page of the Dev UI in a real browser, and leaves a screenshot in {@code target/}. */
@Tag("jdk-independent")
@Tag("dev-mode")
class DevPageTest {

  private static final String SERVICE = "http://localhost:8080";

  /** An element of the page, wherever it is in the shadow trees of the Dev UI. */
  private static final String FIND =
      """
      const find = (root, selector) => root.querySelector(selector)
        ?? [...root.querySelectorAll('*')].filter(each => each.shadowRoot)
            .map(each => find(each.shadowRoot, selector)).find(each => each) ?? null;
      const page = find(document, 'qwc-jwt-validation')?.shadowRoot;
      """;

  @RegisterExtension
  static final QuarkusDevModeTest APPLICATION =
      new QuarkusDevModeTest().withApplicationRoot(jar -> jar.addClasses(Orders.class));

  private static HttpResponse<String> get(String path, String token) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(SERVICE + path))
                .header("Authorization", "Bearer " + token)
                .build(),
            BodyHandlers.ofString());
  }

  @Test
  void showsIssuersAndRejectionsAndMintsTokens(@TempDir Path folder) throws Exception {
    assertThat(get("/orders/clerks", "x.y.z").statusCode()).isEqualTo(401);
    try (Browser browser = Browser.start(folder)) {
      browser.open(SERVICE + "/q/dev-ui/extensions");
      String page =
          browser.await(FIND + "return find(document, 'a[href*=\"issuers-and-tokens\"]')?.href");
      browser.open(page);
      assertThat(browser.await(FIND + "return page?.querySelector('#issuers')?.innerText"))
          .contains("http://127.0.0.1:");
      assertThat(
              browser.await(FIND + "return page?.querySelectorAll('#rejections tr')[1]?.innerText"))
          .contains("MALFORMED_BASE64", "TOKEN_PARSING", "not a trusted one")
          .doesNotContain("x.y.z");
      browser.run(
          FIND
              + """
              const form = page.querySelector('form').elements;
              form.user.value = 'jo';
              form.roles.value = 'clerk';
              page.querySelector('form').requestSubmit();
              """);
      String token = browser.await(FIND + "return page.querySelector('textarea').value");
      assertThat(get("/orders/mine", token).body()).startsWith("jo jo jo");
      assertThat(get("/orders/clerks", token).statusCode()).isEqualTo(200);
      assertThat(get("/orders/read", token).statusCode()).isEqualTo(403);
      String key =
          browser.await(
              FIND
                  + """
                  const text = page.querySelector('#issuers').innerText;
                  return text.includes('CURRENT') ? text : null;
                  """);
      JsonObject header =
          new JsonObject(
              new String(
                  Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.'))), US_ASCII));
      assertThat(key).contains(header.getString("kid"), header.getString("alg"));
      browser.await(
          FIND
              + """
              return page.querySelector('#cache').innerText === 'Tokens: 1; hits: 2 of 4 requests';
              """);
      browser.shoot(Path.of("target", "dev-page", "page.png"));
    }
  }
}
