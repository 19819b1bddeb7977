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

  private static final Pattern FORBIDDEN_NAME =
      Pattern.compile(
          ".*(Util|Utils|Helper|Manager|Handler|Factory|Impl|Default|Abstract|Base|Common)"
              + "(?![a-z0-9]).*");

  @Test
  void seesTheClassesItSpeaksOf() {
    assertThat(CORE).hasSizeGreaterThan(60);
  }

  @Test
  void hasNoCyclesAmongItsPackages() {
    slices().matching("org.jwtvalidation.(**)").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void letsDependenciesPointFromMonitorToRootToKeySourceToJwkToInternal() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("monitor")
        .definedBy("org.jwtvalidation.monitor")
        .layer("root")
        .definedBy("org.jwtvalidation")
        .layer("keysource")
        .definedBy("org.jwtvalidation.keysource")
        .layer("jwk")
        .definedBy("org.jwtvalidation.jwk")
        .layer("codec")
        .definedBy("org.jwtvalidation.internal.codec")
        .layer("arithmetic")
        .definedBy("org.jwtvalidation.internal.arithmetic")
        .whereLayer("monitor")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("root")
        .mayOnlyBeAccessedByLayers("monitor")
        .whereLayer("keysource")
        .mayOnlyBeAccessedByLayers("root", "monitor")
        .whereLayer("jwk")
        .mayOnlyBeAccessedByLayers("root", "monitor", "keysource")
        .whereLayer("codec")
        .mayOnlyBeAccessedByLayers("root", "keysource", "jwk")
        .whereLayer("arithmetic")
        .mayOnlyBeAccessedByLayers("jwk")
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
  void knowsTheCacheLibraryInItsTwoCachesOnly() {
    noClasses()
        .that()
        .doNotHaveSimpleName("TokenCache")
        .and()
        .doNotHaveSimpleName("ProofKeys")
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
  void namesThingsByWhatTheyAre() {
    assertThat(CORE).noneMatch(type -> FORBIDDEN_NAME.matcher(type.getSimpleName()).matches());
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
    assertThat(AccessToken.class.getConstructors()).isEmpty();
    assertThat(IdToken.class.getConstructors()).isEmpty();
  }

  @Test
  void marksEveryPackageAsNonNull() throws IOException {
    for (String name :
        List.of("", ".jwk", ".keysource", ".monitor", ".internal.arithmetic", ".internal.codec")) {
      Path info =
          SOURCES
              .resolve("org/jwtvalidation" + name.replace('.', '/'))
              .resolve("package-info.java");
      assertThat(Files.readString(info)).contains("@" + NullMarked.class.getSimpleName());
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
            "org.jwtvalidation.jwk",
            "org.jwtvalidation.keysource",
            "org.jwtvalidation.monitor");
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
