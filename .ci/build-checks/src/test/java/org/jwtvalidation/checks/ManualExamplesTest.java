// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the examples of the manual with compiled ones. */
@Tag("jdk-independent")
class ManualExamplesTest {

  private static final List<Path> SNIPPETS =
      List.of(
          Project.file("jwt-validation-core/src/test/java/org/jwtvalidation"),
          Project.file("jwt-validation-http/src/test/java/org/jwtvalidation/http"),
          Project.file(
              "integrations/jwt-validation-micrometer/src/test/java/org/jwtvalidation/micrometer"),
          Project.file("integrations/jwt-validation-redis/src/test/java/org/jwtvalidation/redis"),
          Project.file(
              "integrations/jwt-validation-quarkus-deployment/src/test/java/org/jwtvalidation/quarkus/deployment"),
          Project.file(
              "integrations/jwt-validation-quarkus-test/src/test/java/org/jwtvalidation/quarkus/test"),
          Project.file(
              "integrations/jwt-validation-spring-boot/src/test/java/org/jwtvalidation/spring"),
          Project.file(
              "integrations/integration-tests/frameworks/src/main/java/org/jwtvalidation/frameworks"),
          Project.file("jwt-validation-jfr/src/test/java/org/jwtvalidation/jfr"),
          Project.file("jwt-validation-testkit/src/test/java/org/jwtvalidation/testkit"));

  private static final List<Path> KOTLIN_SNIPPETS =
      List.of(
          Project.file(
              "integrations/integration-tests/frameworks/src/test/kotlin/org/jwtvalidation/frameworks"));

  private static final Path MANUAL =
      Project.file("jwt-validation-core/src/main/java/org/jwtvalidation/package-info.java");

  private static final Pattern JAVA_BLOCK =
      Pattern.compile("^\\[source,java]\\R----\\R(.*?)^----$", Pattern.DOTALL | Pattern.MULTILINE);

