// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An image as the Dockerfile of an example describes it, but in a folder, and run by this JDK.
 * Understands the instructions that the examples use, and fails at any other.
 */
public final class Image {

  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

  private static final String LOADED =
      "org.jwtvalidation.TokenValidator source: shared objects file";

  private final Path folder;
  private final Map<String, String> environment;
  private final List<String> entryPoint = new ArrayList<>();
  private final List<String> copies = new ArrayList<>();

  private Image(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  /**
   * Follows the Dockerfile, with what this module has packaged.
   *
   * @param example the folder of the example among the others
   * @param folder the working directory of the image, which is empty
   * @param environment variables of the image while it is built and while it runs
   * @return the image
   */
  public static Image build(String example, Path folder, Map<String, String> environment)
      throws IOException, InterruptedException {
    Image image = new Image(folder, environment);
    for (String line : Files.readAllLines(Path.of("../../../examples", example, "Dockerfile"))) {
      image.follow(line);
    }
    return image;
  }

  private void follow(String line) throws IOException, InterruptedException {
    String[] words = line.split(" ", 2);
    switch (words[0]) {
      case "", "#", "FROM", "WORKDIR", "EXPOSE" -> {}
      case "COPY" -> {
        copies.add(line);
        copy(Stream.of(words[1].split(" ", -1)).filter(word -> !word.startsWith("--")).toList());
      }
      case "USER" -> checkThatCopiesBelongTo(words[1]);
      case "RUN" -> run(List.of("sh", "-c", words[1]));
      case "ENTRYPOINT" ->
          QUOTED.matcher(words[1]).results().forEach(word -> entryPoint.add(word.group(1)));
      default -> throw new AssertionError("not understood: " + line);
    }
  }

  /** What is copied keeps its permissions, and others may have none where it was packaged. */
  private void checkThatCopiesBelongTo(String user) {
    for (String copy : copies) {
      if (!copy.contains(" --chown=" + user + " ")) {
        throw new AssertionError("perhaps unreadable for user " + user + ": " + copy);
      }
    }
  }

  private void copy(List<String> words) throws IOException, InterruptedException {
    Path source = Path.of(words.get(0));
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(
            Path.of(".").resolve(source).getParent(), source.getFileName().toString())) {
      for (Path each : found) {
        String target = folder.resolve(words.get(1)).toString();
        run(List.of("cp", "-rT", each.toAbsolutePath().toString(), target));
      }
    }
  }

  private void run(List<String> command) throws IOException, InterruptedException {
    Process process = process(command).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(command + ":\n" + output);
    }
  }

  private ProcessBuilder process(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().merge("PATH", bin(), (path, bin) -> bin + File.pathSeparator + path);
    return builder;
  }

  private static String bin() {
    return Path.of(System.getProperty("java.home"), "bin").toString();
  }

  /**
   * Runs the entry point until the JVM has loaded the validator from its cache, and ends it.
   *
   * @param arguments those of the service
   */
  public void runUntilValidatorIsLoadedFromCache(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(entryPoint);
    command.set(0, bin() + File.separator + command.get(0));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = process(command);
    // Fails without the cache.
    builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:AOTMode=on -Xlog:class+load");
    Process process = builder.start();
    StringBuilder output = new StringBuilder();
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains(LOADED)) {
          return;
        }
        output.append(line).append('\n');
      }
      throw new AssertionError(command + " never prints " + LOADED + ":\n" + output);
    } finally {
      process.destroyForcibly();
    }
  }
}
