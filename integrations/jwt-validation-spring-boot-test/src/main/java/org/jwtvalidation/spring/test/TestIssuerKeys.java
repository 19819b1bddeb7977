// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.test;

import java.net.URI;
import java.time.Duration;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.keysource.HttpKeySource;
import org.springframework.core.Ordered;

/**
 * The keys of the test issuer for an application that has Spring Boot's own properties, among which
 * is no cooldown.
 *
 * @param jwksUri the place of the keys
 */
record TestIssuerKeys(URI jwksUri) implements IssuerCustomizer, Ordered {

  /** Shorter than any test takes from one fetch to the next. */
  static final Duration AT_ONCE = Duration.ofNanos(1);

  @Override
  public void customize(String name, IssuerConfig.Builder issuer) {
    issuer.keySource(
        HttpKeySource.jwksUri(jwksUri).allowLoopbackHttp().unknownKeyCooldown(AT_ONCE).build());
  }

  /** Before the customizers of the application, which may have a key source of their own. */
  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }
}
