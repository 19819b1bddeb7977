package org.jwtvalidation.spring.autoconfigure;

import java.util.Set;
import java.util.stream.Stream;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The keys without a value, such as those of a placeholder that nobody fills. They would leave the
 * default, which may be less than the rule that was meant.
 */
final class EmptyKeys {

  /** Keys that a test or a profile may unset so. */
  private static final Set<String> MAY_BE_EMPTY =
      Set.of(
          "url",
          "preset",
          "own-account",
          "keys.jwks-uri",
          "keys.file",
          "keys.discovered",
          "pop.dpop.public-base",
          "pop.dpop.nonce-secret",
          "pop.mutual-tls-proxies");

  private EmptyKeys() {}

  /**
   * Checks the values.
   *
   * @throws JwtConfigurationException if one is blank
   */
  static void refuse(Environment environment) {
    in(environment).findFirst().ifPresent(EmptyKeys::fail);
  }

  /** The names of those that must have a value and have none. */
  static Stream<String> in(Environment environment) {
    Binder binder = Binder.get(environment);
    return KnownKeys.names(binder)
        .filter(name -> !MAY_BE_EMPTY.contains(option(name)))
        .filter(name ->
            binder.bind(name, Bindable.of(String.class)).map(String::isBlank).orElse(false));
  }

  static void fail(String name) {
    throw new JwtConfigurationException(
        name + ": the value is empty, which says nothing; give one, or remove the property");
  }

  /** What a key is called below its issuer, or below all. */
  private static String option(String name) {
    String issuers = ResourceServerConfiguration.PREFIX + ".issuers.";
    return name.startsWith(issuers)
        ? name.substring(name.indexOf('.', issuers.length()) + 1)
        : name.substring(ResourceServerConfiguration.PREFIX.length() + 1);
  }
}
