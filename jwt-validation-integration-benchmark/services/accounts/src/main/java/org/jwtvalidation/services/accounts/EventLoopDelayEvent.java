// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.accounts;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** How long a task has waited for its turn on an event loop. */
@Name("service.EventLoopDelay")
@Label("Event Loop Delay")
@Category("Service")
@Description("How long a task that was due has waited for its turn on an event loop")
@StackTrace(false)
@Enabled(false)
final class EventLoopDelayEvent extends Event {

  @Label("Delay")
  @Timespan
  long delay;
}
