package org.jwtvalidation.http;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jwtvalidation.http.pop.ProofResult;

/** Passes every call to several monitors, each of which is guarded for itself. */
final class AllHttpMonitors implements HttpMonitor {

  private final List<HttpMonitor> monitors;

  private AllHttpMonitors(List<HttpMonitor> monitors) {
    this.monitors = monitors;
  }

  static HttpMonitor of(HttpMonitor... monitors) {
    List<HttpMonitor> watching =
        Arrays.stream(monitors)
            .map(monitor -> GuardedHttpMonitor.around(Objects.requireNonNull(monitor, "monitor")))
            .filter(monitor -> monitor != NoHttpMonitor.INSTANCE)
            .toList();
    return switch (watching.size()) {
      case 0 -> NoHttpMonitor.INSTANCE;
      case 1 -> watching.get(0);
      default -> new AllHttpMonitors(watching);
    };
  }

  @Override
  public Recording begin() {
    Recording[] recordings = new Recording[monitors.size()];
    for (int i = 0; i < recordings.length; i++) {
      recordings[i] = monitors.get(i).begin();
    }
    return new AllRecordings(recordings);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared, never exposed
  private record AllRecordings(Recording... recordings) implements Recording {

    @Override
    public void completed(RequestPhase phase) {
      for (Recording recording : recordings) {
        recording.completed(phase);
      }
    }

    @Override
    public void proofChecked(ProofResult result) {
      for (Recording recording : recordings) {
        recording.proofChecked(result);
      }
    }

    @Override
    public void ended(RequestOutcome outcome) {
      for (Recording recording : recordings) {
        recording.ended(outcome);
      }
    }

    @Override
    public void abandoned() {
      for (Recording recording : recordings) {
        recording.abandoned();
      }
    }
  }
}
