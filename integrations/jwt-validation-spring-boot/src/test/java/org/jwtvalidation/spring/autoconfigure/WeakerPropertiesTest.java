// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.jwtvalidation.spring.autoconfigure.PropertyKey.PREFIX;
import static org.jwtvalidation.spring.autoconfigure.PropertyKey.SHOP;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.options.OptionSamples;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.mock.env.MockPropertySource;

/**
 * No property is silently without effect: whatever is wrong about it, the start fails and names it,
 * or its value is in force.
 */
@Tag("jdk-independent")
@Timeout(300)
class WeakerPropertiesTest {

  private static final List<PropertyKey> KEYS = PropertyKey.below(PREFIX);
  private static final Set<String> NAMES =
      KEYS.stream().map(PropertyKey::name).collect(Collectors.toSet());
  private static final String SPRING = "spring.security.oauth2.resourceserver.jwt.";

  /** An empty value stands for none, so that a test or a profile can unset these. */
  private static final Set<String> MAY_BE_EMPTY =
      Set.of(
          SHOP + "url",
          SHOP + "preset",
          SHOP + "own-account",
          SHOP + "keys.jwks-uri",
          SHOP + "keys.file",
          SHOP + "keys.discovered",
          PREFIX + "pop.dpop.public-base",
          PREFIX + "pop.dpop.nonce-secret",
          PREFIX + "pop.mutual-tls-proxies");

  /** What is read before there is a validator. */
  private static final Set<String> NOT_OF_VALIDATOR = Set.of(OnEnabled.KEY, Protection.KEY);

  /** What Spring Boot reads for authorities and names, whoever validates. */
  private static final Set<String> READ_BESIDE_OURS =
      Set.of(
          "principal-claim-name",
          "authority-prefix",
          "authorities-claim-name",
          "authorities-claim-delimiter",
          "authorities-claim-expressions");

