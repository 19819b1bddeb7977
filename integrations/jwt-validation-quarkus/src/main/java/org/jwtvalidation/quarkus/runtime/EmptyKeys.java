// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.jwtvalidation.http.config.ResourceServerConfiguration;

/**
 * The keys without a value, such as those of a placeholder that nobody fills. They would leave the
 * default, which may be less than the rule that was meant.
 */
final class EmptyKeys {

  private static final Pattern COMMA = Pattern.compile("(?<!\\\\),");

  private EmptyKeys() {}

  /**
   * Checks the values.
   *
   * @param isList whether the value of a name is a list
   * @throws ConfigurationException if one is blank, or has a blank element
   */
  static void refuse(Config config, Predicate<String> isList) {
    ConfigurationKeys.names(config)
        .map(config::getConfigValue)
        // A name alone is no value, as that of a default in a map.
        .filter(value -> value.getRawValue() != null)
        .forEach(value -> refuse(value, isList));
  }

  private static void refuse(ConfigValue value, Predicate<String> isList) {
    String name = value.getName();
    String text = value.getValue() == null ? "" : value.getValue();
    if (text.isBlank()) {
      if (!ResourceServerConfiguration.mayBeEmpty(name)) {
        throw new ConfigurationException(
            name + ": the value is empty, which says nothing; give one, or remove the key");
      }
    } else if (isList.test(name) && COMMA.splitAsStream(text + ",.").anyMatch(String::isBlank)) {
      throw new ConfigurationException(
          name + ": an element of " + text + " is empty; drop its comma, or the key");
    }
  }
}
