// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Param;

/** The system before this one. It requires Java 21; builds on older JDKs lack it. */
interface Predecessor {

  String ROW = "TOKEN_SHERIFF";

  /** Without its cache. */
  Peer peer(Trust trust);

  /** With its cache. */
  CachingPeer caching(Trust trust, int cacheSize);

  TokenParser parser();

  static Predecessor get() {
    return find()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "peer: " + ROW + " is missing in this build; build on JDK 21 or newer"));
  }

  private static Optional<Predecessor> find() {
    if (Runtime.version().feature() < 21) {
      // A newer JDK may have built the class that this JDK cannot load.
      return Optional.empty();
    }
    return ServiceLoader.load(Predecessor.class).findFirst();
  }

  /** The rows that a benchmark lists, and that of the predecessor if the build has it. */
  static String[] after(Class<?> benchmark) {
    try {
      Param listed = benchmark.getField("peer").getAnnotation(Param.class);
      return Stream.concat(Stream.of(listed.value()), find().map(there -> ROW).stream())
          .toArray(String[]::new);
    } catch (NoSuchFieldException e) {
      throw new IllegalArgumentException("benchmark: has no parameter peer", e);
    }
  }
}
