// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

class PackagedClassesIT {

  @Test
  void leaveOutThoseOfTheDevUi() throws IOException {
    assumeThat(System.getProperty("native.image.path", ""))
        .as("the service is an image here, which has no jars: run without -Pnative")
        .isEmpty();
    try (Stream<Path> libraries = Files.list(Path.of("target/quarkus-app/lib/main"))) {
      Path extension =
          libraries
              .filter(path -> path.toString().contains("jwt-validation-quarkus-"))
              .findFirst()
              .orElseThrow();
      try (ZipFile jar = new ZipFile(extension.toFile())) {
        assertThat(jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName))
            .contains("org/jwtvalidation/quarkus/runtime/BearerMechanism.class")
            .noneMatch(name -> name.startsWith("org/jwtvalidation/quarkus/runtime/dev/"));
      }
    }
  }
}
