// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of the project, and what the pages of the manual have in them. */
final class Project {

  static final Path ROOT = root();

  private Project() {}

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
      assertThat(folder).as("a folder above the module that has mvnw").isNotNull();
    }
    return folder;
  }

  /** The file of the project with this name. */
  static Path file(String name) {
    return ROOT.resolve(name);
  }

  /** The tests of all modules. */
  static List<Path> tests() throws IOException {
    return files("Test.java");
  }

  /** The files whose name ends so. What a build makes meanwhile comes and goes, and is left out. */
  static List<Path> files(String end) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.endsWith("target") || folder.endsWith(".git")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(end)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  /** Every page of documentation in the root, below {@code doc} and of the examples. */
  static List<Path> pages() {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> doc = Files.walk(file("doc"));
        Stream<Path> examples = Files.walk(file("examples"), 2)) {
      Stream.of(root, doc, examples)
          .flatMap(files -> files)
          .filter(file -> file.toString().endsWith(".adoc"))
          .sorted()
          .forEach(pages::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(pages).contains(file("README.adoc"), file("doc/security.adoc"));
    return pages;
  }

  /** The text of a file. */
  static String text(Path file) {
    try {
      return Files.readString(file).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String first(String regex, String text) {
    return matches(Pattern.compile(regex), text).get(0);
  }

  /** What the first group of {@code pattern} finds. */
  static List<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** The beginning of a table row whose first cell is {@code cell}. */
  static String row(String cell) {
    return "\n|`" + cell + "` |";
  }
}
