// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.recording;

import java.io.IOException;
import java.text.ParseException;
import java.util.concurrent.Callable;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.suite.Traffic;
import org.jwtvalidation.benchmark.suite.profiles.Recorder;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.token.AccessToken;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Does the recording of a busy server change what it records? 100 threads share one validator,
 * without a cache: without a recording; with one as the profiles are made from; and with one that
 * has the processor time of each validation, too. The percentage of validations that take more than
 * a millisecond must be the same for the first two.
 */
@Fork(value = 3, jvmArgsAppend = Recorder.BUFFERS)
public class RecordedLoadBenchmark extends ServerUnderLoad {

  /** What is recorded. */
  public enum Recorded {
    /** Nothing. */
    NONE,
    /** Every validation. */
    VALIDATIONS,
    /** Every validation, and its processor time. */
    CPU_TIME
  }

  /** Traffic of valid tokens. */
  public static class RecordedTraffic extends Traffic {

    /** What is recorded. */
    @Param public Recorded recorded = Recorded.NONE;

    private @Nullable Recording recording;

    /** Begins to record first: later, the JVM would compile again what the warm-up has compiled. */
    @Override
    public void prepare() {
      if (recorded != Recorded.NONE) {
        recording = new Recording(settings());
        if (recorded == Recorded.VALIDATIONS) {
          recording.disable(Recorder.SAMPLES);
        }
        recording.start();
      }
      super.prepare();
    }

    private static Configuration settings() {
      try {
        return Recorder.settings(Recorder.SETTINGS);
      } catch (IOException | ParseException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Discards what has been recorded. */
    @TearDown
    public void close() {
      if (recording != null) {
        recording.close();
      }
    }

    @Override
    protected TokenValidator.Builder configure(TokenValidator.Builder builder) {
      return switch (recorded) {
        case NONE -> builder;
        case VALIDATIONS -> builder.monitor(new JfrMonitor());
        case CPU_TIME -> builder.monitor(JfrMonitor.builder().cpuTime().build());
      };
    }

    @Override
    protected int cacheSize() {
      return 0;
    }

    Callable<AccessToken> validations() {
      TokenStream stream = stream();
      return () -> validator().validate(stream.next());
    }
  }

  /** Takes the traffic. */
  @Setup
  public void prepare(RecordedTraffic traffic) {
    prepare(traffic::validations, traffic::isArithmeticChosen);
  }
}
