package org.jwtvalidation.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.config.ResourceServerConfiguration;

/** No key is silently without effect, whatever is wrong about it; every key of the model. */
@Tag("jdk-independent")
class WeakerConfigurationTest {

  private static final String SHOP = "jwt-validation.issuers.shop.";

  /** The type of each key's value. */
  private static final Map<String, String> KEYS = keys();

  private static Map<String, String> keys() {
    Path model =
        Path.of(
            System.getProperty("project.folder"),
            "jwt-validation-quarkus/target/classes/META-INF/quarkus-config-doc/quarkus-config-model.json");
    Map<String, String> keys = new LinkedHashMap<>();
    try {
      for (JsonNode root : new ObjectMapper().readTree(model.toFile()).get("configRoots")) {
        add(root.get("items"), keys);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return keys;
  }

  private static void add(JsonNode items, Map<String, String> keys) {
    for (JsonNode item : items) {
      if (item.has("items")) {
        add(item.get("items"), keys);
      } else {
        String key = item.get("path").get("property").asText().replaceAll("\"(.+?)\"", "shop");
        keys.put(key, item.get("type").asText());
      }
    }
  }

  private static SmallRyeConfig config(String key, String value) {
    Map<String, String> properties = new HashMap<>();
    properties.put(SHOP + "url", "https://issuer.example");
    properties.put(SHOP + "audience", "orders-api");
    properties.put(key, value);
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .withMapping(JwtValidationConfig.class)
        .withMapping(JwtValidationBuildTimeConfig.class)
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .addDefaultInterceptors()
        .build();
  }

  @Test
  @DisplayName("114: a misspelt option")
  void isRefusedIfMisspelt() {
    assertThat(KEYS).hasSizeGreaterThan(70);
    for (String key : KEYS.keySet()) {
      String misspelt = key.substring(0, key.length() - 1);
      if (!key.contains(".header.") && !KEYS.containsKey(misspelt)) {
        assertThatThrownBy(() -> config(misspelt, "1")).hasMessageContaining(misspelt);
      }
    }
  }

  @Test
  @DisplayName("114: an empty option")
  void isRefusedIfEmpty() {
    for (String key : KEYS.keySet()) {
      for (String empty : List.of("", " ", "${no.such.place:}", "${no.such.place}")) {
        try {
          EmptyKeys.refuse(config(key, empty));
          assertThat(ResourceServerConfiguration.mayBeEmpty(key)).as(key).isTrue();
        } catch (ConfigurationException e) {
          assertThat(e).hasMessageStartingWith(key + ": the value is empty");
        } catch (RuntimeException e) {
          assertThat(e).as("what Quarkus itself says").hasMessageContaining(key);
        }
      }
    }
  }

  @Test
  @DisplayName("114: a switch that is neither true nor false")
  void isRefusedIfNeitherTrueNorFalse() {
    List<String> switches =
        KEYS.entrySet().stream()
            .filter(key -> key.getValue().toLowerCase(java.util.Locale.ROOT).endsWith("boolean"))
            .map(Map.Entry::getKey)
            .toList();
    assertThat(switches).contains("jwt-validation.enabled", SHOP + "require-client");
    for (String key : switches) {
      assertThatThrownBy(() -> config(key, "ture")).hasMessageContainingAll(key, "ture");
    }
    JwtValidationConfig config =
        config(SHOP + "require-client", "TRUE").getConfigMapping(JwtValidationConfig.class);
    assertThat(config.issuers().get("shop").requireClient()).isTrue();
    assertThat(config.issuers().get("shop").anyAudience()).isFalse();
  }
}
