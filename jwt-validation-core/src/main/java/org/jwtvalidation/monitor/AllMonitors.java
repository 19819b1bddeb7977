package org.jwtvalidation.monitor;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/** Passes every call to several monitors, each of which is guarded for itself. */
final class AllMonitors implements TokenValidatorMonitor {

  private final List<TokenValidatorMonitor> monitors;

  private AllMonitors(List<TokenValidatorMonitor> monitors) {
    this.monitors = monitors;
  }

  static TokenValidatorMonitor of(TokenValidatorMonitor... monitors) {
    List<TokenValidatorMonitor> watching =
        Arrays.stream(monitors)
            .map(monitor -> GuardedMonitor.around(Objects.requireNonNull(monitor, "monitor")))
            .filter(monitor -> monitor != NoMonitor.INSTANCE)
            .toList();
    return switch (watching.size()) {
      case 0 -> NoMonitor.INSTANCE;
      case 1 -> watching.get(0);
      default -> new AllMonitors(watching);
    };
  }

  @Override
  public Recording begin(TokenType type) {
    Recording[] recordings = new Recording[monitors.size()];
    for (int i = 0; i < recordings.length; i++) {
      recordings[i] = monitors.get(i).begin(type);
    }
    return new AllRecordings(recordings);
  }

  @Override
  public void refreshedKeys(String issuer, KeyRefreshReport report) {
    monitors.forEach(monitor -> monitor.refreshedKeys(issuer, report));
  }

  @Override
  public void built(WatchedValidator validator) {
    monitors.forEach(monitor -> monitor.built(validator));
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared, never exposed
  private record AllRecordings(Recording... recordings) implements Recording {

    private void each(Consumer<Recording> call) {
      for (Recording recording : recordings) {
        call.accept(recording);
      }
    }

    @Override
    public void tokenLength(int characters) {
      each(recording -> recording.tokenLength(characters));
    }

    @Override
    public void cacheHit() {
      each(Recording::cacheHit);
    }

    @Override
    public void issuerFound(String name) {
      each(recording -> recording.issuerFound(name));
    }

    @Override
    public void keyFound(VerificationKey key) {
      each(recording -> recording.keyFound(key));
    }

    @Override
    public void completed(ValidationStep step) {
      // The same as each(), but called for every step, hence without creating a lambda.
      for (Recording recording : recordings) {
        recording.completed(step);
      }
    }

    @Override
    public void accepted() {
      each(Recording::accepted);
    }

    @Override
    public void rejected(Rejection rejection) {
      each(recording -> recording.rejected(rejection));
    }

    @Override
    public void undecided() {
      each(Recording::undecided);
    }

    @Override
    public void abandoned() {
      each(Recording::abandoned);
    }
  }
}
