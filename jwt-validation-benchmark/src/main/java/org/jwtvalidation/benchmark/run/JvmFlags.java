// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The flags of a JVM that measures a row. */
final class JvmFlags {

  /** Makes a JVM accept options that it does not know. */
  private static final String LENIENT = "-XX:+IgnoreUnrecognizedVMOptions";

  private static final int FIRST_WITH_UNSAFE_OPTION = 24;

  /**
   * A heap that grows makes a row pay for the first use of each page, which takes longer than a
   * cached validation, and on some virtual machines many times longer.
   */
  private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch");

  private static final List<String> OPTIONS_OF_HEAPS =
      List.of("-Xms", "-Xmx", "-XX:InitialHeapSize", "-XX:MaxHeapSize", "-XX:MaxRAM");

  private JvmFlags() {}

  /**
   * {@return the flags, with a heap of 1 GB unless others give one}
   *
   * @param inherited the flags of the JVM that runs the benchmarks
   * @param own the row's own flags, of which the JVM must not ignore any
   */
  static List<String> of(List<String> inherited, List<String> own) {
    List<String> flags = new ArrayList<>(inherited);
    if (!own.isEmpty() && flags.remove(LENIENT)) {
      flags.removeIf(flag ->
          Runtime.version().feature() < FIRST_WITH_UNSAFE_OPTION
              && flag.startsWith("--sun-misc-unsafe-memory-access"));
    }
    if (Stream.of(inherited, own).flatMap(List::stream).noneMatch(JvmFlags::sizesHeap)) {
      flags.addAll(HEAP);
    }
    flags.addAll(own);
    return flags;
  }

  private static boolean sizesHeap(String flag) {
    return OPTIONS_OF_HEAPS.stream().anyMatch(flag::startsWith);
  }
}
