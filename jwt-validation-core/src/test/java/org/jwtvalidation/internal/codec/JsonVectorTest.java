package org.jwtvalidation.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** JSONTestSuite: which texts a parser must read, must refuse, or may do either with. */
class JsonVectorTest {

  private static final StrictJson JSON = new StrictJson(new JsonLimits(64, 1 << 16, 1 << 10));

  /** Valid by the grammar, refused on purpose: they name a member twice. */
  private static final Set<String> REPEATED_NAMES =
      Set.of("y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json");

  @Test
  void findsTheWholeSuite() {
    List<Path> files = Vectors.files("json/test_parsing");
    assertThat(files).hasSizeGreaterThanOrEqualTo(318);
    assertThat(files).filteredOn(file -> name(file).startsWith("y_")).hasSizeGreaterThan(90);
    assertThat(files).filteredOn(file -> name(file).startsWith("n_")).hasSizeGreaterThan(180);
    assertThat(files).filteredOn(file -> name(file).startsWith("i_")).hasSizeGreaterThan(30);
  }

  @TestFactory
  Stream<DynamicTest> answersAsLabelled() {
    return Vectors.files("json/test_parsing").stream()
        .map(file -> DynamicTest.dynamicTest(name(file), () -> check(file)));
  }

  private static void check(Path file) throws IOException {
    byte[] text = Files.readAllBytes(file);
    boolean parsed = assertTimeout(Duration.ofSeconds(5), () -> parses(text));
    switch (name(file).charAt(0)) {
      case 'y' -> assertThat(parsed).isEqualTo(!REPEATED_NAMES.contains(name(file)));
      case 'n' -> assertThat(parsed).isFalse();
      default -> assertThat(name(file)).startsWith("i_");
    }
  }

  @Test
  void refusesEveryTextThatIsNotUtf8OrHasLoneSurrogates() throws IOException {
    for (Path file : Vectors.files("json/test_parsing")) {
      if (name(file).startsWith("i_string_") || name(file).startsWith("i_object_key_lone")) {
        byte[] text = Files.readAllBytes(file);
        assertThatExceptionOfType(DecodingException.class)
            .as(name(file))
            .isThrownBy(() -> JSON.parse(text));
      }
    }
  }

  private static boolean parses(byte[] text) {
    try {
      JSON.parse(text);
      return true;
    } catch (DecodingException e) {
      return false;
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
