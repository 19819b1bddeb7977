// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.HttpMonitor;

/**
 * A monitor that records HTTP requests as events of the JDK Flight Recorder: {@code .monitor(new
 * JfrHttpMonitor())}. Each event {@code jwt.Request} is the authentication of a request that took
 * at least the threshold of the recording, by default 100 µs, with the time of each phase and the
 * outcome. It contains nothing of the request.
 *
 * <p>The steps of the validation within it are in the event of a {@link JfrMonitor}, which ends
 * within the time of the request, and on the same thread unless a framework decides later whether
 * the token suffices. While nothing is recorded, the monitor costs a request one read of a flag.
 * Needs the module {@code jwt-validation-http}. Thread-safe; one monitor may observe several
 * authenticators.
 */
@SuppressWarnings("exports") // types of an optional module, which is not required transitively
public final class JfrHttpMonitor implements HttpMonitor {

  private static final @Nullable EventType REQUEST =
      FlightRecorder.isAvailable() ? EventType.getEventType(RequestEvent.class) : null;

  /** Creates a monitor. */
  public JfrHttpMonitor() {}

  @Override
  public @Nullable Recording begin() {
    return REQUEST != null && REQUEST.isEnabled() ? new RequestEvent() : null;
  }
}
