// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.ValidatedToken;

/** Checks which package may use which, and what no code of the library does. */
@Tag("jdk-independent")
@Tag("slow")
class ArchitectureTest {

  private static final Path SOURCES = Path.of("src/main/java");

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/org/jwtvalidation/testkit/"))
          .importPackages("org.jwtvalidation");

  @Test
  void seesTheClassesItSpeaksOf() {
    assertThat(CORE).hasSizeGreaterThan(60);
  }

  @Test
  void hasNoCyclesAmongItsPackages() {
    slices().matching("org.jwtvalidation.(**)").should().beFreeOfCycles().check(CORE);
  }

  /** Downwards only, and no package knows those beside it. */
  @Test
  void letsDependenciesPointDown() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("issuers")
        .definedBy("org.jwtvalidation.issuers")
        .layer("root")
        .definedBy("org.jwtvalidation")
        .layer("monitor")
        .definedBy("org.jwtvalidation.monitor")
        .layer("watch")
        .definedBy("org.jwtvalidation.internal.watch")
        .layer("training")
        .definedBy("org.jwtvalidation.internal.training")
        .layer("rules")
        .definedBy("org.jwtvalidation.internal.rules")
        .layer("keys")
        .definedBy("org.jwtvalidation.internal.keys")
        .layer("token")
        .definedBy("org.jwtvalidation.token")
        .layer("jws")
        .definedBy("org.jwtvalidation.internal.jws")
        .layer("keysource")
        .definedBy("org.jwtvalidation.keysource")
        .layer("jwk")
        .definedBy("org.jwtvalidation.jwk")
        .layer("tables")
        .definedBy("org.jwtvalidation.internal.tables")
        .layer("arithmetic")
        .definedBy("org.jwtvalidation.internal.arithmetic")
        .layer("codec")
        .definedBy("org.jwtvalidation.internal.codec")
        .layer("concurrent")
        .definedBy("org.jwtvalidation.internal.concurrent")
        .layer("options")
        .definedBy("org.jwtvalidation.internal.options")
        .whereLayer("issuers")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("root")
        .mayOnlyBeAccessedByLayers("issuers")
        .whereLayer("watch")
        .mayOnlyBeAccessedByLayers("root")
        .whereLayer("training")
        .mayOnlyBeAccessedByLayers("root")
        .whereLayer("monitor")
        .mayOnlyBeAccessedByLayers("root", "watch", "training")
        .whereLayer("rules")
        .mayOnlyBeAccessedByLayers("root")
        .whereLayer("keys")
        .mayOnlyBeAccessedByLayers("root", "training")
        .whereLayer("token")
        .mayOnlyBeAccessedByLayers(
            "issuers", "root", "watch", "training", "monitor", "rules", "keys")
        .whereLayer("jws")
        .mayOnlyBeAccessedByLayers("root", "rules", "token")
        .whereLayer("keysource")
        .mayOnlyBeAccessedByLayers("issuers", "root", "watch", "monitor", "keys")
        .whereLayer("jwk")
        .mayOnlyBeAccessedByLayers(
            "issuers",
            "root",
            "watch",
            "monitor",
            "training",
            "rules",
            "keys",
            "token",
            "jws",
            "keysource")
        .whereLayer("tables")
        .mayOnlyBeAccessedByLayers("jwk")
        .whereLayer("arithmetic")
        .mayOnlyBeAccessedByLayers("jwk", "tables")
        .whereLayer("codec")
        .mayOnlyBeAccessedByLayers("issuers", "root", "rules", "jws", "keysource", "jwk")
        .whereLayer("options")
        .mayOnlyBeAccessedByLayers("issuers", "root", "rules", "keysource", "jwk")
        .whereLayer("concurrent")
        .mayOnlyBeAccessedByLayers(
            "root", "monitor", "watch", "training", "rules", "keys", "keysource", "jwk", "tables")
        .check(CORE);
  }

  @Test
  void keepsArithmeticFreeOfEverythingElse() {
    classes()
        .that()
        .resideInAPackage("org.jwtvalidation.internal.arithmetic")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "org.jwtvalidation.internal.arithmetic",
            "java.lang..",
            "java.math",
            "java.nio",
            "java.security",
            "java.util..",
            "org.jspecify.annotations")
        .check(CORE);
    noClasses()
        .that()
        .resideInAPackage("org.jwtvalidation.internal.arithmetic")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(java.security.Key.class)
        .check(CORE);
  }

  @Test
  void needsNoJsonLibrary() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml.jackson..")
        .check(CORE);
  }

  @Test
  void knowsTheCacheLibraryInItsCacheOnly() {
    noClasses()
        .that()
        .doNotHaveSimpleName("TokenCache")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.github.benmanes.caffeine..")
        .check(CORE);
  }

  @Test
  void needsNoProviderToCompile() {
    noClasses().should().dependOnClassesThat().resideInAPackage("org.bouncycastle..").check(CORE);
  }

  @Test
  void hasNeitherThreadLocalsNorSynchronizedMethods() {
    noClasses().should().dependOnClassesThat().areAssignableTo(ThreadLocal.class).check(CORE);
    methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED).check(CORE);
  }

  @Test
  void hasNoSynchronizedBlocks() throws IOException {
    assertThat(sourceLines()).noneMatch(line -> line.matches(".*\\bsynchronized\\s*\\(.*"));
  }

  @Test
  void leavesNothingUnfinished() throws IOException {
    Pattern unfinished = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    assertThat(sourceLines()).noneMatch(line -> unfinished.matcher(line).find());
  }

  @Test
  void writesNothingToTheConsole() {
    noClasses().should().accessField(System.class, "out").check(CORE);
    noClasses().should().accessField(System.class, "err").check(CORE);
  }

  @Test
  void makesEveryPublicTypeFinalSealedOrAnInterface() {
    classes()
        .that()
        .arePublic()
        .and()
        .areNotInterfaces()
        .and()
        .areNotEnums()
        .and()
        .doNotBelongToAnyOf(ValidatedToken.class)
        .should()
        .haveModifier(JavaModifier.FINAL)
        .check(CORE);
  }

  @Test
  void permitsNoOtherValidatedTokens() {
    assertThat(ValidatedToken.class.getPermittedSubclasses())
        .containsExactlyInAnyOrder(AccessToken.class, IdToken.class);
    assertThat(ValidatedToken.class.getConstructors()).isEmpty();
  }

  /** And no user can have that proof: the package is not exported to applications. */
  @Test
  void makesWhatIsTrustedOfTheProofOfASignatureOnly() {
    for (Class<?> trusted : List.of(AccessToken.class, IdToken.class, ClaimsSet.class)) {
      assertThat(trusted.getConstructors())
          .as(trusted.getName())
          .allMatch(made -> List.of(made.getParameterTypes()).contains(VerifiedJws.class));
    }
    assertThat(VerifiedJws.class.getConstructors()).isEmpty();
    assertThat(VerifiedJws.class.getPackageName()).startsWith("org.jwtvalidation.internal.");
  }

  @Test
  void marksEveryPackageAsNonNull() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES.resolve("org"))) {
      List<Path> packages =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(Path::getParent)
              .distinct()
              .toList();
      assertThat(packages).hasSizeGreaterThan(10);
      for (Path one : packages) {
        assertThat(Files.readString(one.resolve("package-info.java")))
            .contains("@" + NullMarked.class.getSimpleName());
      }
    }
  }

  @Test
  void exportsNothingInternal() throws IOException {
    Path descriptor = Path.of("target/classes/module-info.class");
    ModuleDescriptor module = ModuleDescriptor.read(Files.newInputStream(descriptor));

    assertThat(
            module.exports().stream()
                .filter(exported -> !exported.isQualified())
                .map(ModuleDescriptor.Exports::source))
        .containsExactlyInAnyOrder(
            "org.jwtvalidation",
            "org.jwtvalidation.issuers",
            "org.jwtvalidation.jwk",
            "org.jwtvalidation.keysource",
            "org.jwtvalidation.monitor",
            "org.jwtvalidation.token");
  }

  private static List<String> sourceLines() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(ArchitectureTest::lines)
          .collect(Collectors.toList());
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
