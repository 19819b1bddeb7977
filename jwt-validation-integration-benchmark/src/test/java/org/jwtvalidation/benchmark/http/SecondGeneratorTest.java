// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Programs that print what wrk prints stand in for it. */
@DisabledOnOs(
    value = OS.WINDOWS,
    disabledReason = "no shell that runs scripts as programs: use Linux or macOS")
class SecondGeneratorTest {

  @TempDir private Path folder;

  private SecondGenerator printing(String output) throws IOException {
    Path program = folder.resolve("generator");
    Files.writeString(
        program,
        "#!/bin/sh\necho \"$@\" >" + folder.resolve("given") + "\necho '" + output + "'\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new SecondGenerator(program.toString());
  }

  private LoadDefinition definition() {
    return new LoadDefinition(
        "load",
        URI.create("http://127.0.0.1:1/orders"),
        200,
        Path.of("valid.tokens"),
        Load.closed(50),
        1.5);
  }

  @Test
  void sendsATokenWithEachRequestAndReadsTheRate() throws IOException {
    assertThat(printing("Requests/sec:  12345.67").rate(definition(), folder)).hasValue(12_345.67);
    assertThat(folder.resolve("given"))
        .content()
        .isEqualTo(
            "--threads="
                + Runtime.getRuntime().availableProcessors()
                + " --connections=50 --duration=2s --script="
                + folder.resolve("load.lua")
                + " http://127.0.0.1:1/orders\n");
    assertThat(folder.resolve("load.lua"))
        .content()
        .contains("io.lines(\"" + folder.resolve("valid.tokens") + "\")", "Bearer");
  }

  @Test
  void hasNoOpinionWithoutTheProgram() throws IOException {
    assertThat(new SecondGenerator("no-such-program").rate(definition(), folder)).isEmpty();
  }

  @Test
  void refusesAnswersWithAnotherStatus() throws IOException {
    SecondGenerator generator = printing("Non-2xx or 3xx responses: 7\nRequests/sec: 100.0");
    assertThatIllegalStateException()
        .isThrownBy(() -> generator.rate(definition(), folder))
        .withMessageContaining("Non-2xx or 3xx responses: 7");
  }
}
