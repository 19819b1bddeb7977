package org.jwtvalidation.internal.watch;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.Guard;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Recording;
import org.jwtvalidation.monitor.WatchedValidator;
import org.jwtvalidation.token.TokenType;

/** The monitors of a validator, each of which is guarded for itself. Thread-safe. */
public final class Monitors {

  private final TokenValidatorMonitor[] monitors;
  private final Guard[] guards;

  /** Monitors that are called in this order. */
  public Monitors(List<TokenValidatorMonitor> monitors) {
    this.monitors = monitors.toArray(TokenValidatorMonitor[]::new);
    this.guards =
        Stream.generate(() -> new Guard(TokenValidatorMonitor.class))
            .limit(monitors.size())
            .toArray(Guard[]::new);
  }

  /** Begins to watch a validation; {@link Watch#NONE} if no monitor records it. */
  public Watch begin(TokenType type) {
    @Nullable Recording[] recordings = null;
    for (int i = 0; i < monitors.length; i++) {
      Recording recording = guards[i].ask(monitors[i], monitor -> monitor.begin(type));
      if (recording != null) {
        recordings = recordings == null ? new @Nullable Recording[monitors.length] : recordings;
        recordings[i] = recording;
      }
    }
    return recordings == null ? Watch.NONE : new Watch(guards, recordings);
  }

  /** Tells of a refresh of an issuer's keys. */
  public void refreshedKeys(String issuer, KeyRefreshReport report) {
    for (int i = 0; i < monitors.length; i++) {
      guards[i].run(monitors[i], issuer, (monitor, name) -> monitor.refreshedKeys(name, report));
    }
  }

  /** Tells that the validator has been built. */
  public void built(WatchedValidator validator) {
    for (int i = 0; i < monitors.length; i++) {
      guards[i].run(monitors[i], validator, TokenValidatorMonitor::built);
    }
  }
}
