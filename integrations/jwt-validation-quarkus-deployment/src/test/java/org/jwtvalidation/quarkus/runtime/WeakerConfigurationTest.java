// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.jwtvalidation.quarkus.runtime.ConfigurationKey.PREFIX;
import static org.jwtvalidation.quarkus.runtime.ConfigurationKey.SHOP;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.jwtvalidation.http.options.OptionSamples;
import org.jwtvalidation.http.options.OptionsInForce;
import org.jwtvalidation.quarkus.deployment.JwtValidationDevServicesConfig;

/**
 * No key is silently without effect, whatever is wrong about it: the start fails and names it, or
 * its value is in force; every key of the model.
 */
@Tag("jdk-independent")
@Timeout(300)
class WeakerConfigurationTest {

  private static final List<ConfigurationKey> KEYS = ConfigurationKey.all();
  private static final Set<String> NAMES =
      KEYS.stream().map(ConfigurationKey::name).collect(Collectors.toSet());

  private static final List<Class<?>> MAPPINGS =
      List.of(
          JwtValidationConfig.class,
          JwtValidationBuildTimeConfig.class,
          JwtValidationDevServicesConfig.class);

  private static final List<String> KNOWN =
      MAPPINGS.stream()
          .flatMap(mapping ->
              ConfigMappings.getProperties(ConfigClass.configClass(mapping)).keySet().stream())
          .toList();

  private final List<String> silent = new ArrayList<>();

  private static SmallRyeConfig config(Map<String, String> values) {
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            // As Quarkus has it.
            .withValidateUnknown(false)
            .withSources(new PropertiesConfigSource(values, "test", 100))
            .addDefaultInterceptors();
    MAPPINGS.forEach(builder::withMapping);
    return builder.build();
  }

  private static SmallRyeConfig config(String key, String value) {
    return config(OptionSamples.beside(key, value));
  }

  private static SmallRyeConfig start(Map<String, String> values) {
    SmallRyeConfig config = config(values);
    ConfigurationKeys.check(config, KNOWN);
    ResourceServerConfiguration configuration =
        new ResourceServerConfiguration(
            MappedOptions.of(config.getConfigMapping(JwtValidationConfig.class)));
    try (TokenValidator validator = configuration.validator((name, issuer) -> {}, null).build()) {
      var unused = configuration.authenticator(validator, configuration.proofOfPossession(null));
    }
    return config;
  }

  private static String inForce(SmallRyeConfig config, ConfigurationKey key) {
    if (key.name().startsWith(PREFIX + "devservices.")) {
      return OptionsInForce.value(
          config.getConfigMapping(JwtValidationDevServicesConfig.class), PREFIX + key.last());
    }
    Object options =
        key.isOfBuild()
            ? config.getConfigMapping(JwtValidationBuildTimeConfig.class)
            : MappedOptions.of(config.getConfigMapping(JwtValidationConfig.class));
    return OptionsInForce.value(options, key.name());
  }

  private static String written(ConfigurationKey key, String value) {
    try {
      return key.type().equals("java.time.Duration")
          ? DurationConverter.parseDuration(value).toString()
          : value;
    } catch (RuntimeException e) {
      return value;
    }
  }

  private void fails(Map<String, String> values, String key) {
    Throwable failure = catchThrowable(() -> start(values));
    if (failure == null) {
      silent.add(key + "=" + values.get(key) + " is without effect");
    } else if (!failure.getMessage().contains(key)) {
      silent.add(key + "=" + values.get(key) + " is not named: " + failure);
    }
  }

  @Test
  void hasTheValueThatIsWritten() {
    assertThat(KEYS).hasSizeGreaterThan(75);
    for (ConfigurationKey key : KEYS) {
      String value = OptionSamples.right(key.name(), key.type());
      try {
        assertThat(inForce(start(OptionSamples.beside(key.name(), value)), key))
            .as(key.name())
            .isEqualTo(written(key, value));
      } catch (IllegalArgumentException e) {
        // Where there is no cluster, the complaint shows that the value is in force.
        assertThat(e).hasMessageStartingWith(SHOP + "own-account: " + value + " has no");
      }
    }
  }

  @Test
  @DisplayName("114: a misspelt option")
  void isRefusedIfMisspelt() {
    for (ConfigurationKey key : KEYS) {
      String misspelt = key.name().substring(0, key.name().length() - 1);
      if (!key.isOfMap() && !NAMES.contains(misspelt)) {
        fails(OptionSamples.beside(misspelt, "1"), misspelt);
      }
    }
    assertThat(silent).isEmpty();
  }

