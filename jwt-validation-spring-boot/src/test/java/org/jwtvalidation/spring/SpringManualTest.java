package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the pages of the manual with the code. */
@Tag("once")
class SpringManualTest {

  private static final Pattern JAVA =
      Pattern.compile("\\[source,java]\n----\n(.*?)\n----", Pattern.DOTALL);

  private static String read(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String inOneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  @Test
  void showsExamplesThatCompile() {
    String compiled = inOneLine(read("src/test/java/org/jwtvalidation/spring/SpringSnippets.java"));
    List<String> examples =
        JAVA.matcher(read("../doc/spring.adoc"))
            .results()
            .map((MatchResult example) -> inOneLine(example.group(1)))
            .toList();
    assertThat(examples).hasSizeGreaterThan(3).allMatch(compiled::contains);
  }

  @Test
  void namesEveryProperty() throws ClassNotFoundException {
    String manual = read("../doc/configuration.adoc");
    String properties = "org.jwtvalidation.spring.autoconfigure.";
    for (String type : List.of("JwtValidationProperties", "IssuerProperties", "KeysProperties")) {
      Stream.of(Class.forName(properties + type).getRecordComponents())
          .map(RecordComponent::getName)
          .map(name -> name.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT))
          .filter(name -> !List.of("issuers", "limits", "roles", "keys").contains(name))
          .forEach(name -> assertThat(manual).containsPattern("[`.]" + name + "[`.]"));
    }
  }
}
