// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/**
 * What development environments are told of the properties: by the metadata, and for the values of
 * maps, which metadata cannot describe, by the record that they name, with its Javadoc.
 */
@Tag("jdk-independent")
class ConfigurationMetadataTest {

  private static final String PACKAGE = "org.jwtvalidation.spring.autoconfigure.";

  private static Map<String, Map<?, ?>> properties() throws IOException {
    String json =
        Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));
    List<?> properties =
        (List<?>) JsonParserFactory.getJsonParser().parseMap(json).get("properties");
    return properties.stream()
        .map(property -> (Map<?, ?>) property)
        .collect(Collectors.toMap(property -> (String) property.get("name"), Function.identity()));
  }

  private static Stream<String> components(String type) throws ClassNotFoundException {
    return Stream.of(Class.forName(PACKAGE + type).getRecordComponents())
        .map(RecordComponent::getName);
  }

  private static String kebab(String name) {
    return name.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
  }

  @Test
  void describeEveryPropertyAboveTheIssuers() throws Exception {
    Map<String, Map<?, ?>> properties = properties();
    Stream.of(
            Stream.of("enabled", "protection"),
            components("JwtValidationProperties")
                .filter(name -> !List.of("limits", "pop", "resource").contains(name)),
            components("JwtValidationProperties$Limits").map(name -> "limits." + name),
            components("ResourceProperties").map(name -> "resource." + name),
            components("PopProperties")
                .filter(name -> !name.equals("dpop"))
                .map(name -> "pop." + name),
            components("PopProperties$Dpop").map(name -> "pop.dpop." + name))
        .flatMap(Function.identity())
        .map(name -> "jwt-validation." + kebab(name))
        .forEach(name -> {
          assertThat(properties).containsKey(name);
          assertThat((String) properties.get(name).get("description")).as(name).endsWith(".");
        });
  }

  @Test
  void nameTheRecordOfAnIssuer() throws Exception {
    assertThat(properties().get("jwt-validation.issuers").get("type"))
        .isEqualTo("java.util.Map<java.lang.String," + PACKAGE + "IssuerProperties>");
  }

  @Test
  void describeEveryPropertyOfAnIssuerInItsRecord() throws Exception {
    for (String type : List.of("IssuerProperties", "IssuerProperties$Roles", "KeysProperties")) {
      String file = type.replaceAll("\\$.*", "");
      String source =
          Files.readString(Path.of("src/main/java", PACKAGE.replace('.', '/'), file + ".java"));
      components(type)
          .forEach(name ->
              assertThat(source).as(type).containsPattern("@param " + name + " [A-Z][^@]*\\."));
    }
  }
}
