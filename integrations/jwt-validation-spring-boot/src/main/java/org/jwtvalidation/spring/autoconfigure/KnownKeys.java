// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The keys that have a meaning. Any other one below the prefix is an error: a rule whose name has a
 * typing error would not be in force, and nobody would notice.
 */
final class KnownKeys {

  private static final ConfigurationPropertyName PREFIX =
      ConfigurationPropertyName.of(ResourceServerConfiguration.PREFIX);

  /** Keys of the auto-configuration, which are not bound. */
  private static final Set<ConfigurationPropertyName> NOT_BOUND =
      Set.of(
          ConfigurationPropertyName.of(OnEnabled.KEY),
          ConfigurationPropertyName.of(Protection.KEY));

  private static final String ANY_NAME = "*";

  private KnownKeys() {}

  /**
   * Checks the keys of all sources except variables of the process: Kubernetes makes such variables
   * from the names of services, so that one named like this library would stop the application.
   *
   * @throws JwtConfigurationException if a key is unknown, given twice, or empty
   */
  static KnownKeys check(Environment environment) {
    RepeatedKeys.refuse(environment);
    IssuerNames.refuseSpellings(environment);
    unknown(environment).findFirst().ifPresent(KnownKeys::refuse);
    EmptyKeys.refuse(environment);
    var unused = Protection.in(environment);
    return new KnownKeys();
  }

  /** The names below the prefix that are no keys. */
  static Stream<ConfigurationPropertyName> unknown(Environment environment) {
    try {
      var unused =
          Binder.get(environment)
              .bindOrCreate(
                  PREFIX,
                  Bindable.of(JwtValidationProperties.class),
                  new NoUnboundElementsBindHandler(
                      BindHandler.DEFAULT, KnownKeys::isOfThisApplication));
    } catch (BindException e) {
      // Wrong values are reported where the properties are bound for use.
      if (e.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
        return unbound.getUnboundProperties().stream()
            .map(property -> property.getName())
            .filter(name -> allKeys().noneMatch(key -> isKey(name, key)));
      }
    }
    return Stream.empty();
  }

  private static boolean isOfThisApplication(ConfigurationPropertySource source) {
    return !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource);
  }

  /** All keys, below each issuer, too, except those of maps of text. */
  static Stream<KnownKey> in(Environment environment) {
    Set<ConfigurationPropertyName> issuers = IssuerNames.in(environment);
    return allKeys()
        .filter(key -> !key.endsWith(ANY_NAME))
        .flatMap(key -> {
          int wildcard = key.indexOf(ANY_NAME);
          return wildcard < 0
              ? Stream.of(new KnownKey(key, ConfigurationPropertyName.of(key)))
              : issuers.stream()
                  .map(issuer -> new KnownKey(key, issuer.append(key.substring(wildcard + 2))));
        });
  }

  private static Stream<String> allKeys() {
    return Stream.concat(
        NOT_BOUND.stream().map(ConfigurationPropertyName::toString),
        below(PREFIX.toString(), JwtValidationProperties.class));
  }

  /** Whether this is a known key after all: nothing is bound to one whose value is empty. */
  private static boolean isKey(ConfigurationPropertyName name, String key) {
    if (key.endsWith(ANY_NAME)) {
      return false;
    }
    int wildcard = key.indexOf(ANY_NAME);
    if (wildcard < 0) {
      return name.equals(ConfigurationPropertyName.of(key));
    }
    ConfigurationPropertyName parent = ConfigurationPropertyName.of(key.substring(0, wildcard - 1));
    return parent.isAncestorOf(name)
        && name.subName(parent.getNumberOfElements() + 1)
            .equals(ConfigurationPropertyName.of(key.substring(wildcard + 2)));
  }

  private static void refuse(ConfigurationPropertyName name) {
    String key = name.toString();
    throw new JwtConfigurationException(
        key + ": there is no such key; set " + nearest(name) + " instead if that is meant");
  }

  private static String nearest(ConfigurationPropertyName name) {
    String issuer = name.getNumberOfElements() > 2 ? name.getElement(2, Form.ORIGINAL) : "<name>";
    String text = name.toString();
    return allKeys()
        .filter(key -> !key.endsWith(ANY_NAME))
        .map(key -> key.replace(ANY_NAME, issuer))
        .min(Comparator.comparingInt(key -> distance(plain(key), plain(text))))
        .orElseThrow();
  }

  private static Stream<String> below(String key, Class<?> type) {
    return Stream.of(type.getRecordComponents()).flatMap(part -> keys(key, part));
  }

  private static Stream<String> keys(String parent, RecordComponent part) {
    String key = parent + "." + part.getName().replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    if (part.getType().isRecord()) {
      return below(key, part.getType());
    }
    if (part.getType() == Map.class) {
      Type[] types = ((ParameterizedType) part.getGenericType()).getActualTypeArguments();
      return types[1] instanceof Class<?> value && value.isRecord()
          ? below(key + "." + ANY_NAME, value)
          : Stream.of(key + "." + ANY_NAME);
    }
    return Stream.of(key);
  }

  private static String plain(String key) {
    return key.replace("-", "").toLowerCase(Locale.ROOT);
  }

  /** How many characters must be put in, taken out or replaced to make one text of the other. */
  private static int distance(String from, String to) {
    int[] last = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = last[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
      }
      last = row;
    }
    return last[to.length()];
  }
}
