// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends the requests of a closed loop by wrk, if it is installed, to check Hyperfoil. */
final class SecondGenerator {

  private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");

  private final String command;

  /**
   * Creates a generator.
   *
   * @param command the program, found as the system finds programs
   */
  SecondGenerator(String command) {
    this.command = command;
  }

  /**
   * Sends the requests of a definition.
   *
   * @param folder of the tokens
   * @return answers a second; empty if the program is not installed
   * @throws IllegalStateException if it fails, or an answer has another status than 200
   */
  OptionalDouble rate(LoadDefinition definition, Path folder) throws IOException {
    Path script = folder.resolve(definition.name() + ".lua");
    Files.writeString(script, script(definition, folder));
    Program.Output output;
    try {
      output =
          Program.run(
              List.of(
                  command,
                  // As many as Hyperfoil has, or else its own thread might limit the rate.
                  "--threads=" + definition.threads(),
                  "--connections=" + definition.load().connections(),
                  "--duration=" + (long) Math.ceil(definition.seconds()) + "s",
                  "--script=" + script.toAbsolutePath(),
                  definition.uri().toString()));
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
    Matcher rate = RATE.matcher(output.text());
    if (!rate.find() || output.text().contains("Non-2xx")) {
      throw new IllegalStateException(command + " does not agree: " + output.text());
    }
    return OptionalDouble.of(Double.parseDouble(rate.group(1)));
  }

  private static String script(LoadDefinition definition, Path folder) {
    Path tokens = definition.tokens();
    return tokens == null
        ? ""
        : String.join(
            "\n",
            List.of(
                "local headers = {}",
                "for token in io.lines(\"" + folder.toAbsolutePath().resolve(tokens) + "\") do",
                "  headers[#headers + 1] = { [\"Authorization\"] = \"Bearer \" .. token }",
                "end",
                "math.randomseed(os.time())",
                "request = function()",
                "  return wrk.format(nil, nil, headers[math.random(#headers)])",
                "end",
                ""));
  }
}
