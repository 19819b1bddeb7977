// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk-independent")
class ProgramsTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void buildsAndAsksAProgramWhatItIs() throws Exception {
    List<String> fake = FakeProgram.command(folder, "openssl", folder.resolve("asked"), ":", 50);
    makefile("cp '" + fake.get(1) + "' build/native-c && chmod +x build/native-c");
    Programs programs = built();

    assertThat(programs.described())
        .containsOnlyKeys("c")
        .extractingByKey("c")
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
        .containsEntry("libraries", "lib 1.2")
        .containsEntry("flags", "-O3")
        .containsKey("secondsToBuild");
    assertThat(programs.missing())
        .containsEntry("bare openssl with PS256, RS256", "absent: it has no RSA")
        .extractingByKey("aws-lc")
        .asString()
        .startsWith("absent: there is no folder");
    assertThat(programs.tables(name -> true, Effort.QUICK, Processor.last()))
        .singleElement()
        .satisfies(table -> {
          assertThat(table.algorithm()).isEqualTo("ES256");
          assertThat(table.regime()).isEqualTo("one-key");
          assertThat(table.entrants()).extracting(Entrant::peer).containsExactly("OPENSSL");
        });
    assertThat(
            programs.tables(name -> name.equals("RS256 one-key"), Effort.QUICK, Processor.last()))
        .isEmpty();
    assertThat(built().described().get("c"))
        .as("of a program that was built before")
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
        .doesNotContainKey("secondsToBuild");
  }

  @Test
  void saysWhatDoesNotBuild() throws Exception {
    makefile("echo no header >&2; exit 1");
    Programs programs = built();

    assertThat(programs.missing().get("openssl"))
        .startsWith("failed: make has ended with status 2, see ");
    assertThat(Files.readString(folder.resolve("log"))).contains("no header");
    assertThat(printed.toString(UTF_8)).contains("Building c failed: make");
  }

  @Test
  void measuresNoProgramThatDoesNotSayWhyItLacksSomething() throws Exception {
    List<String> fake = FakeProgram.command(folder, "openssl", folder.resolve("asked"), ":", 50);
    makefile(
        "sed 's/ it has no RSA//' '%s' > build/native-c && chmod +x build/native-c"
            .formatted(fake.get(1)));
    Programs programs = built();

    assertThat(programs.missing())
        .containsEntry(
            "openssl", "failed: \"absent one-key RS256 bare openssl\" is no answer to list");
    assertThat(programs.described()).isEmpty();
  }

  @Test
  void saysThatAJdkDoesNotStart() throws Exception {
    Programs programs = new Programs(folder.resolve("input"), folder.resolve("log"), console());
    Files.createDirectories(folder.resolve("bin"));
    Path java = Files.writeString(folder.resolve("bin/java"), "#!/bin/sh\nexit 4\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    programs.addJava(17, folder);

    assertThat(programs.missing())
        .containsExactly(Map.entry("java-17", "failed: it ended with status 4 at \"list\""));
  }

  private Programs built() throws InterruptedException, IOException {
    Programs programs =
        new Programs(
            Files.write(folder.resolve("input"), new byte[0]), folder.resolve("log"), console());
    programs.build(folder);
    return programs;
  }

  private PrintStream console() {
    return new PrintStream(printed, true, UTF_8);
  }

  private void makefile(String recipe) throws IOException {
    Path c = Files.createDirectories(folder.resolve("c/build")).getParent();
    Files.writeString(c.resolve("Makefile"), "all:\n\t" + recipe + "\n");
  }
}
