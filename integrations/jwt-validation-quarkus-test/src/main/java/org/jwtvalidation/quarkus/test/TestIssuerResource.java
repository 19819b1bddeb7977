// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import io.quarkus.test.common.QuarkusTestResourceConfigurableLifecycleManager;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.ConfigValue;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;

/** What Quarkus does with {@link WithTestIssuer}; use the annotation. Not thread-safe. */
public final class TestIssuerResource
    implements QuarkusTestResourceConfigurableLifecycleManager<WithTestIssuer> {

  /** Shorter than any test takes from one fetch to the next. */
  private static final Duration AT_ONCE = Duration.ofNanos(1);

  /** The source of what test resources set. */
  private static final String OF_TEST_RESOURCES = "Config Override Config Source";

  /** The ordinal of what an application has recorded, whose value another source may replace. */
  private static final int OF_DEFAULTS = Integer.MIN_VALUE;

  private static final Pattern NAME =
      Pattern.compile("jwt-validation\\.issuers\\.(?:\"([^\"]+)\"|([^.\"]+))\\..+");

  private String name = "";
  private String prefix = "";
  private SignatureAlgorithm algorithm = SignatureAlgorithm.ES256;
  private TestIssuer.Builder options = TestIssuer.builder();
  private @Nullable TestIssuer issuer;

  /** For Quarkus. */
  public TestIssuerResource() {}

  /**
   * Takes over the options.
   *
   * @param annotation the annotation of the test class
   */
  @Override
  public void init(WithTestIssuer annotation) {
    name = annotation.value();
    if (name.isEmpty() || name.indexOf('"') >= 0) {
      throw new IllegalArgumentException(
          "@WithTestIssuer(\""
              + name
              + "\"): not the name of an issuer; use that of the key jwt-validation.issuers.<name>"
              + ".url");
    }
    prefix = "jwt-validation.issuers." + (name.contains(".") ? '"' + name + '"' : name) + '.';
    algorithm = annotation.algorithm();
    options = TestIssuer.builder().audience(annotation.audience()).algorithm(algorithm);
  }

  /**
   * Checks that the name is that of an issuer, if the configuration names any. It may still have
   * what earlier applications of the JVM had from a test issuer, as an override, and from a dev
   * service, as a default: their names are not issuers for that.
   *
   * @param name the name of the issuer
   * @param given the configuration
   */
  static void checkName(String name, Config given) {
    SortedSet<String> names = new TreeSet<>();
    for (String key : given.getPropertyNames()) {
      if (key.startsWith("JWT_VALIDATION_ISSUERS_")) {
        return; // What of such a variable is the name is not known yet.
      }
      Matcher matcher = NAME.matcher(key);
      if (matcher.matches()) {
        String each = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        if (each.equals(name)) {
          return;
        }
        ConfigValue value = given.getConfigValue(key);
        if (!OF_TEST_RESOURCES.equals(value.getSourceName())
            && value.getSourceOrdinal() != OF_DEFAULTS) {
          names.add(each);
        }
      }
    }
    if (!names.isEmpty()) {
      throw new IllegalArgumentException(
          "@WithTestIssuer(\""
              + name
              + "\"): no such issuer, only "
              + names
              + "; name one of those");
    }
  }

  /**
   * Checks that the application accepts the algorithm. It says itself which names are none.
   *
   * @param given the configuration, as for {@link #checkName}
   */
  void checkAlgorithm(Config given) {
    String key = prefix + "algorithms";
    if (!isGiven(key, given) && !isGiven(key + "[0]", given)) {
      return;
    }
    List<String> names = given.getOptionalValues(key, String.class).orElse(List.of());
    List<SignatureAlgorithm> accepted =
        names.stream().flatMap(each -> SignatureAlgorithm.possible(each).stream()).toList();
    if (!accepted.isEmpty() && !accepted.contains(algorithm)) {
      throw new IllegalArgumentException(
          "@WithTestIssuer(\""
              + name
              + "\"): tokens are signed by "
              + algorithm.joseName()
              + ", but "
              + key
              + " has only "
              + names
              + "; add algorithm = SignatureAlgorithm."
              + accepted.get(0)
              + " to the annotation");
    }
  }

  private static boolean isGiven(String key, Config given) {
    ConfigValue value = given.getConfigValue(key);
    return value.getValue() != null && value.getSourceOrdinal() != OF_DEFAULTS;
  }

  /**
   * Starts the issuer.
   *
   * @return the configuration of the application
   * @throws IllegalArgumentException if the configuration has issuers, but none of this name, or
   *     the application accepts other algorithms alone
   */
  @Override
  public Map<String, String> start() {
    Config given = ConfigProvider.getConfig();
    checkName(name, given);
    checkAlgorithm(given);
    issuer = options.start();
    return configuration(issuer, given);
  }

  /** What replaces the configuration of the application. */
  Map<String, String> configuration(TestIssuer started, Config given) {
    Map<String, String> configuration = new HashMap<>();
    configuration.put(prefix + "url", started.issuer());
    if (!given.getOptionalValue(prefix + "any-audience", Boolean.class).orElse(false)) {
      configuration.put(prefix + "audience", started.audience());
    }
    // A preset accepts only the URLs of its provider.
    configuration.put(prefix + "preset", "");
    configuration.put(prefix + "keys.jwks-uri", started.jwksUri().toString());
    configuration.put(prefix + "keys.file", "");
    configuration.put(prefix + "keys.discovered", "");
    configuration.put(prefix + "keys.allow-loopback-http", "true");
    String cooldown = prefix + "keys.unknown-key-cooldown";
    String configured = given.getConfigValue(cooldown).getValue();
    if (configured == null || configured.equals(AT_ONCE.toString())) {
      // Otherwise, a token of an unknown key in one test keeps the next from a new key. The value
      // may be that of an earlier test issuer, which Quarkus then forgets.
      configuration.put(cooldown, AT_ONCE.toString());
    }
    return configuration;
  }

  /**
   * Injects the issuer into the fields of a test that have its type.
   *
   * @param injector knows the fields
   */
  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(issuer, new TestInjector.MatchesType(TestIssuer.class));
  }

  /** Closes the issuer. */
  @Override
  public void stop() {
    if (issuer != null) {
      issuer.close();
    }
  }
}
