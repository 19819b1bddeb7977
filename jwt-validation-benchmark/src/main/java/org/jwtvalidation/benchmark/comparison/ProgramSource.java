// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The programs in other languages, each of which is built by a tool of its own. */
enum ProgramSource {
  C("c", "build/native-c", List.of("openssl"), "make"),
  OPENSSL(
      "openssl",
      "target/release/native-openssl",
      List.of("openssl-built"),
      "cargo",
      "build",
      "--release"),
  RUST(
      "rust",
      "target/release/native-rust",
      List.of("aws-lc", "ring", "jsonwebtoken"),
      "cargo",
      "build",
      "--release"),
  GO(
      "go",
      "build/native-go",
      List.of("go", "golang-jwt"),
      "go",
      "build",
      "-o",
      "build/native-go",
      ".");

  /** OpenSSL alone takes a quarter of an hour where other programs are at work. */
  private static final long MINUTES = 60;

  private static final String VERSION_OF_AMD64 = "GOAMD64";

  private final String folder;
  private final String product;
  private final List<String> libraries;
  private final List<String> build;

  ProgramSource(String folder, String product, List<String> libraries, String... build) {
    this.folder = folder;
    this.product = product;
    this.libraries = libraries;
    this.build = List.of(build);
  }

  /** What the program measures, for the case that it cannot. */
  List<String> libraries() {
    return libraries;
  }

  /**
   * Whether an earlier run has built it, so that building it again only checks that it is newer.
   */
  boolean isBuilt(Path programs) {
    return Files.exists(programs.resolve(folder).resolve(product));
  }

  /**
   * Builds the program, for this processor, which the others do in their own files.
   *
   * @param programs the folder with the folders of all programs
   * @return its path
   */
  Path build(Path programs, Path log) throws ProgramException, InterruptedException {
    Path place = programs.resolve(folder);
    if (!Files.isDirectory(place)) {
      throw ProgramException.absent("there is no folder " + place);
    }
    Map<String, String> forThisProcessor =
        this == GO && Processor.hasAvx2() ? Map.of(VERSION_OF_AMD64, "v3") : Map.of();
    Processes.run(build, place, forThisProcessor, log, MINUTES);
    return place.resolve(product).toAbsolutePath();
  }
}
