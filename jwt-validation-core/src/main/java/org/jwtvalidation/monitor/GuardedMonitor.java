package org.jwtvalidation.monitor;

import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * Keeps failures of a user's monitor out of the validation: the first one silences the monitor.
 * Only errors of the JVM itself, such as exhausted memory, pass through.
 */
final class GuardedMonitor implements TokenValidatorMonitor {

  private static final GuardedLogger LOGGER =
      new GuardedLogger(TokenValidatorMonitor.class.getName());

  private final TokenValidatorMonitor monitor;
  private final AtomicBoolean silenced = new AtomicBoolean();

  private GuardedMonitor(TokenValidatorMonitor monitor) {
    this.monitor = monitor;
  }

  static TokenValidatorMonitor around(TokenValidatorMonitor monitor) {
    boolean isGuarded =
        monitor == NoMonitor.INSTANCE
            || monitor instanceof GuardedMonitor
            || monitor instanceof AllMonitors;
    return isGuarded ? monitor : new GuardedMonitor(monitor);
  }

  @Override
  public Recording begin(TokenType type) {
    if (!silenced.get()) {
      try {
        Recording recording = Objects.requireNonNull(monitor.begin(type), "begin");
        return recording == NoMonitor.INSTANCE ? recording : new GuardedRecording(recording);
      } catch (Throwable e) {
        silence(e);
      }
    }
    return NoMonitor.INSTANCE;
  }

  @Override
  public void refreshedKeys(String issuer, KeyRefreshReport report) {
    guarded(monitor, observer -> observer.refreshedKeys(issuer, report));
  }

  @Override
  public void built(WatchedValidator validator) {
    guarded(monitor, observer -> observer.built(validator));
  }

  private <T> void guarded(T observer, Consumer<T> call) {
    if (silenced.get()) {
      return;
    }
    try {
      call.accept(observer);
    } catch (Throwable e) {
      silence(e);
    }
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
    public void tokenLength(int characters) {
      guarded(recording, observer -> observer.tokenLength(characters));
    }

    @Override
    public void cacheHit() {
      guarded(recording, Recording::cacheHit);
    }

    @Override
    public void issuerFound(String name) {
      guarded(recording, observer -> observer.issuerFound(name));
    }

    @Override
    public void keyFound(VerificationKey key) {
      guarded(recording, observer -> observer.keyFound(key));
    }

    @Override
    public void completed(ValidationStep step) {
      if (silenced.get()) {
        return;
      }
      // The same as guarded(), but called for every step, hence without creating a lambda.
      try {
        recording.completed(step);
      } catch (Throwable e) {
        silence(e);
      }
    }

    @Override
    public void accepted() {
      guarded(recording, Recording::accepted);
    }

    @Override
    public void rejected(Rejection rejection) {
      guarded(recording, observer -> observer.rejected(rejection));
    }

    @Override
    public void undecided() {
      guarded(recording, Recording::undecided);
    }

    @Override
    public void abandoned() {
      guarded(recording, Recording::abandoned);
    }
  }
}
