// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.smallrye.config.PropertiesConfigSource;
import java.util.Map;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * The issuer of the tests as configuration of the application: tests run in the class loader of the
 * application, which is made after the configuration of {@code QuarkusUnitTest}.
 */
public final class Issuer extends PropertiesConfigSource {

  private static final long serialVersionUID = 1;

  static final TestIssuer ISSUER = TestIssuer.start();

  private static final String SHOP = "jwt-validation.issuers.shop.";

  private static final Map<String, String> VALUES =
      Map.of(
          SHOP + "url", ISSUER.issuer(),
          SHOP + "audience", ISSUER.audience(),
          // However busy the machine is.
          SHOP + "keys.connect-timeout", "3M",
          SHOP + "keys.total-timeout", "3M",
          SHOP + "keys.allow-loopback-http", "true");

  /** For the service loader. */
  public Issuer() {
    super(VALUES, "issuer of the test", DEFAULT_ORDINAL);
  }
}
