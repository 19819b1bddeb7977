// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.profiles;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An iteration of a benchmark; the analysis uses those that are measured. */
@Name("jwt.Phase")
@Label("Benchmark Phase")
@Category("JWT Validation")
@StackTrace(false)
final class PhaseEvent extends Event {

  @Label("Benchmark")
  final String benchmark;

  @Label("Phase")
  final String phase;

  PhaseEvent(String benchmark, String phase) {
    this.benchmark = benchmark;
    this.phase = phase;
  }
}
