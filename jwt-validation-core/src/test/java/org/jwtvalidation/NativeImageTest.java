// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.net.Socket;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TestIssuer;

/** Compares the metadata for native images with what is reached by name. No image is built here. */
@Tag("jdk-independent")
class NativeImageTest {

  private static final String METADATA =
      "/META-INF/native-image/org.jwtvalidation/jwt-validation-core/reachability-metadata.json";

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.jwtvalidation");

  private static List<String> named() throws IOException {
    List<String> types = new ArrayList<>();
    try (InputStream json = TokenValidator.class.getResourceAsStream(METADATA)) {
      for (JsonNode each : new ObjectMapper().readTree(json).get("reflection")) {
        types.add(each.get("type").textValue());
      }
    }
    return types;
  }

  private static Object field(Object object, String name) throws ReflectiveOperationException {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field.get(object);
        }
      }
    }
    throw new NoSuchFieldException(name + " of " + object.getClass());
  }

  /** Caffeine composes the names of the classes of a cache and its entries from its options. */
  @Test
  void namesTheClassesOfTheCacheAndOfBcprov() throws Exception {
    try (TokenValidator validator =
        TestIssuer.offline("https://issuer.example").validator().build()) {
      Object caffeine = field(field(field(validator, "cache"), "entries"), "cache");
      assertThat(named())
          .containsExactlyInAnyOrder(
              caffeine.getClass().getName(),
              field(caffeine, "nodeFactory").getClass().getName(),
              "org.bouncycastle.jce.provider.BouncyCastleProvider");
    }
  }

  @Test
  void namesMembersThatExist() throws Exception {
    try (InputStream json = TokenValidator.class.getResourceAsStream(METADATA)) {
      for (JsonNode each : new ObjectMapper().readTree(json).get("reflection")) {
        Class<?> type = Class.forName(each.get("type").textValue());
        for (JsonNode field : each.path("fields")) {
          assertThat(type.getDeclaredField(field.get("name").textValue())).isNotNull();
        }
        assertThat(each.path("methods").isEmpty() || type.getDeclaredConstructor() != null)
            .isTrue();
        Class.forName(each.get("condition").get("typeReached").textValue());
      }
    }
  }

  @Test
  void reachesNothingElseByName() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("org.jwtvalidation.jwk.SignatureProvider$Bcprov")
        .should()
        .callMethod(Class.class, "forName", String.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(ServiceLoader.class)
        .orShould()
        .callMethod(Class.class, "getResourceAsStream", String.class)
        .orShould()
        .callMethod(Class.class, "getResource", String.class)
        .check(CORE);
  }

  /** An image that initialises classes as it is built would keep their state. */
  @Test
  void keepsNoRandomClockThreadOrConnectionInAClass() {
    noFields()
        .that()
        .areStatic()
        .should()
        .haveRawType(
            assignableTo(Random.class)
                .or(assignableTo(Clock.class))
                .or(assignableTo(Instant.class))
                .or(assignableTo(Thread.class))
                .or(assignableTo(Socket.class))
                .or(assignableTo(HttpClient.class)))
        .check(CORE);
  }
}
