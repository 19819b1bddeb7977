package org.jwtvalidation.benchmark.suite.peers;

import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does each library take to validate an RS256 token when 100 threads want one? The rows
 * are those of {@link PeerRs256Benchmark}. A time is that of one thread: in it all of them together
 * validate 100 tokens.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=PeerRs256UnderLoadBenchmark}
 */
@Threads(100)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
@Fork(1)
public class PeerRs256UnderLoadBenchmark extends PeerRs256Benchmark {}
