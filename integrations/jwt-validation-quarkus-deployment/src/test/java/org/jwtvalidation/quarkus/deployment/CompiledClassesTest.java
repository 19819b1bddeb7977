// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Signature;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.pop.BearerRequest;

/** What the classes of the library are, as the compiler left them; no application runs here. */
@Tag("jdk-independent")
class CompiledClassesTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(location ->
              Stream.of("test-classes", "-deployment", "-testkit").noneMatch(location::contains))
          .importPackages("org.jwtvalidation");

  private static final List<Class<?>> STATE =
      List.of(
          Random.class,
          Clock.class,
          Instant.class,
          Thread.class,
          ThreadLocal.class,
          Executor.class,
          Socket.class,
          ServerSocket.class,
          HttpClient.class,
          Provider.class,
          Signature.class,
          MessageDigest.class,
          Logger.class);

  /** The classes and packages that the metadata of the modules name. */
  private static final List<String> OF_RUN_TIME =
      Stream.of("core", "http", "jfr", "micrometer", "redis")
          .flatMap(CompiledClassesTest::ofRunTime)
          .toList();

  private static Stream<String> ofRunTime(String module) {
    Properties metadata = new Properties();
    String name =
        "META-INF/native-image/org.jwtvalidation/jwt-validation-%s/native-image.properties";
    try (InputStream file =
        CompiledClassesTest.class.getClassLoader().getResourceAsStream(name.formatted(module))) {
      metadata.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String argument = "--initialize-at-run-time=";
    assertThat(metadata.getProperty("Args")).startsWith(argument).doesNotContain(" ");
    return Stream.of(metadata.getProperty("Args").substring(argument.length()).split(","));
  }

  private static boolean isOfRunTime(JavaClass type) {
    return OF_RUN_TIME.stream().anyMatch(name -> (type.getName() + '.').startsWith(name + '.'));
  }

  private static final DescribedPredicate<JavaClass> OF_BUILD_TIME =
      DescribedPredicate.describe("initialised at build time", type -> !isOfRunTime(type));

  /** Also in the fields of its instances, as far as they are of this library. */
  private static boolean hasState(JavaClass type, Set<JavaClass> seen) {
    if (STATE.stream().anyMatch(type::isAssignableTo)) {
      return true;
    }
    return type.getPackageName().startsWith("org.jwtvalidation")
        && seen.add(type)
        && type.getAllFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .anyMatch(field -> hasState(field.getRawType(), seen));
  }

  @Test
  void seesAllModules() {
    assertThat(CLASSES.stream().map(JavaClass::getPackageName))
        .contains(
            "org.jwtvalidation", "org.jwtvalidation.http", "org.jwtvalidation.quarkus.runtime")
        .contains("org.jwtvalidation.micrometer", "org.jwtvalidation.jfr")
        .doesNotContain("org.jwtvalidation.testkit", "org.jwtvalidation.quarkus.deployment");
    for (String name : OF_RUN_TIME) {
      assertThat(CLASSES.stream().map(each -> each.getName() + '.'))
          .anyMatch(each -> each.startsWith(name + '.'));
    }
  }

  /** Fails for a view of a request that {@link RequestPathAttackTest} does not send any to. */
  @Test
  void haveOneViewOfRequests() {
    assertThat(
            CLASSES.stream()
                .filter(type -> type.getPackageName().startsWith("org.jwtvalidation.quarkus"))
                .filter(type -> type.isAssignableTo(BearerRequest.class) && !type.isInterface())
                .map(JavaClass::getSimpleName))
        .containsExactly("RoutingContextRequest");
  }

  /** No image is built here: what is initialised at run time is held against who needs it. */
  @Test
  void keepsNoStateOfTheBuildInAClass() {
    noFields()
        .that()
        .areStatic()
        .and()
        .areDeclaredInClassesThat(OF_BUILD_TIME)
        .should()
        .haveRawType(
            DescribedPredicate.<JavaClass>describe(
                "that has state of the JVM", type -> hasState(type, new HashSet<>())))
        .check(CLASSES);
  }

  /** An image cannot be built if a class of build time needs one of run time to be initialised. */
  @Test
  void initialisesNothingOfRunTimeFromAClassOfBuildTime() {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      if (!isOfRunTime(type)) {
        type.getStaticInitializer()
            .ifPresent(code -> follow(code, type.getName(), found, new HashSet<>()));
      }
    }
    assertThat(found).isEmpty();
  }

  private static void follow(
      JavaCodeUnit code, String path, Set<String> found, Set<JavaCodeUnit> seen) {
    for (JavaAccess<?> access : code.getAccessesFromSelf()) {
      String next = path + " -> " + access.getTargetOwner().getName();
      if (isOfRunTime(access.getTargetOwner())) {
        found.add(next);
      } else if (access.getTarget().resolveMember().orElse(null) instanceof JavaCodeUnit called
          && CLASSES.contain(called.getOwner().getName())
          && seen.add(called)) {
        follow(called, next, found, seen);
      }
    }
  }
}
