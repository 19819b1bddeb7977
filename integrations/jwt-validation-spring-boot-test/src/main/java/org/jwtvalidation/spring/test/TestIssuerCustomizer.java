// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Sets the properties of the issuer before conditions are checked, which is too early for dynamic
 * properties. A record, since equal customizers let tests share a context.
 *
 * @param name the name of the issuer in the properties, or empty
 * @param disconnectedFor the test class for which the issuer refuses connections from the start and
 *     which shares its context with no other, or null
 */
record TestIssuerCustomizer(String name, @Nullable Class<?> disconnectedFor)
    implements ContextCustomizer {

  /** The name of the issuer among the beans. */
  static final String BEAN = "testIssuer";

  private static final String ISSUERS = "jwt-validation.issuers";
  private static final String TRAINING = "jwt-validation.max-training";
  private static final String SPRING = "spring.security.oauth2.resourceserver.jwt.";

  /** What makes the validator, if there is no other. */
  private static final String CONFIGURATION =
      "org.jwtvalidation.spring.autoconfigure.JwtValidationAutoConfiguration";

  /** What is of the issuer that is replaced: its preset, the options of that, and its keys. */
  private static final List<String> OF_THE_OTHER =
      List.of(
          "preset",
          "tenants",
          "repositories",
          "projects",
          "service-accounts",
          "own-account",
          "keys.file",
          "keys.discovered",
          "keys.metadata-issuer");

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    ConfigurableEnvironment environment = context.getEnvironment();
    Binder binder = Binder.get(environment);
    Set<String> names =
        binder
            .bind(ISSUERS, Bindable.mapOf(String.class, Object.class))
            .map(Map::keySet)
            .orElse(Set.of());
    boolean isOfSpring =
        name.isEmpty() && names.isEmpty() && environment.containsProperty(SPRING + "issuer-uri");
    String prefix = ISSUERS + element(chosen(names)) + ".";
    String audienceKey = isOfSpring ? SPRING + "audiences" : prefix + "audience";
    List<String> audiences = new ArrayList<>(texts(binder, audienceKey));
    if (!isOfSpring) {
      audiences.addAll(texts(binder, prefix + "all-audiences"));
    }
    String audience = audiences.isEmpty() ? TestIssuer.AUDIENCE : audiences.get(0);
    boolean isForAny =
        !isOfSpring
            && binder.bind(name(prefix + "any-audience"), Bindable.of(Boolean.class)).orElse(false);
    List<String> algorithms =
        texts(binder, isOfSpring ? SPRING + "jws-algorithms" : prefix + "algorithms");
    TestIssuer issuer =
        TestIssuer.builder().audience(audience).algorithm(algorithm(algorithms)).start();
    if (disconnectedFor != null) {
      issuer.disconnect();
    }
    Map<String, Object> properties =
        isOfSpring ? ofSpring(issuer) : ofOurs(issuer, prefix, environment, binder);
    if (audiences.isEmpty() && !isForAny) {
      properties.put(audienceKey, audience);
    }
    environment
        .getPropertySources()
        .addFirst(new MapPropertySource("jwt-validation test issuer", properties));
    register(issuer, context);
    context.addBeanFactoryPostProcessor(
        beans -> complete(isOfSpring ? issuer : null, environment, beans));
  }

  /**
   * Sets what only the validator of the library reads, as soon as it is known whether there will be
   * one. A validator of the application may read Spring Boot's own properties.
   *
   * @param ofSpring the issuer that these properties describe, or null if ours do
   */
  private static void complete(
      @Nullable TestIssuer ofSpring,
      ConfigurableEnvironment environment,
      ConfigurableListableBeanFactory beans) {
    String own = ownValidator(beans);
    if (own != null) {
      if (ofSpring == null) {
        throw new IllegalStateException(
            "@AutoConfigureTestIssuer: the application validates tokens by its bean "
                + own
                + ", which does not read the properties of the test issuer; omit the annotation,"
                + " and let the test have a bean of TestIssuer.start().validator() instead");
      }
      return;
    }
    if (ofSpring != null) {
      beans.registerSingleton("testIssuerKeys", new TestIssuerKeys(ofSpring.jwksUri()));
    }
    if (!environment.containsProperty(TRAINING)) {
      environment
          .getPropertySources()
          .addFirst(new MapPropertySource("jwt-validation test training", Map.of(TRAINING, "0s")));
    }
  }

  /** The bean that the application has in place of the validator of the library, or null. */
  private static @Nullable String ownValidator(ConfigurableListableBeanFactory beans) {
    if (!beans.containsBeanDefinition(CONFIGURATION)
        || beans.containsBeanDefinition(CONFIGURATION + "$ValidatorConfiguration")) {
      return null;
    }
    String[] validators = beans.getBeanNamesForType(TokenValidator.class, true, false);
    return validators.length == 0 ? null : validators[0];
  }

  /** The issuer that the test issuer stands for, spelled as the application does. */
  private String chosen(Set<String> names) {
    if (!name.isEmpty()) {
      return names.isEmpty()
          ? name
          : names.stream()
              .filter(each -> name(ISSUERS + element(each)).equals(name(ISSUERS + element(name))))
              .findFirst()
              .orElseThrow(() ->
                  new IllegalStateException(
                      "@AutoConfigureTestIssuer(\""
                          + name
                          + "\"): no such issuer, only "
                          + names
                          + "; name one of those"));
    }
    if (names.size() > 1) {
      throw new IllegalStateException(
          "@AutoConfigureTestIssuer: there are several issuers "
              + names
              + "; name the one that the test issuer replaces");
    }
    return names.isEmpty() ? "test" : names.iterator().next();
  }

  /** The name of an issuer as part of a key. */
  private static String element(String issuer) {
    return issuer.contains(".") ? "[" + issuer + "]" : "." + issuer;
  }

  /** In the spelling of the application, which may have capital letters. */
  private static ConfigurationPropertyName name(String key) {
    return ConfigurationPropertyName.adapt(key, '.');
  }

  private static List<String> texts(Binder binder, String key) {
    return binder.bind(name(key), Bindable.listOf(String.class)).orElse(List.of()).stream()
        .filter(each -> !each.isBlank())
        .toList();
  }

  /** The usual one if it is accepted, or the first that is. Any is if there are none. */
  private static SignatureAlgorithm algorithm(List<String> accepted) {
    // The application does not start with other names, and says why.
    List<SignatureAlgorithm> algorithms =
        accepted.stream().flatMap(each -> SignatureAlgorithm.possible(each).stream()).toList();
    return algorithms.contains(SignatureAlgorithm.ES256)
        ? SignatureAlgorithm.ES256
        : algorithms.stream()
            .filter(SignatureAlgorithm::isAvailable)
            .findFirst()
            .orElse(SignatureAlgorithm.ES256);
  }

  private static Map<String, Object> ofSpring(TestIssuer issuer) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(SPRING + "issuer-uri", issuer.issuer());
    properties.put(SPRING + "jwk-set-uri", issuer.jwksUri().toString());
    return properties;
  }

  private static Map<String, Object> ofOurs(
      TestIssuer issuer, String prefix, ConfigurableEnvironment environment, Binder binder) {
    ReducedPropertySource.remove(
        environment.getPropertySources(),
        OF_THE_OTHER.stream().map(key -> name(prefix + key)).toList());
    Map<String, Object> properties = new HashMap<>();
    properties.put(prefix + "url", issuer.issuer());
    properties.put(prefix + "keys.jwks-uri", issuer.jwksUri().toString());
    properties.put(prefix + "keys.allow-loopback-http", "true");
    String cooldown = prefix + "keys.unknown-key-cooldown";
    if (texts(binder, cooldown).isEmpty()) {
      // Otherwise, a token of an unknown key in one test keeps the next from a new key.
      properties.put(cooldown, TestIssuerKeys.AT_ONCE.toNanos() + "ns");
    }
    // Variables of the process are still there; the preset among them may be empty.
    OF_THE_OTHER.stream()
        .filter(key -> environment.containsProperty(prefix + key))
        .forEach(key -> properties.put(prefix + key, ""));
    return properties;
  }

  /** A bean definition, so that the context closes the issuer, and tests can have it injected. */
  private static void register(TestIssuer issuer, ConfigurableApplicationContext context) {
    DefaultListableBeanFactory beans = (DefaultListableBeanFactory) context.getBeanFactory();
    beans.registerSingleton(BEAN, issuer);
    beans.registerDisposableBean(BEAN, issuer::close);
  }
}