  @Test
  @DisplayName("114: an option in another place")
  void isRefusedInAnotherPlace() {
    Map<String, String> wrong = new LinkedHashMap<>();
    for (ConfigurationKey key : KEYS) {
      for (String place :
          List.of(
              "",
              "issuers.",
              "issuers.shop.",
              "issuers.shop.keys.",
              "issuers.shop.roles.",
              "pop.",
              "pop.dpop.",
              "limits.",
              "resource.",
              "health.")) {
        for (String option : List.of(key.option(), key.last())) {
          String name = PREFIX + place + option;
          if (!key.isOfMap() && !NAMES.contains(name)) {
            wrong.put(name, "1");
          }
        }
      }
    }
    // An issuer of that name, which has no audience.
    wrong.remove(PREFIX + "issuers.resource.url");
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(wrong, "test", 100))
            .build();
    assertThat(wrong).hasSizeGreaterThan(5 * KEYS.size());
    assertThatThrownBy(() -> ConfigurationKeys.check(config, KNOWN))
        .satisfies(e ->
            assertThat(e.getMessage().replaceFirst(": .*", "").split(", ", -1))
                .containsExactlyInAnyOrderElementsOf(wrong.keySet()));
  }

  @Test
  @DisplayName("114: an empty option")
  void isRefusedIfEmpty() {
    for (ConfigurationKey key : KEYS) {
      for (String empty : List.of("", " ", "${no.such.place:}", "${no.such.place}")) {
        try {
          ConfigurationKeys.check(config(key.name(), empty), KNOWN);
          assertThat(ResourceServerConfiguration.mayBeEmpty(key.name())).as(key.name()).isTrue();
        } catch (ConfigurationException e) {
          assertThat(e).hasMessageStartingWith(key + ": the value is empty");
        } catch (RuntimeException e) {
          assertThat(e).as("what Quarkus itself says").hasMessageContaining(key.name());
        }
      }
    }
  }

  @Test
  @DisplayName("114: a switch that is neither true nor false")
  void isRefusedIfNeitherTrueNorFalse() {
    List<ConfigurationKey> switches = KEYS.stream().filter(ConfigurationKey::isSwitch).toList();
    assertThat(switches).hasSizeGreaterThan(14);
    for (ConfigurationKey key : switches) {
      assertThatThrownBy(() -> config(key.name(), "ture"))
          .hasMessageContainingAll(key.name(), "ture");
      assertThat(inForce(config(key.name(), "TRUE"), key)).isEqualTo("true");
    }
  }

  @Test
  @DisplayName("114: an option of another type")
  void isRefusedOrInForceIfTheValueIsWrong() {
    for (ConfigurationKey key : KEYS) {
      for (String value : OptionSamples.wrong(key.type())) {
        Map<String, String> values = OptionSamples.beside(key.name(), value);
        try {
          String inForce = inForce(start(values), key);
          if (!inForce.equals(written(key, value))) {
            silent.add(key + "=" + value + " started with " + inForce);
          }
        } catch (RuntimeException e) {
          fails(values, key.name());
        }
      }
    }
    assertThat(silent).isEmpty();
  }

  @Test
  @DisplayName("114: an option in two spellings")
  void isRefusedIfGivenInTwoSpellings() {
    for (ConfigurationKey key : KEYS) {
      String value = OptionSamples.right(key.name(), key.type());
      List<String> others =
          Stream.of(
                  key.inCamelCase(),
                  key.isList() ? key.name() + "[0]" : key.name(),
                  key.name().replace(".shop.", ".\"shop\"."))
              .filter(other -> !other.equals(key.name()))
              .toList();
      for (String other : others) {
        Map<String, String> values = OptionSamples.beside(key.name(), value);
        values.put(other, other.endsWith("]") ? "other" : value);
        fails(values, other.contains("\"") ? SHOP.replace("shop.", "") : other);
      }
    }
    assertThat(silent).isEmpty();
  }

  @Test
  void mayBeAListInBothFormsIfTheyAreTheSame() {
    Map<String, String> values = OptionSamples.beside(SHOP + "clients", "one\\,two,three");
    values.put(SHOP + "clients[0]", "one,two");
    values.put(SHOP + "clients[1]", "three");
    assertThatCode(() -> start(values)).doesNotThrowAnyException();
    // As the source of YAML has it.
    values.put(SHOP + "clients", "{clients: [one, three]}");
    assertThatCode(() -> start(values)).doesNotThrowAnyException();
    values.put(SHOP + "clients", "one\\,two,four");
    fails(values, SHOP + "clients[");
    assertThat(silent).isEmpty();
  }

  @Test
  @DisplayName("114: an option beside a bean that replaces it")
  void isRefusedBesideABeanThatReplacesIt() {
    for (ConfigurationKey key : KEYS) {
      String value = OptionSamples.right(key.name(), key.type());
      SmallRyeConfig config = config(Map.of(key.name(), value));
      boolean isOfProofs = key.name().startsWith(PREFIX + "pop.");
      boolean isOfRequests =
          isOfProofs
              || Set.of("realm", "challenge-scopes").contains(key.option())
              || key.name().startsWith(PREFIX + "resource.");
      boolean isOfAll = key.isOfBuild();
      assertRefused(config, new ReplacedKeys(true, true, true), key, false);
      assertRefused(config, new ReplacedKeys(true, true, false), key, isOfProofs);
      assertRefused(config, new ReplacedKeys(true, false, true), key, isOfRequests);
      assertRefused(
          config,
          new ReplacedKeys(false, true, true),
          key,
          !isOfRequests && !isOfAll && !key.name().startsWith(PREFIX + "signature"));
      assertRefused(config, new ReplacedKeys(false, false, false), key, !isOfAll);
    }
    assertThat(silent).isEmpty();
  }

  private void assertRefused(
      SmallRyeConfig config, ReplacedKeys replaced, ConfigurationKey key, boolean isRefused) {
    Throwable failure = catchThrowable(() -> replaced.refuse(config));
    if (isRefused != (failure != null && failure.getMessage().startsWith(key + ": set besides"))) {
      silent.add(key + " with " + replaced + ": " + failure);
    }
  }
}
