// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.jwtvalidation.keycloak.TokenEndpoint.Tokens;

/** The clients of the realm, which ask for tokens by the secrets of {@code realm.json}. */
public final class Shop {

  private static final String SCOPE = "openid orders:read";
  static final String USER = "jo";

  private static final String SECRET = "secret-of-the-shop";

  private final TokenEndpoint endpoint;

  public Shop(String issuer) {
    this.endpoint = new TokenEndpoint(issuer);
  }

  /** Tokens of the client itself (RFC 6749 section 4.4). */
  Tokens byClientCredentials(String client) throws IOException, InterruptedException {
    return byClientCredentials(client, SCOPE);
  }

  Tokens byClientCredentials(String client, String scope) throws IOException, InterruptedException {
    return endpoint.tokens(clientCredentials(client, scope));
  }

  private static Map<String, String> clientCredentials(String client, String scope) {
    return Map.of(
        "grant_type", "client_credentials",
        "client_id", client,
        "client_secret", SECRET,
        "scope", scope);
  }

  /**
   * An access token of a client itself for the audience {@code orders-api}, with the scope {@code
   * orders:read}.
   */
  public String accessTokenOf(String client) throws IOException, InterruptedException {
    return byClientCredentials(client).accessToken();
  }

  /** The endpoint that gives the tokens, for which clients make their DPoP proofs. */
  public URI tokenEndpoint() {
    return endpoint.uri();
  }

  /**
   * An access token as {@link #accessTokenOf}, bound to the key of a DPoP proof for a {@code POST}
   * to {@link #tokenEndpoint}.
   */
  public String boundAccessTokenOf(String client, String proof)
      throws IOException, InterruptedException {
    return endpoint.boundTokens(clientCredentials(client, SCOPE), proof).accessToken();
  }

  /** Tokens of the user (RFC 6749 section 4.3). */
  Tokens byPassword(String client) throws IOException, InterruptedException {
    return byPassword(client, USER, SCOPE);
  }

  /**
   * An access token for the audience {@code orders-api}: of {@code jo}, a customer, or of {@code
   * kim}, a clerk.
   */
  public String accessToken(String user) throws IOException, InterruptedException {
    return byPassword("shop-rs256", user, "openid").accessToken();
  }

  private Tokens byPassword(String client, String user, String scope)
      throws IOException, InterruptedException {
    return endpoint.tokens(
        Map.of(
            "grant_type", "password",
            "client_id", client,
            "client_secret", SECRET,
            "username", user,
            "password", "secret-of-" + user,
            "scope", scope));
  }
}
