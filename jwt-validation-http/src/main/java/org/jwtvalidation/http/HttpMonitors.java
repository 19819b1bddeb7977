// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.List;
import java.util.concurrent.CompletionStage;
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
    this.guards = Guard.ofEach(HttpMonitor.class, monitors.size());
  }

  /**
   * Begins to watch a request; {@link RequestWatch#NONE} if no monitor records it.
   *
   * @param sufficient whether a valid token suffices, if a framework decides that
   */
  RequestWatch begin(@Nullable CompletionStage<Boolean> sufficient) {
    @Nullable Recording[] recordings =
        Guard.askAll(
            guards,
            monitors,
            HttpMonitor::begin,
            Recording[]::new,
            begun -> new RequestWatch(guards, begun, null).abandoned());
    return recordings == null
        ? RequestWatch.NONE
        : new RequestWatch(guards, recordings, sufficient);
  }
}