  /** Not those of Gradle's build scripts. */
  private static final Pattern KOTLIN_BLOCK =
      Pattern.compile(
          "^\\[source,kotlin]\\R----\\R(?!dependencies \\{)(.*?)^----$",
          Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern TYPE =
      Pattern.compile(
          "^(?:(?:public|final|static) )*(?:class|interface|record|enum) ", Pattern.MULTILINE);

  private static final String OWN = "org.jwtvalidation.";

  private static final Pattern IMPORT =
      Pattern.compile("^import ((?:static )?[\\w.]+);?$", Pattern.MULTILINE);

  /** Static ones first, as the code of the library has them. */
  private static final Comparator<String> IMPORT_ORDER =
      Comparator.comparing((String name) -> !name.startsWith("static "))
          .thenComparing(Comparator.naturalOrder());

  private static final Pattern EXAMPLE =
      Pattern.compile(
          "^ *// tag::([\\w-]+)\\[]\\R(.*?)^ *// end::\\1\\[]$",
          Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern MANUAL_EXAMPLE =
      Pattern.compile("<pre>\\{@code\\R(.*?)\\R \\* }</pre>", Pattern.DOTALL);

  @Test
  void showsNoExampleThatIsNotCompiled() {
    Set<String> compiled = examples().keySet();
    Set<String> compiledKotlin = kotlinExamples().keySet();

    for (Path page : Project.pages()) {
      for (String block : blocks(page, JAVA_BLOCK)) {
        assertThat(compiled).as("examples, for one in %s", page).contains(block);
      }
      for (String block : blocks(page, KOTLIN_BLOCK)) {
        assertThat(compiledKotlin).as("examples in Kotlin, for one in %s", page).contains(block);
      }
    }
    assertThat(manualExamples()).isNotEmpty();
    assertThat(compiled).as("examples, for the manual").containsAll(manualExamples());
  }

  @Test
  void compilesNoExampleThatIsNotShown() {
    Set<String> shown = new LinkedHashSet<>(manualExamples());
    Project.pages()
        .forEach(page -> {
          shown.addAll(blocks(page, JAVA_BLOCK));
          shown.addAll(blocks(page, KOTLIN_BLOCK));
        });

    assertThat(shown).containsAll(examples().keySet()).containsAll(kotlinExamples().keySet());
  }

  @Test
  void importsWhatExamplesNeed() {
    Map<String, Path> compiled = examples();

    for (Path page : Project.pages()) {
      Set<String> imported = new LinkedHashSet<>();
      boolean isFirst = true;
      for (String block : Project.matches(JAVA_BLOCK, Project.text(page))) {
        String code = withoutImports(block);
        Path file = compiled.get(normalized(code));
        assertThat(file).as("the file with an example of %s", page).isNotNull();
        // Other examples than the first and whole types, which are copied as files, import types of
        // the library alone: the rest is found by its names.
        boolean isType = TYPE.matcher(code).find();
        Set<String> needed = needed(code, file, isFirst || isType ? "" : OWN);
        if (!isType) {
          needed.removeAll(imported);
        }
        assertThat(Project.matches(IMPORT, block))
            .as("imports in %s of%n%s", page, code)
            .isEqualTo(List.copyOf(needed));
        imported.addAll(needed);
        isFirst = false;
      }
    }
  }

  /** Functions that extend types are imported, too, and are found by no name. */
  @Test
  void importsAllThatEachExampleInKotlinUses() {
    Map<String, Path> compiled = kotlinExamples();

    for (Path page : Project.pages()) {
      Set<String> imported = new LinkedHashSet<>();
      for (String block : Project.matches(KOTLIN_BLOCK, Project.text(page))) {
        String code = withoutImports(block);
        Path file = compiled.get(normalized(code));
        assertThat(file).as("the file with an example of %s", page).isNotNull();
        Set<String> words =
            Set.copyOf(
                Project.matches(Pattern.compile("(\\w+)"), code.replaceAll("\"[^\"\\n]*\"", "")));
        List<String> needed =
            Project.matches(IMPORT, Project.text(file)).stream()
                .filter(name -> words.contains(name.substring(name.lastIndexOf('.') + 1)))
                .filter(imported::add)
                .toList();
        assertThat(Project.matches(IMPORT, block))
            .as("imports in %s of%n%s", page, code)
            .isEqualTo(needed);
      }
    }
  }

  private static Map<String, Path> examples() {
    return examples(SNIPPETS, "Snippets.java");
  }

  private static Map<String, Path> kotlinExamples() {
    return examples(KOTLIN_SNIPPETS, "Snippets.kt");
  }

  /** The compiled examples, and where each is compiled. */
  private static Map<String, Path> examples(List<Path> folders, String suffix) {
    Map<String, Path> examples = new LinkedHashMap<>();
    Set<String> tags = new LinkedHashSet<>();
    for (Path folder : folders) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .filter(file -> file.toString().endsWith(suffix))
            .forEach(file ->
                EXAMPLE
                    .matcher(Project.text(file))
                    .results()
                    .forEach(example -> {
                      assertThat(tags.add(example.group(1)))
                          .as("another example %s", example.group(1))
                          .isTrue();
                      examples.put(normalized(example.group(2)), file);
                    }));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(examples).isNotEmpty();
    return examples;
  }

  private static List<String> manualExamples() {
    return MANUAL_EXAMPLE
        .matcher(Project.text(MANUAL))
        .results()
        .map(example -> normalized(example.group(1).replaceAll("(?m)^ \\*", "")))
        .toList();
  }

  private static List<String> blocks(Path page, Pattern block) {
    return Project.matches(block, Project.text(page)).stream()
        .map(ManualExamplesTest::withoutImports)
        .map(ManualExamplesTest::normalized)
        .toList();
  }

  private static String withoutImports(String block) {
    return block.replaceAll("\\A(?:import [^;\\n]+;?\\s+)+", "");
  }

  /** What the code needs of the imports of its file and of the file's package, in their order. */
  private static Set<String> needed(String code, Path file, String prefix) {
    Map<String, String> known = new LinkedHashMap<>();
    String source = Project.text(file);
    for (String name : Project.matches(IMPORT, source)) {
      known.put(name.substring(name.lastIndexOf('.') + 1), name);
    }
    String own = Project.first("(?m)^package ([\\w.]+);", source);
    for (Path sibling : siblings(file)) {
      String name = sibling.getFileName().toString().replace(".java", "");
      known.putIfAbsent(name, own + "." + name);
    }
    String plain = code.replaceAll("\"[^\"\\n]*\"|//.*", " ");
    return Project.matches(Pattern.compile("(?<![\\w.])(\\w+)"), plain).stream()
        .filter(known::containsKey)
        .map(known::get)
        .filter(name -> name.startsWith(prefix))
        .collect(toCollection(() -> new TreeSet<>(IMPORT_ORDER)));
  }

  /** The types of the library in the package of a test. */
  private static List<Path> siblings(Path file) {
    String folder = file.getParent().toString().replace("src/test/java", "src/main/java");
    if (!Files.exists(Path.of(folder))) {
      return List.of();
    }
    try (Stream<Path> siblings = Files.list(Path.of(folder))) {
      return siblings.filter(sibling -> sibling.toString().endsWith(".java")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String normalized(String code) {
    return code.strip().replaceAll("\\s+", " ");
  }
}
