package org.jwtvalidation.quarkus;

import io.quarkus.runtime.configuration.ConfigurationException;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.jwtvalidation.http.config.ResourceServerConfiguration;

/**
 * The keys without a value, such as those of a placeholder that nobody fills. They would leave the
 * default, which may be less than the rule that was meant.
 */
final class EmptyKeys {

  private EmptyKeys() {}

  /**
   * Checks the values.
   *
   * @throws ConfigurationException if one is blank
   */
  static void refuse(Config config) {
    for (String name : config.getPropertyNames()) {
      if (name.startsWith(ResourceServerConfiguration.PREFIX + ".")
          && !ResourceServerConfiguration.mayBeEmpty(name)
          && isEmpty(config.getConfigValue(name))) {
        throw new ConfigurationException(
            name + ": the value is empty, which says nothing; give one, or remove the key");
      }
    }
  }

  private static boolean isEmpty(ConfigValue value) {
    return value.getRawValue() != null && (value.getValue() == null || value.getValue().isBlank());
  }
}
