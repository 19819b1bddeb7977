// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * The keys in two spellings, of which one is dropped: a list as one text and by its elements in one
 * source, and an issuer with and without quotation marks in any.
 */
final class RepeatedKeys {

  private static final Pattern OF_ISSUER =
      Pattern.compile(
          Pattern.quote(ConfigurationKeys.PREFIX + "issuers.") + "(\"[^\"]+\"|[^.\"]+)\\..+");
  private static final Pattern ELEMENT = Pattern.compile("(.+)\\[\\d+]");

  private RepeatedKeys() {}

  /**
   * Checks the keys.
   *
   * @throws ConfigurationException if one would be dropped
   */
  static void refuse(Config config) {
    config.getConfigSources().forEach(RepeatedKeys::refuse);
    Map<String, String> first = new HashMap<>();
    ConfigurationKeys.names(config)
        .sorted()
        .forEach(name -> {
          Matcher issuer = OF_ISSUER.matcher(name);
          if (issuer.matches()) {
            String spelling = issuer.group(1);
            String other = first.putIfAbsent(spelling.replace("\"", ""), spelling);
            if (other != null && !other.equals(spelling)) {
              throw new ConfigurationException(
                  name + ": the same issuer is " + other + " elsewhere; spell it in one way");
            }
          }
        });
  }

  private static void refuse(ConfigSource source) {
    for (String name : source.getPropertyNames()) {
      Matcher element = ELEMENT.matcher(name);
      if (name.startsWith(ConfigurationKeys.PREFIX) && element.matches()) {
        String list = element.group(1);
        String text = source.getValue(list);
        if (text != null && !isOfYaml(text, list) && !text.equals(joined(source, list))) {
          throw new ConfigurationException(
              name + ": set besides " + list + ", which is the same key; remove one of them");
        }
      }
    }
  }

  /** A list in YAML has both forms, and where not all is text, that of YAML itself. */
  private static boolean isOfYaml(String text, String list) {
    return text.startsWith("{" + list.substring(list.lastIndexOf('.') + 1) + ": [");
  }

  private static String joined(ConfigSource source, String list) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> source.getValue(list + "[" + i + "]"))
        .takeWhile(Objects::nonNull)
        .map(element -> element.replace("\\", "\\\\").replace(",", "\\,"))
        .collect(Collectors.joining(","));
  }
}
