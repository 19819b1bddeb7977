// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk-independent")
class JdksTest {

  @TempDir private Path folder;

  @Test
  void findsTheReleasesThatAreComparedAndTheOneOfTheRun() throws IOException {
    jdk("jdk-11", "11.0.2");
    Path oldest = jdk("jdk-17", "17.0.19");
    Path run = jdk("jdk-21", "21.0.1");
    Path newest = jdk("jdk-25", "25");
    Files.createDirectories(folder.resolve("no-jdk"));

    assertThat(Jdks.beside(run.toRealPath()))
        .containsOnlyKeys(17, 21, 25)
        .containsEntry(17, oldest.toRealPath())
        .containsEntry(25, newest.toRealPath());
  }

  @Test
  void takesTheOneOfTheRunBeforeOthersOfItsRelease() throws IOException {
    jdk("a-25", "25.0.1");
    Path run = jdk("b-25", "25.0.2");

    assertThat(Jdks.beside(run)).containsOnlyKeys(25).containsEntry(25, run);
  }

  @Test
  void readsNothingFromAFolderWithoutAVersion() throws IOException {
    assertThat(Jdks.release(folder)).isEmpty();
    assertThat(Jdks.release(jdk("odd", "new"))).isEmpty();
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return home;
  }
}
