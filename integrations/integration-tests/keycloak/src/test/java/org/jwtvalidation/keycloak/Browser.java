// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jwtvalidation.keycloak.TokenEndpoint.Tokens;

/** A user at a browser, who logs in to the client {@code shop-web} with the pages of Keycloak. */
final class Browser {

  private static final String CLIENT = "shop-web";
  private static final String CALLBACK = "http://127.0.0.1/callback";
  private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");
  private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");

  /** More than any login has. */
  private static final int MAX_PAGES = 10;

  private final String issuer;
  private final String user;
  private final HttpClient http = HttpClient.newHttpClient();

  /** All of one host; browsers send secure ones to loopback addresses, too. */
  private final Map<String, String> cookies = new LinkedHashMap<>();

  private int forms;

  Browser(String issuer, String user) {
    this.issuer = issuer;
    this.user = user;
  }

  /**
   * Tokens by an authorization code (RFC 6749 section 4.1).
   *
   * @param parameters further ones of the authorization request
   */
  Tokens logIn(Map<String, String> parameters) throws IOException, InterruptedException {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.put("client_id", CLIENT);
    all.put("redirect_uri", CALLBACK);
    all.put("response_type", "code");
    URI uri = URI.create(issuer + "/protocol/openid-connect/auth?" + form(all));
    HttpResponse<String> page = send(HttpRequest.newBuilder(uri));
    for (int i = 0; i < MAX_PAGES; i++) {
      String location = page.headers().firstValue("Location").orElse("");
      if (location.startsWith(CALLBACK)) {
        return tokens(location);
      }
      page = location.isEmpty() ? submitted(page) : followed(page, location);
    }
    throw new IllegalStateException("no end of pages: " + page.body());
  }

  /** How many forms the user has filled in so far. */
  int forms() {
    return forms;
  }

  private HttpResponse<String> followed(HttpResponse<String> page, String location)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(page.uri().resolve(location)));
  }

  private HttpResponse<String> submitted(HttpResponse<String> page)
      throws IOException, InterruptedException {
    Matcher form = FORM.matcher(page.body());
    if (!form.find()) {
      throw new IllegalStateException(page.statusCode() + " without a form: " + page.body());
    }
    forms++;
    URI action = page.uri().resolve(form.group(1).replace("&amp;", "&"));
    return send(
        HttpRequest.newBuilder(action)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    form(Map.of("username", user, "password", "secret-of-" + user)))));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    String known =
        cookies.entrySet().stream()
            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
            .collect(joining("; "));
    if (!known.isEmpty()) {
      request.header("Cookie", known);
    }
    HttpResponse<String> answer =
        http.send(request.timeout(Duration.ofMinutes(1)).build(), BodyHandlers.ofString());
    for (String cookie : answer.headers().allValues("Set-Cookie")) {
      String[] nameAndValue = cookie.split(";", 2)[0].split("=", 2);
      if (cookie.contains("Max-Age=0")) {
        cookies.remove(nameAndValue[0]);
      } else {
        cookies.put(nameAndValue[0], nameAndValue[1]);
      }
    }
    return answer;
  }

  private Tokens tokens(String location) throws IOException, InterruptedException {
    Matcher code = CODE.matcher(location);
    if (!code.find()) {
      throw new IllegalStateException("no code in " + location);
    }
    return new TokenEndpoint(issuer)
        .tokens(
            Map.of(
                "grant_type",
                "authorization_code",
                "client_id",
                CLIENT,
                "redirect_uri",
                CALLBACK,
                "code",
                URLDecoder.decode(code.group(1), UTF_8)));
  }

  private static String form(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), UTF_8))
        .collect(joining("&"));
  }
}
