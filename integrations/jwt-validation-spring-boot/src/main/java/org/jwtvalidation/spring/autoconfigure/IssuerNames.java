// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * The names of issuers as the sources of properties have them: one that has capital letters, or
 * dots in brackets, cannot be made of its text again.
 */
final class IssuerNames {

  private static final ConfigurationPropertyName ISSUERS =
      ConfigurationPropertyName.of(ResourceServerConfiguration.PREFIX + ".issuers");

  private IssuerNames() {}

  /** The names in full, each once. */
  static Set<ConfigurationPropertyName> in(Environment environment) {
    return spelled(environment).collect(Collectors.toSet());
  }

  /**
   * Checks that each issuer has one spelling in all sources. Spring Boot would make an issuer of
   * each, and each would have all properties.
   *
   * @throws JwtConfigurationException if one has two
   */
  static void refuseSpellings(Environment environment) {
    Map<ConfigurationPropertyName, String> spellings = new HashMap<>();
    spelled(environment)
        .forEach(issuer -> {
          String spelling = issuer.getLastElement(Form.ORIGINAL);
          String other = spellings.putIfAbsent(issuer, spelling);
          if (other != null && !other.equals(spelling)) {
            throw new JwtConfigurationException(
                ISSUERS
                    + "."
                    + spelling
                    + ": also spelled "
                    + other
                    + ", so that there would be two issuers with the same properties; spell it the"
                    + " same everywhere, for environment variables in lower case letters and"
                    + " digits alone");
          }
        });
  }

  private static Stream<ConfigurationPropertyName> spelled(Environment environment) {
    return StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false)
        .filter(IterableConfigurationPropertySource.class::isInstance)
        .flatMap(source -> ((IterableConfigurationPropertySource) source).stream())
        .filter(ISSUERS::isAncestorOf)
        .map(name -> ISSUERS.append(name.subName(ISSUERS.getNumberOfElements()).chop(1)));
  }
}
