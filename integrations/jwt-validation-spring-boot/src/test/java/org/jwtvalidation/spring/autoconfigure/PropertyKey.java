// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.json.JsonParserFactory;

/**
 * A property, as the generated metadata name it; below the issuers, those of "shop".
 *
 * @param name the key in full
 * @param type the type of its value
 */
record PropertyKey(String name, String type) {

  static final String PREFIX = "jwt-validation.";
  static final String SHOP = PREFIX + "issuers.shop.";

  private static final String MAP = "java.util.Map<java.lang.String,";

  /** Every property below a prefix, which ends with a dot. */
  static List<PropertyKey> below(String prefix) {
    try {
      List<PropertyKey> keys = new ArrayList<>();
      ClassLoader loader = PropertyKey.class.getClassLoader();
      for (URL place :
          Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
        properties(place)
            .filter(property -> ((String) property.get("name")).startsWith(prefix))
            .flatMap(property -> keys((String) property.get("name"), (String) property.get("type")))
            .forEach(keys::add);
      }
      return keys;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Map<?, ?>> properties(URL place) throws IOException {
    try (InputStream json = place.openStream()) {
      String text = new String(json.readAllBytes(), StandardCharsets.UTF_8);
      return ((List<?>) JsonParserFactory.getJsonParser().parseMap(text).get("properties"))
          .stream().map(property -> (Map<?, ?>) property);
    }
  }

  private static Stream<PropertyKey> keys(String name, String type) {
    if (type.startsWith(MAP) && !type.endsWith("String>")) {
      Class<?> value = classOf(type.substring(MAP.length(), type.length() - 1));
      return Stream.of(value.getRecordComponents()).flatMap(part -> keys(name + ".shop", part));
    }
    return Stream.of(new PropertyKey(name, type));
  }

  private static Stream<PropertyKey> keys(String parent, RecordComponent part) {
    String name = parent + "." + kebab(part.getName());
    if (part.getType().isRecord()) {
      return Stream.of(part.getType().getRecordComponents()).flatMap(each -> keys(name, each));
    }
    String type = part.getGenericType().getTypeName().replace(", ", ",");
    return Stream.of(
        type.startsWith(MAP)
            ? new PropertyKey(name + ".X-Key", "map")
            : new PropertyKey(name, type));
  }

  static Class<?> classOf(String type) {
    try {
      return Class.forName(type);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(type, e);
    }
  }

  private static String kebab(String name) {
    return name.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
  }

  /** The key without what all keys begin with. */
  String option() {
    return name.substring(PREFIX.length());
  }

  boolean isOfIssuer() {
    return name.startsWith(SHOP);
  }

  /** Whether the last part of the key is any name, as that of a header field. */
  boolean isOfMap() {
    return type.equals("map");
  }

  boolean isList() {
    return type.startsWith("java.util.List<");
  }

  /** The last part of the key. */
  String last() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** The key, its last part as in Java. */
  String inCamelCase() {
    StringBuilder camel = new StringBuilder(name.substring(0, name.length() - last().length()));
    String[] words = last().split("-", -1);
    camel.append(words[0]);
    for (int i = 1; i < words.length; i++) {
      camel.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
    }
    return camel.toString();
  }

  @Override
  public String toString() {
    return name;
  }
}