  /** Listed by Spring Boot as removed. */
  private static final String NO_LONGER_READ = "jws-algorithm";

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(JwtValidationAutoConfiguration.class));

  private final MockEnvironment wrongNames = new MockEnvironment();
  private final List<String> silent = new ArrayList<>();

  @AfterEach
  void assertNothingIsSilent() {
    assertThat(silent).isEmpty();
  }

  private void fails(Map<String, String> properties, String key) {
    complain(key + "=" + properties.get(key), key, () -> StartedProperties.with(properties));
  }

  private void fails(ApplicationContextRunner runner, Map<String, String> properties, String key) {
    String[] pairs =
        properties.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .toArray(String[]::new);
    complain(
        key + "=" + properties.get(key),
        key,
        () ->
            runner
                .withPropertyValues(pairs)
                .run(context -> {
                  if (context.getStartupFailure() != null) {
                    throw context.getStartupFailure();
                  }
                }));
  }

  private void complain(String property, String key, ThrowingCallable start) {
    Throwable failure = catchThrowable(start);
    if (failure == null) {
      silent.add(property + " is without effect");
    } else if (!messages(failure).contains(key)) {
      silent.add(property + " is not named: " + messages(failure));
    }
  }

  private static String messages(Throwable failure) {
    StringBuilder messages = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      messages.append(each.getMessage()).append('\n');
    }
    return messages.toString();
  }

  private static String written(PropertyKey key, String value) {
    try {
      return key.type().equals(Duration.class.getName())
          ? DurationStyle.detectAndParse(value).toString()
          : value;
    } catch (RuntimeException e) {
      return value;
    }
  }

  @Test
  void areAllListed() {
    assertThat(KEYS).hasSizeGreaterThan(75);
  }

  @Test
  void haveTheValueThatIsWritten() {
    for (PropertyKey key : KEYS) {
      String value = OptionSamples.right(key.name(), key.type());
      try {
        assertThat(
                StartedProperties.with(OptionSamples.beside(key.name(), value)).inForce(key.name()))
            .as(key.name())
            .isEqualTo(written(key, value));
      } catch (JwtConfigurationException e) {
        // Where there is no cluster, the complaint shows that the value is in force.
        assertThat(e).hasMessageStartingWith(SHOP + "own-account: " + value + " has no");
      }
    }
  }

  @Test
  @DisplayName("114: a misspelt option")
  void areRefusedIfMisspelt() {
    for (PropertyKey key : KEYS) {
      String name = key.name();
      Stream.of(
              name.substring(0, name.length() - 1),
              name + "s",
              name.substring(0, name.length() - 2) + name.charAt(name.length() - 1))
          .filter(misspelt -> !key.isOfMap())
          .forEach(this::refusedAmongOthers);
    }
    assertRefused();
  }

  @Test
  @DisplayName("114: an option in another place")
  void areRefusedInAnotherPlace() {
    for (PropertyKey key : KEYS) {
      String option = key.isOfIssuer() ? key.name().substring(SHOP.length()) : key.option();
      for (String place :
          List.of(
              "",
              "issuers.shop.",
              "issuers.shop.keys.",
              "issuers.shop.roles.",
              "resource.",
              "pop.",
              "pop.dpop.",
              "limits.")) {
        if (!key.isOfMap()) {
          refusedAmongOthers(PREFIX + place + option);
          refusedAmongOthers(PREFIX + place + key.last());
        }
      }
    }
    assertRefused();
    fails(Map.of(PREFIX + "issuers.audience", "orders-api"), PREFIX + "issuers.audience");
    fails(Map.of(PREFIX + "issuers.keys.file", "a"), PREFIX + "issuers.keys.file");
  }

  /** Binding takes long, so that wrong names are bound together. */
  private void refusedAmongOthers(String name) {
    if (!NAMES.contains(name)) {
      wrongNames.setProperty(name, "1");
    }
  }

  private void assertRefused() {
    Set<String> given =
        Set.of(
            ((EnumerablePropertySource<?>)
                    wrongNames
                        .getPropertySources()
                        .get(MockPropertySource.MOCK_PROPERTIES_PROPERTY_SOURCE_NAME))
                .getPropertyNames());
    assertThat(KnownKeys.unknown(wrongNames).map(ConfigurationPropertyName::toString))
        .hasSizeGreaterThan(KEYS.size())
        .containsExactlyInAnyOrderElementsOf(given);
  }

  @Test
  @DisplayName("114: an empty option")
  void areRefusedIfEmpty() {
    for (String empty : List.of("", " ", "${NO_SUCH_PLACE:}")) {
      MockEnvironment environment = new MockEnvironment();
      KEYS.forEach(key -> environment.setProperty(key.name(), empty));
      assertThat(EmptyKeys.in(environment).map(KnownKey::toString))
          .containsExactlyInAnyOrderElementsOf(
              KEYS.stream()
                  .filter(key -> !key.isOfMap())
                  .map(PropertyKey::name)
                  .filter(name -> !MAY_BE_EMPTY.contains(name))
                  .toList());
    }
  }

  @Test
  @DisplayName("114: an option of another type")
  void areRefusedOrInForceIfTheValueIsWrong() {
    for (PropertyKey key : KEYS) {
      for (String value : OptionSamples.wrong(key.type())) {
        wrong(key, value);
      }
    }
  }

  private void wrong(PropertyKey key, String value) {
    String property = key + "=" + value;
    try {
      String inForce =
          StartedProperties.with(OptionSamples.beside(key.name(), value)).inForce(key.name());
      if (!inForce.equals(written(key, value))) {
        silent.add(property + " started with " + inForce);
      }
    } catch (RuntimeException e) {
      if (!messages(e).contains(key.name())) {
        silent.add(property + " is not named: " + messages(e));
      }
    }
  }

  @Test
  @DisplayName("114: an option in two spellings")
  void areRefusedIfGivenInTwoSpellings() {
    for (PropertyKey key : KEYS) {
      String value = OptionSamples.right(key.name(), key.type());
      String camel = key.inCamelCase();
      if (!camel.equals(key.name())) {
        Map<String, String> properties = OptionSamples.beside(key.name(), value);
        properties.put(camel, value);
        fails(properties, camel);
      }
      if (key.isList()) {
        Map<String, String> properties = OptionSamples.beside(key.name(), value);
        properties.put(key.name() + "[0]", value);
        fails(properties, key.name() + "[0]");
      }
    }
  }

  @Test
  @DisplayName("114: an option beside a bean that replaces it")
  void areRefusedBesideABeanThatReplacesThem() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().build()) {
      StaticListableBeanFactory validators =
          new StaticListableBeanFactory(Map.of("own", validator));
      StaticListableBeanFactory proofs =
          new StaticListableBeanFactory(
              Map.of("own", ProofOfPossession.builder().mutualTls().build()));
      for (PropertyKey key : KEYS) {
        // Header fields alone are no issuer.
        if (!NOT_OF_VALIDATOR.contains(key.name()) && !isOfAnswers(key) && !key.isOfMap()) {
          String value = OptionSamples.right(key.name(), key.type());
          MockEnvironment environment = new MockEnvironment().withProperty(key.name(), value);
          complain(
              key + "=" + value,
              key.name(),
              () ->
                  ReplacedKeys.refuse(
                      environment, key.option().startsWith("pop.") ? proofs : validators));
        }
      }
      fails(
          runner.withBean("own", TokenValidator.class, () -> validator),
          Map.of(SHOP + "require-client", "true"),
          SHOP + "require-client");
      fails(
          runner.withBean(
              "own",
              ProofOfPossession.class,
              () -> ProofOfPossession.builder().mutualTls().build()),
          Map.of("jwt-validation.pop.required", "true"),
          "jwt-validation.pop.required");
      fails(
          runner.withBean("own", TokenValidator.class, () -> validator),
          Map.of(SHOP + "clients[0]", "one"),
          SHOP + "clients");
    }
  }

  private static boolean isOfAnswers(PropertyKey key) {
    return Set.of("realm", "challenge-scopes").contains(key.option())
        || key.option().startsWith("resource.");
  }

  @Test
  void areReadForAnswersBesideAValidatorOfTheApplication() {
    try (TestIssuer issuer = TestIssuer.start()) {
      runner
          .withBean("own", TokenValidator.class, () -> issuer.validator().build())
          .withPropertyValues(
              "jwt-validation.realm=orders", "jwt-validation.resource.url=https://one.example")
          .run(context ->
              assertThat(context.getBean(ServiceAnswers.class))
                  .matches(ServiceAnswers::hasRealm)
                  .matches(answers ->
                      FrameworkAuthenticator.of(answers.authenticator()).resource() != null));
    }
  }

  @Test
  void areReadForProofsBesideAValidatorOfTheApplication() {
    try (TestIssuer issuer = TestIssuer.start()) {
      runner
          .withBean("own", TokenValidator.class, () -> issuer.validator().build())
          .withPropertyValues(
              "jwt-validation.signatures-by-providers-only=true",
              "jwt-validation.pop.dpop.public-base=https://one.example")
          .run(context -> assertThat(context).hasSingleBean(ProofOfPossession.class));
    }
  }

  @Test
  void areRefusedBesideSpringBootsOwn() {
    List<PropertyKey> theirs = PropertyKey.below(SPRING);
    List<String> names = theirs.stream().map(PropertyKey::last).toList();
    assertThat(READ_BESIDE_OURS)
        .filteredOn(name -> !names.contains(name))
        // Spring Boot 4.0 does not have it.
        .isSubsetOf("authorities-claim-expressions");
    for (PropertyKey key : theirs) {
      if (!READ_BESIDE_OURS.contains(key.last()) && !key.last().equals(NO_LONGER_READ)) {
        Map<String, String> properties = OptionSamples.beside(SHOP + "url", "https://one.example");
        properties.put(key.name(), "RS256");
        fails(runner, properties, key.name());
      }
    }
  }

  @Test
  void failARealStart() {
    String maxAge = SHOP + "max-age";
    Map.of(
            "jwt-validation.enabled",
            "ture",
            SHOP + "clients",
            "",
            maxAge,
            "${NO_SUCH_PLACE:}",
            Protection.KEY,
            "filters")
        .forEach((key, value) -> {
          Map<String, String> properties =
              OptionSamples.beside(SHOP + "url", "https://one.example");
          properties.put(key, value);
          fails(runner, properties, key);
        });
    Map<String, String> twice = OptionSamples.beside(maxAge, "1m");
    twice.put(SHOP + "maxAge", "2m");
    fails(runner, twice, SHOP + "maxAge");
  }

  @Test
  void mayBeSpeltOtherwiseWhereOneSourceOverridesAnother() {
    String[] properties = {
      SHOP + "url=https://one.example", SHOP + "audience=orders-api", SHOP + "max-age=1m"
    };
    runner
        .withPropertyValues(properties)
        .withInitializer(context -> {
          context
              .getEnvironment()
              .getPropertySources()
              .addFirst(new MapPropertySource("first", Map.of(SHOP + "maxAge", "2m")));
        })
        .run(context ->
            assertThat(
                    context.getBean(JwtValidationProperties.class).issuers().get("shop").maxAge())
                .isEqualTo(Duration.ofMinutes(2)));
  }
}
