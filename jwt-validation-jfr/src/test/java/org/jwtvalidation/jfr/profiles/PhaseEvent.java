package org.jwtvalidation.jfr.profiles;

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
  String benchmark;

  @Label("Phase")
  String phase;
}
