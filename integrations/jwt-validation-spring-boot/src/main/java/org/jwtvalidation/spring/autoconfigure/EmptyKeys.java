// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.stream.Stream;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The keys without a value, such as those of a placeholder that nobody fills. They would leave the
 * default, which may be less than the rule that was meant.
 */
final class EmptyKeys {

  private EmptyKeys() {}

  /**
   * Checks the values.
   *
   * @throws JwtConfigurationException if one is blank
   */
  static void refuse(Environment environment) {
    in(environment).map(KnownKey::toString).findFirst().ifPresent(EmptyKeys::fail);
  }

  /** Those that must have a value and have none. */
  static Stream<KnownKey> in(Environment environment) {
    Binder binder = Binder.get(environment);
    return KnownKeys.in(environment)
        .filter(key -> !ResourceServerConfiguration.mayBeEmpty(key.key()))
        .filter(key -> key.isBlank(binder));
  }

  static void fail(String name) {
    throw new JwtConfigurationException(
        name + ": the value is empty, which says nothing; give one, or remove the property");
  }
}
