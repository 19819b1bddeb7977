// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import java.util.Map;
import org.jwtvalidation.testkit.TestIssuer;

/** The issuer for development and tests, which gives a token to whoever asks on this machine. */
final class DevIssuer implements AutoCloseable {

  static final String AUDIENCE = "dev";

  private static final String PREFIX = "jwt-validation.issuers.dev.";

  private final TestIssuer issuer;
  private final DevTokens tokens;

  private DevIssuer(TestIssuer issuer) {
    this.issuer = issuer;
    this.tokens = new DevTokens(issuer);
    issuer.otherResponder(tokens);
  }

  static DevIssuer start() {
    return new DevIssuer(TestIssuer.builder().audience(AUDIENCE).start());
  }

  /** What the application is configured with, unless it says otherwise. */
  Map<String, String> configuration() {
    return Map.of(
        PREFIX + "url", issuer.issuer(),
        PREFIX + "audience", issuer.audience(),
        PREFIX + "keys.allow-loopback-http", "true");
  }

  DevTokens tokens() {
    return tokens;
  }

  /** What a developer has to know. */
  String notice() {
    return "No issuer is configured below jwt-validation.issuers: "
        + issuer.issuer()
        + " is the issuer while this runs, and "
        + issuer.audience()
        + " the audience. For a token: curl '"
        + issuer.issuer()
        + DevTokens.PATH
        + "?user=jo&role=clerk&scope=orders:read'";
  }

  @Override
  public void close() {
    issuer.close();
  }
}
