// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestRequest;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.testkit.TokenBuilder;

/**
 * Answers {@code GET /mint?user=jo&role=clerk&scope=orders:read} with a token. Roles and scopes may
 * be repeated.
 */
final class DevTokens implements Function<TestRequest, TestResponse> {

  static final String PATH = "/mint";

  private static final Set<String> PARAMETERS = Set.of("user", "role", "scope");

  private final TestIssuer issuer;
  private final String authority;

  DevTokens(TestIssuer issuer) {
    this.issuer = issuer;
    this.authority = URI.create(issuer.issuer()).getAuthority();
  }

  @Override
  public TestResponse apply(TestRequest request) {
    // A page whose host name has been pointed to this machine sends its own name.
    if (!request.method().equals("GET")
        || !request.path().equals(PATH)
        || !authority.equals(request.header("Host"))) {
      return TestResponse.status(404);
    }
    try {
      return text(200, mint(parameters(request.target())));
    } catch (IllegalArgumentException e) {
      return text(400, String.valueOf(e.getMessage()));
    }
  }

  /** A token by parameters of those names, each of which may be missing. */
  String mint(Map<String, List<String>> parameters) {
    TokenBuilder token = issuer.token();
    parameters.getOrDefault("user", List.of()).forEach(token::subject);
    if (parameters.containsKey("role")) {
      token.roles(parameters.get("role").toArray(String[]::new));
    }
    if (parameters.containsKey("scope")) {
      token.scope(parameters.get("scope").toArray(String[]::new));
    }
    return token.compact();
  }

  private static Map<String, List<String>> parameters(String target) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    int query = target.indexOf('?');
    for (String each : query < 0 ? new String[0] : target.substring(query + 1).split("&", -1)) {
      int equals = each.indexOf('=');
      String name = URLDecoder.decode(equals < 0 ? each : each.substring(0, equals), UTF_8);
      if (equals < 0 || !PARAMETERS.contains(name)) {
        throw new IllegalArgumentException(name + ": not a parameter; use user=, role= and scope=");
      }
      parameters
          .computeIfAbsent(name, unused -> new ArrayList<>())
          .add(URLDecoder.decode(each.substring(equals + 1), UTF_8));
    }
    return parameters;
  }

  private static TestResponse text(int status, String text) {
    return TestResponse.status(status)
        .header("Content-Type", "text/plain; charset=utf-8")
        .header("Cache-Control", "no-store")
        .body((text + "\n").getBytes(UTF_8));
  }
}
