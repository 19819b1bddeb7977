// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Published test vectors. The examples of the RFCs are here; the large collections are in the
 * folder into which they were fetched, or else in one beside the project that several checkouts
 * share. Without either, tests that need them are skipped, but fail where they were to be fetched:
 * in the workflows.
 */
public final class Vectors {

  /** The examples of the RFCs. */
  private static final Path EXAMPLES = Path.of("src/test/vectors").toAbsolutePath();

  private static final Path FOLDER =
      Stream.of(System.getProperty("vectors", "../.vectors"), "../../shared/vectors")
          .map(folder -> Path.of(folder).toAbsolutePath().normalize())
          .filter(Files::isDirectory)
          .findFirst()
          .orElse(Path.of("none"));

  /** The vectors are trusted and some of their files are large. */
  private static final StrictJson JSON = new StrictJson(new JsonLimits(64, 1 << 20, 1 << 20));

  private Vectors() {}

  /** A file or a folder of the vectors. */
  public static Path path(String name) {
    Path path = (name.startsWith("rfc/") ? EXAMPLES : FOLDER).resolve(name);
    assumeTrue(
        Files.exists(path) || "true".equals(System.getenv("GITHUB_ACTIONS")),
        "no published test vectors: .ci/fetch-vectors fetches them");
    assertThat(path).as("a file or folder of published test vectors").exists();
    return path;
  }

  /** The names of all files below a folder, sorted, as {@link #path} takes them. */
  public static List<String> names(String folder) {
    Path found = path(folder);
    Set<String> names = new TreeSet<>();
    for (Path root : List.of(EXAMPLES, FOLDER)) {
      if (found.startsWith(root) || folder.isEmpty()) {
        addNames(root, root.resolve(folder), names);
      }
    }
    return List.copyOf(names);
  }

  private static void addNames(Path root, Path folder, Set<String> names) {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> names.add(root.relativize(file).toString().replace('\\', '/')));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a file without the line break at its end. */
  public static String text(String name) {
    try {
      return Files.readString(path(name)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The octets of a file. */
  public static byte[] octets(String name) {
    try {
      return Files.readAllBytes(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JSON object in a file. */
  public static Map<String, @Nullable Object> object(String name) {
    try {
      return JSON.parseObject(octets(name), 1 << 30).members();
    } catch (DecodingException e) {
      throw new IllegalStateException(name, e);
    }
  }

  /** The objects of an array that is a member of {@code object}. */
  public static List<Map<String, @Nullable Object>> objects(Map<String, ?> object, String name) {
    return ((List<?>) object.get(name)).stream().map(Vectors::object).toList();
  }

  /** An object that is a member of {@code object}. */
  public static Map<String, @Nullable Object> object(Map<String, ?> object, String name) {
    return object(object.get(name));
  }

  /** The text of a value that was read from a vector. */
  public static String json(@Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      return object.entrySet().stream()
          .map(member -> json(member.getKey()) + ":" + json(member.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> array) {
      return array.stream().map(Vectors::json).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof String string
        ? '"' + string.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
        : String.valueOf(value);
  }

  @SuppressWarnings("unchecked") // the JSON reader makes no other maps
  private static Map<String, @Nullable Object> object(@Nullable Object value) {
    return (Map<String, @Nullable Object>) value;
  }
}
