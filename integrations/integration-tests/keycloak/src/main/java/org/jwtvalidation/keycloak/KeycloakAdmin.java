// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes the realm as an administrator does, through the administration interface. */
public final class KeycloakAdmin {

  private static final String KEY_PROVIDER = "org.keycloak.keys.KeyProvider";

  private final TokenEndpoint master;
  private final String realms;
  private final JsonHttp http = new JsonHttp();

  public KeycloakAdmin(URI origin) {
    this.master = new TokenEndpoint(origin + "/realms/master");
    this.realms = origin + "/admin/realms";
  }

  /**
   * Adds a key, with which the realm signs from then on what it signed with the key of that
   * algorithm and a lower priority.
   *
   * @param config further members of the provider's configuration, in JSON
   */
  public void addKey(String name, String providerId, int priority, String config)
      throws IOException, InterruptedException {
    http.exchange(
        to("/components")
            .POST(
                json(
                    """
                    {
                      "name": "%s",
                      "providerId": "%s",
                      "providerType": "%s",
                      "config": { "priority": ["%d"], %s }
                    }
                    """
                        .formatted(name, providerId, KEY_PROVIDER, priority, config))));
  }

  /** Takes a key out of the JWK Set of the realm. */
  void disableKey(String name) throws IOException, InterruptedException {
    Map<String, @Nullable Object> provider =
        only(http.objects(to("/components?type=" + KEY_PROVIDER + "&name=" + name)));
    http.exchange(
        to("/components/" + provider.get("id"))
            .PUT(
                json(
                    """
                    {
                      "name": "%s",
                      "providerId": "%s",
                      "providerType": "%s",
                      "config": { "active": ["false"], "enabled": ["false"] }
                    }
                    """
                        .formatted(name, provider.get("providerId"), KEY_PROVIDER))));
  }

  void setClientAttribute(String client, String name, String value)
      throws IOException, InterruptedException {
    http.exchange(
        to("/clients/" + idOf(client))
            .PUT(json("{ \"attributes\": { \"%s\": \"%s\" } }".formatted(name, value))));
  }

  private Object idOf(String client) throws IOException, InterruptedException {
    return Objects.requireNonNull(only(http.objects(to("/clients?clientId=" + client))).get("id"));
  }

  /** Adds a realm, as JSON describes it. */
  void addRealm(String json) throws IOException, InterruptedException {
    http.exchange(asAdmin(realms).POST(json(json)));
  }

  private static Map<String, @Nullable Object> only(List<Map<String, @Nullable Object>> objects) {
    if (objects.size() != 1) {
      throw new IllegalStateException("not one but " + objects.size() + " of that name");
    }
    return objects.get(0);
  }

  private HttpRequest.Builder to(String path) throws IOException, InterruptedException {
    return asAdmin(realms + "/" + KeycloakServer.REALM + path);
  }

  /** With a token of its own, since those of an administrator last a minute. */
  private HttpRequest.Builder asAdmin(String uri) throws IOException, InterruptedException {
    String token =
        master
            .tokens(
                Map.of(
                    "grant_type",
                    "password",
                    "client_id",
                    "admin-cli",
                    "username",
                    KeycloakServer.ADMIN,
                    "password",
                    KeycloakServer.ADMIN_PASSWORD))
            .accessToken();
    return HttpRequest.newBuilder(URI.create(uri))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json");
  }

  private static HttpRequest.BodyPublisher json(String text) {
    return BodyPublishers.ofString(text);
  }
}
