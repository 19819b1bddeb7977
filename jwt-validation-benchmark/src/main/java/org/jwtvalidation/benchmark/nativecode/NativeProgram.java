// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Reads commands and prints one answer to each, like the programs in other languages. */
final class NativeProgram {

  /** The words of a measurement's name. */
  private static final int NAME = 4;

  private final InputFile input;
  private final Map<String, Measurement> opened = new HashMap<>();
  private boolean used;

  NativeProgram(InputFile input) {
    this.input = input;
  }

  /**
   * Answers until {@code quit} or the end of the standard input.
   *
   * @param args the input file
   */
  public static void main(String[] args) throws IOException {
    NativeProgram program;
    try (Stream<String> lines = Files.lines(Path.of(args[0]), US_ASCII)) {
      program = new NativeProgram(InputFile.parse(lines));
    }
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, US_ASCII));
    program.run(commands, System.out);
  }

  void run(BufferedReader commands, PrintStream answers) throws IOException {
    String command = commands.readLine();
    while (command != null && !command.equals("quit")) {
      answers.println(answer(command));
      answers.flush();
      command = commands.readLine();
    }
  }

  /** Returns the answer to one command, without the end of its line. */
  String answer(String command) {
    if (command.equals("list")) {
      return list();
    }
    List<String> words = Arrays.asList(command.split(" ", -1));
    try {
      if (words.get(0).equals("draw") && words.size() == 4) {
        return draw(numbers(words.subList(1, 4)));
      }
      if (words.size() <= NAME) {
        return "failed: unknown command";
      }
      long age = Instant.now().getEpochSecond() - input.clock();
      if (age < 0 || age > InputFile.USABLE) {
        return "failed: the input file is too old, or the clock is wrong";
      }
      Measurement measurement = measurement(String.join(" ", words.subList(1, NAME + 1)));
      List<Long> numbers = numbers(words.subList(NAME + 1, words.size()));
      boolean isFirst = !used;
      used = true;
      return switch (words.get(0) + " " + numbers.size()) {
        case "check 0" -> measurement.check();
        case "cold 0" -> measurement.cold();
        case "first 1" ->
            isFirst
                ? measurement.first(numbers.get(0).intValue())
                : "failed: not the first command of this process";
        case "slot 2" -> measurement.slot(numbers.get(0), numbers.get(1));
        case "memory 0" -> measurement.memory();
        default -> "failed: unknown command";
      };
    } catch (RuntimeException | GeneralSecurityException e) {
      return "failed: " + e.getMessage();
    }
  }

  private static List<Long> numbers(List<String> words) {
    return words.stream().map(Long::parseUnsignedLong).toList();
  }

  /** Shows that the sequence is that of the other programs. */
  private static String draw(List<Long> numbers) {
    SeededSequence sequence = new SeededSequence(numbers.get(1));
    int bound = Math.toIntExact(numbers.get(0));
    return Stream.generate(() -> " " + sequence.next(bound))
        .limit(numbers.get(2))
        .collect(Collectors.joining("", "draw", ""));
  }

  private Measurement measurement(String name) throws GeneralSecurityException {
    Measurement known = opened.get(name);
    if (known != null) {
      return known;
    }
    for (TokenSet set : input.sets()) {
      for (Contender contender : Contender.values()) {
        if (contender.measurement(set).equals(name)) {
          Measurement measurement = new Measurement(contender, input, set);
          opened.put(name, measurement);
          return measurement;
        }
      }
    }
    throw new IllegalArgumentException("unknown measurement");
  }

  private String list() {
    List<String> lines = new ArrayList<>();
    lines.add("program java");
    lines.add("links jdk " + System.getProperty("java.vendor") + " " + Runtime.version());
    lines.add("links bouncycastle " + new BouncyCastleProvider().getVersionStr());
    lines.add(
        "flags " + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    for (TokenSet set : input.sets()) {
      for (Contender contender : Contender.values()) {
        lines.add(listed(contender, set));
      }
    }
    lines.add("end");
    return String.join("\n", lines);
  }

  private String listed(Contender contender, TokenSet set) {
    String name = contender.measurement(set);
    try {
      contender.open(input, set.ofKey(set.keys().get(0)));
      return "has " + name;
    } catch (RuntimeException | GeneralSecurityException e) {
      return "absent " + name + " " + e.getMessage();
    }
  }
}
