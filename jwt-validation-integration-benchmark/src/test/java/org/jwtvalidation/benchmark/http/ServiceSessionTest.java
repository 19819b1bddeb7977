// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.benchmark.run.GivenOptions;

@Tag("system")
class ServiceSessionTest {

  private static final HttpOptions OPTIONS =
      HttpOptions.of(
          new GivenOptions(
              Map.of("load.suite", "frameworks", "load.include", "PLAIN .* ES256 VALID, closed")));

  @TempDir private Path folder;

  @Test
  void signsTheTokensOfAKindOnce() throws IOException {
    HttpRow row = HttpPlan.of(OPTIONS).get(0);
    try (ServiceSession session = start(row)) {
      String tokens = tokens(session.definition(row, 1, "first"));

      assertThat(tokens.lines()).hasSize(600).doesNotHaveDuplicates();
      // Another signature of the same octets would differ.
      assertThat(tokens(session.definition(row, 1, "second"))).isEqualTo(tokens);
    }
  }

  private ServiceSession start(HttpRow row) throws IOException {
    OpenService.packageIn(folder.resolve("services"));
    Files.createDirectories(folder.resolve("results/services"));
    Files.createDirectories(folder.resolve("results/loads"));
    return ServiceSession.start(
        row.session(),
        folder.resolve("services"),
        Processors.shared(),
        folder.resolve("results"),
        OPTIONS);
  }

  private String tokens(LoadDefinition definition) throws IOException {
    Path file = Objects.requireNonNull(definition.tokens());
    return Files.readString(folder.resolve("results/loads").resolve(file));
  }
}
