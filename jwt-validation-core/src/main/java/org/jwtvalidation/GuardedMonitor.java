package org.jwtvalidation;

import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps the failures of a user's monitor out of the validation: the first one silences the monitor.
 */
final class GuardedMonitor implements TokenValidatorMonitor {

  private static final System.Logger LOGGER =
      System.getLogger(TokenValidatorMonitor.class.getName());

  private final TokenValidatorMonitor monitor;
  private final AtomicBoolean silenced = new AtomicBoolean();

  private GuardedMonitor(TokenValidatorMonitor monitor) {
    this.monitor = monitor;
  }

  static TokenValidatorMonitor around(TokenValidatorMonitor monitor) {
    return monitor == NoMonitor.INSTANCE ? monitor : new GuardedMonitor(monitor);
  }

  @Override
  public Recording begin(TokenType type) {
    if (!silenced.get()) {
      try {
        return new GuardedRecording(Objects.requireNonNull(monitor.begin(type), "begin"));
      } catch (RuntimeException e) {
        silence(e);
      }
    }
    return NoMonitor.INSTANCE;
  }

  private void silence(RuntimeException failure) {
    if (silenced.compareAndSet(false, true)) {
      LOGGER.log(Level.ERROR, "the monitor failed and is silenced", failure);
    }
  }

  private final class GuardedRecording implements Recording {

    private final Recording recording;

    GuardedRecording(Recording recording) {
      this.recording = recording;
    }

    @Override
    public void completed(ValidationStep step) {
      if (silenced.get()) {
        return;
      }
      try {
        recording.completed(step);
      } catch (RuntimeException e) {
        silence(e);
      }
    }

    @Override
    public void accepted() {
      if (silenced.get()) {
        return;
      }
      try {
        recording.accepted();
      } catch (RuntimeException e) {
        silence(e);
      }
    }

    @Override
    public void rejected(Rejection rejection) {
      if (silenced.get()) {
        return;
      }
      try {
        recording.rejected(rejection);
      } catch (RuntimeException e) {
        silence(e);
      }
    }

    @Override
    public void undecided() {
      if (silenced.get()) {
        return;
      }
      try {
        recording.undecided();
      } catch (RuntimeException e) {
        silence(e);
      }
    }
  }
}
