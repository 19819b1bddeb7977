package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.NamedTests;

/** Compares the table of attacks in the documentation with the tests that it names. */
class AttackTableTest {

  private static final int ROWS = 102;

  /** A number, the attack, and on the same line or the next what shows the answer to it. */
  private static final Pattern TABLE_ROW =
      Pattern.compile("(?m)^\\|(\\d+) \\|[^|\\n]+?[ \\n]\\|(.+)");

  private static String table() throws IOException {
    String page = Files.readString(Path.of("../doc/security.adoc"));
    return page.substring(page.indexOf("== Attacks and their tests"));
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
    assertThat(NamedTests.assertExist(table())).isGreaterThan(ROWS);
  }
}
