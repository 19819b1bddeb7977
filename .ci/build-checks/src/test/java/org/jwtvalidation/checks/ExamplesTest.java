// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the builds and the pages of the examples with the project, of which they know nothing.
 */
@Tag("jdk-independent")
class ExamplesTest {

  private static final Path EXAMPLES = Project.file("examples");

  /** What users will copy is short. */
  private static final int LINES = 50;

  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<dependency>\\s*<groupId>(.+?)</groupId>\\s*<artifactId>(.+?)</artifactId>"
              + "(?:\\s*<version>.+?</version>)?(\\s*<scope>test</scope>)?\\s*</dependency>");
  private static final Pattern GRADLE_DEPENDENCY =
      Pattern.compile("(implementation|testImplementation)\\(\"(.+?):(.+?)\"\\)");

  private static String property(String name) throws IOException {
    return Project.first(
        "<" + name + ">(.+?)</" + name + ">", Project.text(Project.file("pom.xml")));
  }

  /** The folders of the examples that are builds of their own. */
  static List<Path> examples() throws IOException {
    try (Stream<Path> folders = Files.list(EXAMPLES)) {
      List<Path> found =
          folders.filter(folder -> Files.exists(folder.resolve("README.adoc"))).sorted().toList();
      assertThat(found).hasSize(6);
      return found;
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void haveShortPomsOfTheirOwn(Path example) throws IOException {
    String pom = Project.text(example.resolve("pom.xml"));

    assertThat(pom.lines()).hasSizeLessThanOrEqualTo(LINES);
    assertThat(pom).doesNotContain("jwt-validation-parent", "jwt-validation-unpublished");
    assertThat(Project.first("<jwt-validation.version>(.+?)</", pom))
        .isEqualTo(
            Project.first("<version>(.+?)</version>", Project.text(Project.file("pom.xml"))));
    assertThat(Project.text(Project.file("pom.xml")))
        .doesNotContain("<module>examples/" + example.getFileName() + "</module>");
  }

  @Test
  void useTheVersionsThatAreTested() throws IOException {
    String plain = Project.text(EXAMPLES.resolve("plain-http/pom.xml"));
    assertThat(
            Project.first("micrometer-registry-prometheus</artifactId>\\s*<version>(.+?)<", plain))
        .isEqualTo(property("micrometer.version"));
    assertThat(Project.first("junit-jupiter</artifactId>\\s*<version>(.+?)<", plain))
        .isEqualTo(property("junit.version"));
    for (String example : List.of("spring-boot", "spring-webflux", "mcp-spring-boot")) {
      assertThat(
              Project.first(
                  "spring-boot-starter-parent</artifactId>\\s*<version>(.+?)<",
                  Project.text(EXAMPLES.resolve(example).resolve("pom.xml"))))
          .isEqualTo(property("spring-boot.version"));
    }
    for (String example : List.of("quarkus", "mcp-quarkus")) {
      String pom = Project.text(EXAMPLES.resolve(example).resolve("pom.xml"));
      assertThat(Project.first("<quarkus.version>(.+?)<", pom))
          .isEqualTo(property("quarkus.version"));
      assertThat(Project.first("maven-surefire-plugin</artifactId>\\s*<version>(.+?)<", pom))
          .isEqualTo(property("surefire.version"));
    }
    assertThat(
            Project.first(
                "<quarkus-mcp-server.version>(.+?)<",
                Project.text(EXAMPLES.resolve("mcp-quarkus/pom.xml"))))
        .isEqualTo(property("quarkus-mcp-server.version"));
    assertThat(
            Project.first(
                "<spring-ai.version>(.+?)<",
                Project.text(EXAMPLES.resolve("mcp-spring-boot/pom.xml"))))
        .isEqualTo(property("spring-ai.version"));
    assertThat(Project.first("maven-dependency-plugin</artifactId>\\s*<version>(.+?)<", plain))
        .isEqualTo(
            Project.first(
                "maven-dependency-plugin</artifactId>\\s*<version>(.+?)<",
                Project.text(Project.file("pom.xml"))));
    for (String file : List.of("compose.yaml", "README.adoc")) {
      assertThat(Project.first("keycloak/keycloak:([\\d.]+)", Project.text(EXAMPLES.resolve(file))))
          .isEqualTo(property("keycloak.version"));
    }
    assertThat(property("keycloak.version"))
        .startsWith(
            Project.first(
                "downloads\\[Keycloak\\] ([\\d.]+\\d)",
                Project.text(EXAMPLES.resolve("README.adoc"))));
  }

  @Test
  void sayTheSameToGradleAsToMaven() throws IOException {
    String pom = Project.text(EXAMPLES.resolve("spring-boot/pom.xml"));
    String gradle = Project.text(EXAMPLES.resolve("spring-boot/build.gradle.kts"));

    Set<String> ofMaven = new TreeSet<>();
    DEPENDENCY
        .matcher(pom)
        .results()
        .forEach(found ->
            ofMaven.add(
                (found.group(3) == null ? "implementation " : "testImplementation ")
                    + found.group(1)
                    + ":"
                    + found.group(2)));
    Set<String> ofGradle = new TreeSet<>();
    GRADLE_DEPENDENCY
        .matcher(gradle)
        .results()
        .forEach(
            found -> ofGradle.add(found.group(1) + " " + found.group(2) + ":" + found.group(3)));
    assertThat(ofGradle).isEqualTo(ofMaven).hasSizeGreaterThan(4);
    assertThat(Project.first("org.jwtvalidation:jwt-validation-bom:(.+?)\"", gradle))
        .isEqualTo(Project.first("<jwt-validation.version>(.+?)</", pom));
    assertThat(Project.first("org.springframework.boot\"\\) version \"(.+?)\"", gradle))
        .isEqualTo(property("spring-boot.version"));
    assertThat(
            Project.first(
                "rootProject.name = \"(.+?)\"",
                Project.text(EXAMPLES.resolve("spring-boot/settings.gradle.kts"))))
        .isEqualTo(Project.first("<artifactId>(orders-.+?)</", pom));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void endTheirPagesWithARequestThatIsAnsweredAndOneThatIsNot(Path example) throws IOException {
    String request =
        example.getFileName().toString().startsWith("mcp-")
            ? "initialize"
            : "curl -i http://localhost:8080/orders";
    assertThat(Project.text(example.resolve("README.adoc")))
        .containsPattern(
            "\\R"
                + request
                + " -H \"Authorization: Bearer \\$TOKEN\" +# 200\\R"
                + request
                + " +# 401.*\\R----\\R$");
    assertThat(Project.text(EXAMPLES.resolve("README.adoc")))
        .contains("link:" + example.getFileName() + "/README.adoc[");
  }
}
