// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.Recorder;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.PropertyName;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jwtvalidation.http.config.ResourceServerConfiguration;

/**
 * Checks, as the application starts, that no key is silently without effect. The build cannot know
 * those of the command line, or of a file beside the application.
 */
@Recorder
public class ConfigurationKeys {

  static final String PREFIX = ResourceServerConfiguration.PREFIX + ".";

  private static final String ELEMENT = "[*]";

  /** Creates the checks. */
  public ConfigurationKeys() {}

  /**
   * Checks the keys of the running application.
   *
   * @param known the names of all keys of this extension, with {@code *} for any name or index
   * @param isAlone whether nothing in the application reads the keys of other extensions that
   *     validate tokens
   * @throws ConfigurationException if one would be without effect
   */
  public void check(List<String> known, boolean isAlone) {
    check(ConfigProvider.getConfig(), known);
    if (isAlone) {
      ForeignKeys.refuse(ConfigProvider.getConfig());
    }
  }

  static void check(Config config, List<String> known) {
    List<String> unknown =
        names(config)
            .filter(name -> known.stream().noneMatch(key -> PropertyName.equals(name, key)))
            .sorted()
            .toList();
    if (!unknown.isEmpty()) {
      throw unknown(unknown);
    }
    RepeatedKeys.refuse(config);
    EmptyKeys.refuse(config, name -> known.stream().anyMatch(key -> isList(name, key)));
  }

  /** The names below the prefix; variables of the environment only if they name a key. */
  static Stream<String> names(Config config) {
    return StreamSupport.stream(config.getPropertyNames().spliterator(), false)
        .filter(name -> name.startsWith(PREFIX));
  }

  private static boolean isList(String name, String key) {
    return key.endsWith(ELEMENT)
        && PropertyName.equals(name, key.substring(0, key.length() - ELEMENT.length()));
  }

  /**
   * The complaint about keys that do not exist.
   *
   * @param keys their names, at least one
   * @return the complaint
   */
  public static ConfigurationException unknown(Collection<String> keys) {
    return new ConfigurationException(
        String.join(", ", keys)
            + ": no such key; correct its name, or drop it (doc/quarkus-configuration.adoc"
            + " has every key)");
  }
}
