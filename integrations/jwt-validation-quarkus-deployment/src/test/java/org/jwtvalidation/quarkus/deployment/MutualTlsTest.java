// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.testkit.TokenBuilder;

@Tag("jdk-independent")
class MutualTlsTest {

  private static final String REFUSED = "401 Bearer realm=\"orders\", error=\"invalid_token\"";

  @RegisterExtension static final QuarkusUnitTest APPLICATION = application();

  private static QuarkusUnitTest application() {
    try {
      KeyStores.create(KeyStores.SERVER, "jo", "thief");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return Application.orders(KeyStores.class)
        .overrideConfigKey("jwt-validation.pop.mutual-tls", "true")
        .overrideConfigKey("quarkus.http.ssl.client-auth", "request")
        .overrideConfigKey(
            "quarkus.tls.key-store.p12.path", KeyStores.path(KeyStores.SERVER).toString())
        .overrideConfigKey("quarkus.tls.key-store.p12.password", KeyStores.PASSWORD)
        .overrideConfigKey(
            "quarkus.tls.trust-store.p12.path", KeyStores.path(KeyStores.TRUST).toString())
        .overrideConfigKey("quarkus.tls.trust-store.p12.password", KeyStores.PASSWORD)
        .overrideConfigKey("quarkus.http.auth.permission.tokens.paths", "/orders/read")
        .overrideConfigKey("quarkus.http.auth.permission.tokens.policy", "authenticated")
        .overrideConfigKey("quarkus.http.auth.permission.tokens.auth-mechanism", "bearer");
  }

  private static String ask(SSLContext client, String path, TokenBuilder token) throws Exception {
    int port = ConfigProvider.getConfig().getValue("quarkus.http.test-ssl-port", int.class);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + port + path));
    if (token != null) {
      request.header("Authorization", "Bearer " + token.compact());
    }
    return Client.answer(
        HttpClient.newBuilder()
            .sslContext(client)
            .build()
            .send(request.build(), BodyHandlers.ofString()));
  }

  private static TokenBuilder bound() throws Exception {
    return Issuer.ISSUER
        .token()
        .subject("jo")
        .scope("orders:read")
        .claim("cnf", Map.of("x5t#S256", KeyStores.thumbprint("jo")));
  }

  @Test
  void comparesTheCertificateOfTheConnection() throws Exception {
    for (String path : new String[] {"/orders/mine", "/orders/read"}) {
      assertThat(ask(KeyStores.client("jo"), path, bound())).startsWith("200 [");
      assertThat(ask(KeyStores.client("thief"), path, bound())).isEqualTo(REFUSED);
      assertThat(ask(KeyStores.anonymous(), path, bound())).isEqualTo(REFUSED);
    }
  }

  @Test
  void takesTheIdentityFromTheTokenIfThereIsOne() throws Exception {
    assertThat(ask(KeyStores.client("jo"), "/ping/who", bound())).isEqualTo("200 [you are jo]");
    assertThat(ask(KeyStores.client("jo"), "/ping/who", bound().expired())).isEqualTo(REFUSED);
    assertThat(ask(KeyStores.client("jo"), "/ping/who", null)).isEqualTo("200 [you are null]");
  }

  @Test
  void needsATokenOnlyWhereTheMechanismIsNamed() throws Exception {
    assertThat(ask(KeyStores.client("jo"), "/orders/later", null)).isEqualTo("200 [null loop]");
    assertThat(ask(KeyStores.client("jo"), "/orders/read", null))
        .isEqualTo("401 Bearer realm=\"orders\"");
  }
}
