// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;

/**
 * What clients need of an authorization server to get tokens of a test issuer: registration (RFC
 * 7591), and codes with PKCE (RFC 7636) for one resource (RFC 8707). Everybody is Jo, who consents
 * to every scope.
 */
final class AuthorizationServer implements AutoCloseable {

  private static final String CLIENT = "client-of-the-test";

  private final HttpServer server;
  private final TestIssuer issuer;
  private final String resource;
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private final List<String> granted = Collections.synchronizedList(new ArrayList<>());

  /** Starts it, and has the metadata of the issuer name it. */
  AuthorizationServer(Scene scene) throws IOException {
    issuer = scene.issuer();
    resource = scene.server().toString();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/register", this::register);
    server.createContext("/authorize", this::authorize);
    server.createContext("/token", this::token);
    server.start();
    String here = "http://127.0.0.1:" + server.getAddress().getPort();
    issuer.discoveryResponse(
        TestResponse.json(
            object(
                "\"issuer\":" + quoted(issuer.issuer()),
                "\"jwks_uri\":" + quoted(issuer.jwksUri().toString()),
                "\"registration_endpoint\":" + quoted(here + "/register"),
                "\"authorization_endpoint\":" + quoted(here + "/authorize"),
                "\"token_endpoint\":" + quoted(here + "/token"),
                "\"response_types_supported\":[\"code\"]",
                "\"code_challenge_methods_supported\":[\"S256\"]",
                "\"token_endpoint_auth_methods_supported\":[\"none\"]",
                "\"authorization_response_iss_parameter_supported\":true")));
  }

  /** The scopes of each token, in the order in which they were issued. */
  List<String> granted() {
    return List.copyOf(granted);
  }

  private static String object(String... members) {
    return "{" + String.join(",", members) + "}";
  }

  private static String quoted(String plain) {
    return "\"" + plain + "\"";
  }

  private static Map<String, String> form(String text) {
    Map<String, String> parameters = new HashMap<>();
    for (String parameter : text.split("&", -1)) {
      String[] pair = parameter.split("=", 2);
      parameters.put(pair[0], URLDecoder.decode(pair.length == 1 ? "" : pair[1], UTF_8));
    }
    return parameters;
  }

  private static String read(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), UTF_8);
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = json.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** All that clients say of themselves is registered, with one more member. */
  private void register(HttpExchange exchange) throws IOException {
    String client = read(exchange).strip();
    answer(exchange, 201, "{\"client_id\":" + quoted(CLIENT) + "," + client.substring(1));
  }

  private void authorize(HttpExchange exchange) throws IOException {
    Map<String, String> request = form(exchange.getRequestURI().getRawQuery());
    if (!CLIENT.equals(request.get("client_id"))
        || !"code".equals(request.get("response_type"))
        || !"S256".equals(request.get("code_challenge_method"))
        || !resource.equals(request.get("resource"))) {
      answer(exchange, 400, "{\"error\":\"invalid_request\"}");
      return;
    }
    String code = UUID.randomUUID().toString();
    codes.put(code, request);
    exchange
        .getResponseHeaders()
        .set(
            "Location",
            request.get("redirect_uri")
                + "?code="
                + code
                + "&state="
                + URLEncoder.encode(request.get("state"), UTF_8)
                + "&iss="
                + URLEncoder.encode(issuer.issuer(), UTF_8));
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private void token(HttpExchange exchange) throws IOException {
    Map<String, String> request = form(read(exchange));
    Map<String, String> asked = codes.remove(request.getOrDefault("code", ""));
    if (asked == null
        || !"authorization_code".equals(request.get("grant_type"))
        || !CLIENT.equals(request.get("client_id"))
        || !asked.get("redirect_uri").equals(request.get("redirect_uri"))
        || !asked.get("code_challenge").equals(challenge(request.get("code_verifier")))
        || !resource.equals(request.get("resource"))) {
      answer(exchange, 400, "{\"error\":\"invalid_grant\"}");
      return;
    }
    String scope = asked.get("scope");
    granted.add(scope);
    String token =
        issuer.token().subject("jo").audience(resource).scope(scope.split(" ")).compact();
    answer(
        exchange,
        200,
        object(
            "\"access_token\":" + quoted(token),
            "\"token_type\":\"Bearer\"",
            "\"expires_in\":300",
            "\"scope\":" + quoted(scope)));
  }

  private static String challenge(String verifier) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    issuer.recover();
  }
}
