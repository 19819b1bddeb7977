package org.jwtvalidation.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** How the threads of this process shared the processors in a period; on Linux alone. */
@Name("jwt.Scheduling")
@Label("Scheduling")
@Category("JWT Validation")
@Description("How the threads of the process got at the processors since the last period (Linux)")
@StackTrace(false)
@Enabled(false)
@Period("1 s")
final class SchedulingEvent extends Event {

  @Label("Elapsed")
  @Description("How long ago the last such event was: all figures are of that time")
  @Timespan
  long elapsed;

  @Label("Threads")
  @Description("How many threads of the process there are")
  int threads;

  @Label("Running")
  @Description("The time that threads ran, added up")
  @Timespan
  long running;

  @Label("Waiting")
  @Description("The time that threads could have run and waited for a processor, added up")
  @Timespan
  long waiting;

  @Label("Preemptions")
  @Description("How often a processor was taken from a thread that could have gone on")
  long preemptions;

  @Label("Yields")
  @Description("How often a thread gave its processor away, to wait for something")
  long yields;
}
