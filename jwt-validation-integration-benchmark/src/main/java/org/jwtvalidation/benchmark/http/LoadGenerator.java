// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkDefinitionException;
import io.hyperfoil.api.statistics.StatisticsSnapshot;
import io.hyperfoil.core.impl.LocalBenchmarkData;
import io.hyperfoil.core.parser.BenchmarkParser;
import io.hyperfoil.core.parser.ParserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.HdrHistogram.Histogram;

/** Sends the requests of definitions, by Hyperfoil in this JVM. */
final class LoadGenerator {

  private static final long LONGEST_NANOS = 120_000_000_000L;

  private final Path folder;
  private final boolean hasOwnProcessors;

  /**
   * Creates a generator.
   *
   * @param folder the folder for the definitions, of generators on other machines, too
   * @param hasOwnProcessors whether its processors may be busy while it has nothing to do
   */
  LoadGenerator(Path folder, boolean hasOwnProcessors) {
    this.folder = folder;
    this.hasOwnProcessors = hasOwnProcessors;
  }

  /**
   * Reads a definition.
   *
   * @param file its paths are relative to its folder
   */
  static Benchmark parse(Path file) throws IOException {
    BenchmarkParser parser = BenchmarkParser.instance();
    try {
      return parser.buildBenchmark(
          parser.createSource(
              Files.readString(file), new LocalBenchmarkData(file.toAbsolutePath())),
          Map.of());
    } catch (ParserException | BenchmarkDefinitionException e) {
      throw new IllegalStateException(file + " is not a definition: " + e.getMessage(), e);
    }
  }

  /** Sends the requests and waits for their answers. */
  Measurement run(LoadDefinition definition) throws IOException {
    return run(definition, () -> {});
  }

  /**
   * Sends the requests and waits for their answers.
   *
   * @param connected what to do between the last connection and the first request
   * @throws IllegalStateException if it fails
   */
  Measurement run(LoadDefinition definition, Runnable connected) throws IOException {
    Path file = folder.resolve(definition.name() + ".hf.yaml");
    Files.writeString(file, definition.yaml());
    // The generator reports each second of its own.
    Map<String, List<StatisticsSnapshot>> seconds = new ConcurrentHashMap<>();
    EventLoops eventLoops;
    try {
      eventLoops =
          new EventLoops(
              parse(file),
              (phase, step, request, second, countDown) ->
                  seconds
                      .computeIfAbsent(request, first -> new CopyOnWriteArrayList<>())
                      .add(second.clone()),
              connected);
      if (hasOwnProcessors) {
        eventLoops.runAwake();
      } else {
        eventLoops.run();
      }
    } catch (RuntimeException e) {
      throw new IllegalStateException("the generator has failed: " + e, e);
    }
    Map<String, Measurement> measured = new HashMap<>();
    long idleNanos = eventLoops.idleNanos();
    seconds.forEach((request, each) ->
        measured.put(request, measurement(each, definition.seconds(), idleNanos)));
    Measurement main = measured.remove(LoadDefinition.REQUEST);
    return main == null
        ? measurement(List.of(), definition.seconds(), idleNanos)
        : main.after(measured);
  }

  private static Measurement measurement(
      List<StatisticsSnapshot> seconds, double duration, long idleNanos) {
    Histogram latencies = new Histogram(LONGEST_NANOS, 3);
    long requests = 0;
    long answers = 0;
    long wrong = 0;
    List<Long> perSecond = new ArrayList<>();
    for (StatisticsSnapshot second : seconds) {
      latencies.add(second.histogram);
      requests += second.requestCount;
      answers += second.responseCount;
      wrong += second.invalid;
      perSecond.add((long) second.responseCount);
    }
    // The first second includes the start of the connections, and the last is a part of one.
    List<Long> whole =
        perSecond.size() > 2 ? perSecond.subList(1, perSecond.size() - 1) : List.of();
    return new Measurement(
        latencies, requests, answers, wrong, List.copyOf(whole), duration, idleNanos, Map.of());
  }
}
