// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares what the manual states about modules with their POMs. */
@Tag("jdk-independent")
class ManualModulesTest {

  private static final String ARTIFACT = "jwt-validation-";

  private static final Pattern ROW =
      Pattern.compile("^\\|`jwt-validation-([\\w-]+)` \\|(.+) \\|(.+)$", Pattern.MULTILINE);

  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<dependency>\\s*<groupId>org\\.jwtvalidation</groupId>\\s*"
              + "<artifactId>jwt-validation-([\\w-]+)</artifactId>(.*?)</dependency>",
          Pattern.DOTALL);

  /** The folder of each module, by what follows the prefix in the name of its artifact. */
  private final Map<String, Path> modules = modules();

  private final String architecture = Project.text(Project.file("doc/inside/architecture.adoc"));

  private static Map<String, Path> modules() {
    try {
      return Project.files("pom.xml").stream()
          .filter(pom -> pom.endsWith("pom.xml") && artifact(pom).startsWith(ARTIFACT))
          .collect(toMap(pom -> artifact(pom).substring(ARTIFACT.length()), Path::getParent));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String artifact(Path pom) {
    String own = Project.text(pom).replaceAll("(?s)<parent>.*?</parent>", "");
    return Project.first("<artifactId>(.+?)</artifactId>", own);
  }

  private String pom(String module) {
    return Project.text(modules.get(module).resolve("pom.xml")).replaceAll("(?s)<!--.*?-->", "");
  }

  private List<String> published() {
    return Project.matches(
        Pattern.compile("<artifactId>jwt-validation-([\\w-]+)</artifactId>\\s*<version>"),
        pom("bom").replaceAll("(?s)^.*<dependencyManagement>", ""));
  }

  /** Those of the names that are in a sentence. */
  private static Set<String> named(Set<String> names, String sentence) {
    return Arrays.stream(sentence.split("[^\\w-]+")).filter(names::contains).collect(toSet());
  }

  @Test
  void pageOfTheArchitectureTellsWhatModulesDependOn() {
    List<List<String>> rows =
        ROW.matcher(architecture)
            .results()
            .map(row -> List.of(row.group(1), row.group(3)))
            .toList();

    Set<String> names = rows.stream().map(row -> row.get(0)).collect(toSet());
    assertThat(names).containsAll(published());
    for (List<String> row : rows) {
      Set<String> dependencies =
          DEPENDENCY
              .matcher(
                  pom(row.get(0))
                      .replaceAll("(?s)<(dependencyManagement|build|profiles)>.*?</\\1>", ""))
              .results()
              .filter(dependency -> !dependency.group(2).contains("<scope>test</scope>"))
              .map(dependency -> dependency.group(1))
              .collect(toSet());

      assertThat(named(names, row.get(1)))
          .as("what %s depends on", row.get(0))
          .isEqualTo(dependencies);
    }
  }

  @Test
  void pageOfTheArchitectureTellsWhichModulesAreJavaModules() {
    String java = Project.first("(?m)^(.*) are Java modules\\.", architecture);
    String automatic =
        Project.first("are Java modules\\.\\s([^.]*)\\sare\\s+automatic modules", architecture);

    assertThat(named(modules.keySet(), java))
        .isEqualTo(published().stream().filter(this::isJavaModule).collect(toSet()));
    assertThat(named(modules.keySet(), automatic))
        .isEqualTo(
            published().stream()
                .filter(module -> pom(module).contains("<Automatic-Module-Name>"))
                .collect(toSet()));
  }

  private boolean isJavaModule(String module) {
    Path main = modules.get(module).resolve("src/main");
    return Files.exists(main.resolve("java/module-info.java"))
        || Files.exists(main.resolve("module/module-info.java"));
  }

  @Test
  void contributorsAreToldWhatCoverageIsRequired() {
    String row =
        Project.first("\\|Coverage \\|(.*)", Project.text(Project.file("CONTRIBUTING.adoc")));
    Set<String> checked =
        modules.keySet().stream()
            .filter(module -> !module.equals("parent"))
            .filter(module -> pom(module).contains("<artifactId>jacoco-maven-plugin</artifactId>"))
            .collect(toSet());

    assertThat(named(modules.keySet(), row)).isEqualTo(checked);
    for (String module : checked) {
      String lines = percent(minimum(module, "line"));
      String branches = percent(minimum(module, "branch"));

      assertThat(row)
          .as("coverage of %s", module)
          .containsPattern(
              Pattern.quote(lines)
                  + "[^;]*"
                  + Pattern.quote(branches)
                  + "[^;]* of "
                  + "[^;]*\\b"
                  + module);
    }
  }

  private String minimum(String module, String counter) {
    Pattern minimum = Pattern.compile("<coverage." + counter + ".minimum>(.+?)<");
    return Stream.of(module, "parent")
        .flatMap(each -> Project.matches(minimum, pom(each)).stream())
        .findFirst()
        .orElseThrow();
  }

  private static String percent(String fraction) {
    BigDecimal percent = new BigDecimal(fraction).movePointRight(2).stripTrailingZeros();
    return percent.intValueExact() == 100 ? "All" : percent.toPlainString() + " %";
  }

  /** A release publishes what it lists; all other modules inherit that they are not published. */
  @Test
  void billOfMaterialsListsEveryModuleThatIsPublished() {
    assertThat(modules.keySet())
        .filteredOn(
            module -> pom(module).contains(">jwt-validation-parent</artifactId>\n    <version"))
        .filteredOn(module -> !module.equals("unpublished"))
        .containsExactlyInAnyOrderElementsOf(published());
  }

  @Test
  void manualNamesEveryPublishedModule() {
    String pages =
        Project.pages().stream()
            .filter(page -> !page.startsWith(Project.file("doc/inside")))
            .filter(page -> !page.endsWith("CONTRIBUTING.adoc") && !page.endsWith("CHANGELOG.adoc"))
            .map(Project::text)
            .reduce("", String::concat);

    assertThat(published())
        // Quarkus adds it to applications.
        .filteredOn(module -> !module.equals("quarkus-deployment"))
        .filteredOn(module ->
            !Pattern.compile("jwt-validation-" + module + "(?![\\w-])").matcher(pages).find())
        .isEmpty();
  }
}
