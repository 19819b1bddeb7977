package org.jwtvalidation.benchmark.suite.peers;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Param;

/** The system before this one. Its class files are of Java 21: a build by an older JDK lacks it. */
interface Predecessor {

  String ROW = "PREDECESSOR";

  Peer<?> peer(Trust trust);

  TokenParser parser();

  static Predecessor get() {
    return find()
        .orElseThrow(() -> new IllegalArgumentException("peer: " + ROW + " is not in this build"));
  }

  private static Optional<Predecessor> find() {
    if (Runtime.version().feature() < 21) {
      // It may be there all the same, of a build by a newer JDK.
      return Optional.empty();
    }
    return ServiceLoader.load(Predecessor.class).findFirst();
  }

  /** The rows that a benchmark lists, and the predecessor's where the build has it. */
  static String[] after(Class<?> benchmark) {
    try {
      Param listed = benchmark.getField("peer").getAnnotation(Param.class);
      return Stream.concat(Stream.of(listed.value()), find().map(there -> ROW).stream())
          .toArray(String[]::new);
    } catch (NoSuchFieldException e) {
      throw new IllegalArgumentException("benchmark: without peers", e);
    }
  }
}
