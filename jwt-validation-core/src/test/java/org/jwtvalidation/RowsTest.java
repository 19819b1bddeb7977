// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that every row of the tables of attacks and faults has a test, and every test a row. */
@Tag("jdk-independent")
class RowsTest {

  private static final int ATTACKS = 123;
  private static final int FAULTS = 55;

  /** Faults against which the library promises nothing. */
  private static final Set<String> WITHOUT_PROMISE = Set.of("F46", "F52");

  private static final int CACHE_ROWS = 20;

  /** The display name of a test of another module, which may depend on this one. */
  private static final Pattern DISPLAYED = Pattern.compile("@DisplayName\\(\"(F?\\d+): ");

  private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\|(F?\\d+) \\|([^|]+)");

  /** Without the classes of others that they use, which would be most of the work. */
  private static final JavaClasses TESTS =
      ArchConfiguration.withThreadLocalScope(configuration -> {
        configuration.setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter().importPath(Path.of("target/test-classes"));
      });

  private static Stream<String> ids(String prefix, int rows) {
    return IntStream.rangeClosed(1, rows).mapToObj(row -> prefix + row);
  }

  /** The rows of the manual: all, or only those that apply. */
  private static Set<String> documented(boolean all) throws IOException {
    String page = Files.readString(Path.of("../doc/inside/attacks.adoc"));
    return DOCUMENTED
        .matcher(page.substring(page.indexOf("== Attacks and their tests")))
        .results()
        .filter(row -> all || !row.group(2).contains("Does not apply"))
        .map(row -> row.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> tested() {
    return TESTS.stream()
        .flatMap(type -> type.getMethods().stream())
        .filter(method -> method.isAnnotatedWith(Row.class))
        .flatMap(method -> Arrays.stream(method.getAnnotationOfType(Row.class).value()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The rows of tests in other modules. */
  private static Set<String> testedElsewhere() throws IOException {
    Set<String> rows = new TreeSet<>();
    for (String folder : List.of("..", "../integrations")) {
      for (Path module : folders(Path.of(folder))) {
        Path tests = module.resolve("src/test/java");
        if (Files.isDirectory(tests)) {
          try (Stream<Path> files = Files.walk(tests)) {
            for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
              DISPLAYED
                  .matcher(Files.readString(file))
                  .results()
                  .forEach(row -> rows.add(row.group(1)));
            }
          }
        }
      }
    }
    return rows;
  }

  private static List<Path> folders(Path of) throws IOException {
    try (Stream<Path> folders = Files.list(of)) {
      return folders.filter(Files::isDirectory).toList();
    }
  }

  @Test
  void documentsEveryRow() throws IOException {
    assertThat(documented(true))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(ids("", ATTACKS), ids("F", FAULTS))
                .filter(row -> !WITHOUT_PROMISE.contains(row))
                .toList());
  }

  @Test
  void testsEveryRow() throws IOException {
    Set<String> tested = tested();
    tested.addAll(testedElsewhere());
    assertThat(tested)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(documented(false).stream(), ids("C", CACHE_ROWS)).toList());
  }
}
