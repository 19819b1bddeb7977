// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A key, as the generated model names it; below the issuers, those of "shop".
 *
 * @param name the key in full
 * @param type the type of its value
 */
record ConfigurationKey(String name, String type) {

  static final String PREFIX = "jwt-validation.";
  static final String SHOP = PREFIX + "issuers.shop.";

  /** Every key of the extension. */
  static List<ConfigurationKey> all() {
    List<ConfigurationKey> keys = new ArrayList<>();
    for (String module : List.of("jwt-validation-quarkus", "jwt-validation-quarkus-deployment")) {
      Path model =
          Path.of(
              System.getProperty("project.folder"),
              "integrations",
              module,
              "target/classes/META-INF/quarkus-config-doc/quarkus-config-model.json");
      try {
        for (JsonNode root : new ObjectMapper().readTree(model.toFile()).get("configRoots")) {
          add(root.get("items"), keys);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return keys;
  }

  private static void add(JsonNode items, List<ConfigurationKey> keys) {
    for (JsonNode item : items) {
      if (item.has("items")) {
        add(item.get("items"), keys);
      } else {
        String name = item.get("path").get("property").asText().replaceAll("\"(.+?)\"", "shop");
        keys.add(new ConfigurationKey(name, item.get("type").asText()));
      }
    }
  }

  boolean isOfIssuer() {
    return name.startsWith(SHOP);
  }

  /** Whether the last part of the key is any name, as that of a header field. */
  boolean isOfMap() {
    return type.equals("java.util.Map");
  }

  boolean isList() {
    return type.equals("java.util.List");
  }

  boolean isSwitch() {
    return type.equals("boolean");
  }

  /** Whether it is read only as the application is built. */
  boolean isOfBuild() {
    return isSwitch() && name.endsWith("enabled");
  }

  /** The key without the place where all of its kind are. */
  String option() {
    return name.substring((isOfIssuer() ? SHOP : PREFIX).length());
  }

  /** The last part of the key. */
  String last() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** The key, its last part as in Java. */
  String inCamelCase() {
    String[] words = last().split("-", -1);
    String rest =
        Stream.of(words)
            .skip(1)
            .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
            .reduce("", String::concat);
    return name.substring(0, name.length() - last().length()) + words[0] + rest;
  }

  @Override
  public String toString() {
    return name;
  }
}
