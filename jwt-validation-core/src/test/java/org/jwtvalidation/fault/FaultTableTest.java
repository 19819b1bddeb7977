package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the table of faults in the documentation against the tests that are named after them. */
class FaultTableTest {

  private static final int FAULTS = 35;

  private static final Pattern TABLE_ROW =
      Pattern.compile("(?m)^\\|F(\\d+) \\|[^|]+\\|[^|]+\\|((?:`\\w+Test\\.\\w+`[,\\s]+)+)");
  private static final Pattern NAMED_TEST = Pattern.compile("`(\\w+Test\\.\\w+)`");
  private static final Pattern TEST =
      Pattern.compile("(?s)@DisplayName\\(\\s*\"F(\\d+): .*?\\bvoid (\\w+)\\(");

  private static Map<Integer, Collection<String>> documented() throws IOException {
    Map<Integer, Collection<String>> documented = new TreeMap<>();
    Matcher row = TABLE_ROW.matcher(Files.readString(Path.of("../doc/security.adoc")));
    while (row.find()) {
      List<String> tests = new ArrayList<>();
      NAMED_TEST.matcher(row.group(2)).results().forEach(test -> tests.add(test.group(1)));
      documented.put(Integer.valueOf(row.group(1)), new TreeSet<>(tests));
    }
    return documented;
  }

  private static Map<Integer, Collection<String>> tests() throws IOException {
    Map<Integer, Collection<String>> tests = new TreeMap<>();
    try (Stream<Path> files = Files.list(Path.of("src/test/java/org/jwtvalidation/fault"))) {
      for (Path file : files.filter(path -> path.toString().endsWith("FaultTest.java")).toList()) {
        String className = file.getFileName().toString().replace(".java", "");
        TEST.matcher(Files.readString(file))
            .results()
            .forEach(test ->
                tests
                    .computeIfAbsent(Integer.valueOf(test.group(1)), number -> new TreeSet<>())
                    .add(className + "." + test.group(2)));
      }
    }
    return tests;
  }

  @Test
  void namesTheTestsOfEveryFault() throws IOException {
    assertThat(documented()).isEqualTo(tests());
    assertThat(tests())
        .containsOnlyKeys(IntStream.rangeClosed(1, FAULTS).boxed().toArray(Integer[]::new));
  }
}
