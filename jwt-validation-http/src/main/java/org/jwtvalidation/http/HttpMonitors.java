package org.jwtvalidation.http;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.HttpMonitor.Recording;
import org.jwtvalidation.internal.concurrent.Guard;

/** The monitors of an authenticator, each of which is guarded for itself. Thread-safe. */
final class HttpMonitors {

  private final HttpMonitor[] monitors;
  private final Guard[] guards;

  /** Monitors that are called in this order. */
  HttpMonitors(List<HttpMonitor> monitors) {
    this.monitors = monitors.toArray(HttpMonitor[]::new);
    this.guards =
        Stream.generate(() -> new Guard(HttpMonitor.class))
            .limit(monitors.size())
            .toArray(Guard[]::new);
  }

  /**
   * Begins to watch a request; {@link RequestWatch#NONE} if no monitor records it.
   *
   * @param sufficient whether a valid token suffices, if a framework decides that
   */
  RequestWatch begin(@Nullable CompletionStage<Boolean> sufficient) {
    @Nullable Recording[] recordings = null;
    for (int i = 0; i < monitors.length; i++) {
      Recording recording = guards[i].ask(monitors[i], HttpMonitor::begin);
      if (recording != null) {
        recordings = recordings == null ? new @Nullable Recording[monitors.length] : recordings;
        recordings[i] = recording;
      }
    }
    return recordings == null
        ? RequestWatch.NONE
        : new RequestWatch(guards, recordings, sufficient);
  }
}
