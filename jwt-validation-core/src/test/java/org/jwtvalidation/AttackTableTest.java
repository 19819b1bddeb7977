package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the table of attacks in the documentation against the tests that it names. */
class AttackTableTest {

  private static final Path TESTS = Path.of("src/test/java");
  private static final int ROWS = 102;

  private static final Pattern TABLE_ROW = Pattern.compile("(?m)^\\|(\\d+)\\n\\|.+\\n\\|(.+)");
  private static final Pattern NAMED_TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

  private static String table() throws IOException {
    String page = Files.readString(Path.of("../doc/security.adoc"));
    return page.substring(page.indexOf("== Attacks and their tests"));
  }

  private static Path source(String testClass) throws IOException {
    try (Stream<Path> files = Files.walk(TESTS)) {
      return files
          .filter(file -> file.getFileName().toString().equals(testClass + ".java"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no test " + testClass));
    }
  }

  @Test
  void hasARowForEveryAttack() throws IOException {
    List<Integer> rows = new ArrayList<>();
    Matcher row = TABLE_ROW.matcher(table());
    while (row.find()) {
      rows.add(Integer.valueOf(row.group(1)));
      assertThat(row.group(2)).matches("`\\w+Test\\.\\w+`.*|does not apply: .+");
    }

    assertThat(rows).containsExactlyElementsOf(IntStream.rangeClosed(1, ROWS).boxed().toList());
  }

  @Test
  void namesTestsThatExist() throws IOException {
    Matcher named = NAMED_TEST.matcher(table());
    int tests = 0;
    while (named.find()) {
      assertThat(Files.readString(source(named.group(1)))).contains("void " + named.group(2) + "(");
      tests++;
    }

    assertThat(tests).isGreaterThan(ROWS);
  }
}
