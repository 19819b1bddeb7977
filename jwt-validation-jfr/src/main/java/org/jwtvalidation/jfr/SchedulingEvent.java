// SPDX-License-Identifier: Apache-2.0
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

/** How the threads of this process shared the processors in a period; on Linux only. */
@Name("jwt.Scheduling")
@Label("Scheduling")
@Category("JWT Validation")
@Description("How long the threads of the process ran and waited for processors (Linux)")
@StackTrace(false)
@Enabled(false)
@Period("1 s")
final class SchedulingEvent extends Event {

  @Label("Elapsed")
  @Description("The time that all figures cover")
  @Timespan
  long elapsed;

  @Label("Threads")
  @Description("The number of threads of the process")
  int threads;

  @Label("Running")
  @Description("The total time that threads ran")
  @Timespan
  long running;

  @Label("Waiting")
  @Description("The total time that runnable threads waited for a processor")
  @Timespan
  long waiting;

  @Label("Preemptions")
  @Description("How often a running thread was preempted")
  long preemptions;

  @Label("Yields")
  @Description("How often a thread gave up its processor to wait")
  long yields;

  @Label("Stolen")
  @Description("The time of this machine's processors that its host gave to other machines")
  @Timespan
  long stolen;

  @Label("Major Faults")
  @Description("How often a thread waited for a page of memory that had to be read")
  long majorFaults;
}
