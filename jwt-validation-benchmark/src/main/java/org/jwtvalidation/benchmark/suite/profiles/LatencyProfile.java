// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.profiles;

import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Setup;

/**
 * How long does each caller of a busy server wait, and for what? The load is that of {@code
 * ValidationBenchmark}, and is recorded by the Flight Recorder.
 */
@Fork(1)
public class LatencyProfile extends ServerUnderLoad {

  /** {@return the kinds of threads that the running JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** {@return the gates to compare} */
  @ValuesOf("gate")
  public static String[] gates() {
    return ProfiledTraffic.gates();
  }

  /** Takes the traffic. */
  @Setup
  public void prepare(ProfiledTraffic traffic) {
    prepare(traffic::validations, traffic::isArithmeticChosen);
  }
}
