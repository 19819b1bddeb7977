// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;

/**
 * The keys that one source has in two spellings, of which either may be the one that counts. A
 * source that overrides another may spell as it likes.
 */
final class RepeatedKeys {

  private static final ConfigurationPropertyName PREFIX =
      ConfigurationPropertyName.of(ResourceServerConfiguration.PREFIX);

  private RepeatedKeys() {}

  /**
   * Checks the keys of each source.
   *
   * @throws JwtConfigurationException if one has two names for one property
   */
  static void refuse(Environment environment) {
    if (environment instanceof ConfigurableEnvironment configurable) {
      configurable.getPropertySources().stream()
          .filter(EnumerablePropertySource.class::isInstance)
          .forEach(source -> refuse((EnumerablePropertySource<?>) source));
    }
  }

  private static void refuse(EnumerablePropertySource<?> source) {
    Map<ConfigurationPropertyName, String> names = new HashMap<>();
    for (String name : source.getPropertyNames()) {
      ConfigurationPropertyName property = ConfigurationPropertyName.adapt(name, '.');
      if (PREFIX.isAncestorOf(property)) {
        refuse(name, names.putIfAbsent(property, name));
      }
    }
    names.forEach((property, name) -> {
      if (property.isLastElementIndexed()) {
        refuse(name, names.get(property.getParent()));
      }
    });
  }

  private static void refuse(String name, @Nullable String other) {
    if (other != null) {
      throw new JwtConfigurationException(
          name + ": set besides " + other + ", which is the same property; remove one of them");
    }
  }
}
