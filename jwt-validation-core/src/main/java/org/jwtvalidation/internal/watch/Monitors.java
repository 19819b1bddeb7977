// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.watch;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.Guard;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Outcome;
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
    this.guards = Guard.ofEach(TokenValidatorMonitor.class, monitors.size());
  }

  /** Begins to watch a validation; {@link Watch#NONE} if no monitor records it. */
  public Watch begin(TokenType type) {
    @Nullable Recording[] recordings =
        Guard.askAll(
            guards,
            monitors,
            monitor -> monitor.begin(type),
            Recording[]::new,
            // It does not begin after all, since not every monitor could begin to watch it.
            begun -> new Watch(guards, begun).end(Outcome.ABANDONED));
    return recordings == null ? Watch.NONE : new Watch(guards, recordings);
  }

  /** Tells of a refresh of an issuer's keys. */
  public void refreshedKeys(String issuer, KeyRefreshReport report) {
    Guard.runAll(guards, monitors, issuer, (monitor, name) -> monitor.refreshedKeys(name, report));
  }

  /** Tells that the validator has been built. */
  public void built(WatchedValidator validator) {
    Guard.runAll(guards, monitors, validator, TokenValidatorMonitor::built);
  }
}
