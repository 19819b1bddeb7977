package org.jwtvalidation.http;

import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.internal.concurrent.GuardedLogger;

/**
 * Keeps failures of a user's monitor out of requests: the first one silences the monitor. Only
 * errors of the JVM itself, such as exhausted memory, pass through.
 */
final class GuardedHttpMonitor implements HttpMonitor {

  private static final GuardedLogger LOGGER = new GuardedLogger(HttpMonitor.class.getName());

  private final HttpMonitor monitor;
  private final AtomicBoolean silenced = new AtomicBoolean();

  private GuardedHttpMonitor(HttpMonitor monitor) {
    this.monitor = monitor;
  }

  static HttpMonitor around(HttpMonitor monitor) {
    boolean isGuarded =
        monitor == NoHttpMonitor.INSTANCE
            || monitor instanceof GuardedHttpMonitor
            || monitor instanceof AllHttpMonitors;
    return isGuarded ? monitor : new GuardedHttpMonitor(monitor);
  }

  @Override
  public Recording begin() {
    if (!silenced.get()) {
      try {
        Recording recording = Objects.requireNonNull(monitor.begin(), "begin");
        return recording == NoHttpMonitor.INSTANCE ? recording : new GuardedRecording(recording);
      } catch (Throwable e) {
        silence(e);
      }
    }
    return NoHttpMonitor.INSTANCE;
  }

  private void silence(Throwable failure) {
    // A stack overflow is the monitor's own fault; the other errors of the JVM concern everybody.
    if (failure instanceof VirtualMachineError fatal && !(failure instanceof StackOverflowError)) {
      throw fatal;
    }
    if (silenced.compareAndSet(false, true)) {
      LOGGER.log(Level.ERROR, () -> "the monitor failed and is not called again", failure);
    }
  }

  private final class GuardedRecording implements Recording {

    private final Recording recording;

    GuardedRecording(Recording recording) {
      this.recording = recording;
    }

    @Override
    public void completed(RequestPhase phase) {
      if (silenced.get()) {
        return;
      }
      // The same as guarded(), but called for every phase, hence without creating a lambda.
      try {
        recording.completed(phase);
      } catch (Throwable e) {
        silence(e);
      }
    }

    @Override
    public void proofChecked(ProofResult result) {
      guarded(observer -> observer.proofChecked(result));
    }

    @Override
    public void ended(RequestOutcome outcome) {
      guarded(observer -> observer.ended(outcome));
    }

    @Override
    public void abandoned() {
      guarded(Recording::abandoned);
    }

    private void guarded(Consumer<Recording> call) {
      if (silenced.get()) {
        return;
      }
      try {
        call.accept(recording);
      } catch (Throwable e) {
        silence(e);
      }
    }
  }
}
