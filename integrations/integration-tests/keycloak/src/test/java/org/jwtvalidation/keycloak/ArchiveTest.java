// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveTest {

  @TempDir private Path folder;

  private Archive archive(String... names) throws IOException {
    Path zip = folder.resolve("server.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (String name : names) {
        out.putNextEntry(new ZipEntry(name));
        if (!name.endsWith("/")) {
          out.write(name.getBytes(UTF_8));
        }
      }
    }
    return new Archive(zip);
  }

  @Test
  void unpacksFilesAndEmptyFolders() throws IOException {
    Path top =
        archive("server-1/", "server-1/empty/", "server-1/bin/run.sh")
            .unpackInto(folder.resolve("unpacked"));

    assertThat(top).isEqualTo(folder.resolve("unpacked/server-1").toAbsolutePath());
    assertThat(top.resolve("empty")).isEmptyDirectory();
    assertThat(top.resolve("bin/run.sh")).hasContent("server-1/bin/run.sh");
  }

  @Test
  void leavesNothingOfAnEarlierRun() throws IOException {
    Path old = folder.resolve("unpacked/server-0/data/database");
    Files.createDirectories(old.getParent());
    Files.writeString(old, "old");

    Path top = archive("server-1/run.sh").unpackInto(folder.resolve("unpacked"));

    assertThat(folder.resolve("unpacked")).isDirectoryContaining(top::equals);
    assertThat(old).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../evil", "server-1/../../evil", "/evil"})
  void refusesNamesThatLeadOutOfTheFolder(String name) throws IOException {
    Archive archive = archive("server-1/run.sh", name);

    assertThatIOException()
        .isThrownBy(() -> archive.unpackInto(folder.resolve("unpacked")))
        .withMessageContaining(name + " leads out of the folder");
    assertThat(folder.resolve("evil")).doesNotExist();
    assertThat(Path.of("/evil")).doesNotExist();
  }

  @Test
  void refusesAnArchiveWithoutOneFolderAtItsTop() throws IOException {
    Archive archive = archive("run.sh", "server-1/run.sh");

    assertThatIOException()
        .isThrownBy(() -> archive.unpackInto(folder.resolve("unpacked")))
        .withMessageEndingWith("not one folder but 2 things at its top");
  }

  @Test
  void saysWhichFileIsBroken() throws IOException {
    Path zip = Files.writeString(folder.resolve("server.zip"), "half a file");

    assertThatIOException()
        .isThrownBy(() -> new Archive(zip).unpackInto(folder.resolve("unpacked")))
        .withMessageStartingWith(zip + ": not a whole zip file; delete it");
  }
}
