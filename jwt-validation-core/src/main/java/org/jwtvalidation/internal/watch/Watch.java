// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.watch;

import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.Guard;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Outcome;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Recording;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Report;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationStep;

/**
 * Watches one validation: tells the monitors the end of each step, and gathers what is reported of
 * the whole. Used by one thread at a time.
 */
public final class Watch implements Report {

  /** Tells nobody, and is shared by all validations that nobody watches. */
  public static final Watch NONE = new Watch(new Guard[0], new Recording[0]);

  private final Guard[] guards;
  private final @Nullable Recording[] recordings;
  private int tokenLength;
  private boolean cacheHit;
  private @Nullable String issuer;
  private @Nullable VerificationKey key;
  private @Nullable ValidationStep step;
  private @Nullable Rejection rejection;
  private @Nullable Outcome outcome;

  /** Tells the recordings that are not null, each of which has the guard at its index. */
  Watch(Guard[] guards, @Nullable Recording[] recordings) {
    this.guards = guards;
    this.recordings = recordings;
  }

  /** The validation has begun. */
  public void begun(@Nullable String token) {
    if (this != NONE) {
      tokenLength = token == null ? 0 : token.length();
    }
  }

  /** The token was found in the cache. */
  public void foundInCache() {
    if (this != NONE) {
      cacheHit = true;
    }
  }

  /** The token names this issuer, or was found in the cache. */
  public void found(String trustedIssuer) {
    if (this != NONE) {
      issuer = trustedIssuer;
    }
  }

  /** This key has to verify the token, or has verified the one in the cache. */
  public void found(VerificationKey fitting) {
    if (this != NONE) {
      key = fitting;
    }
  }

  /** A step has ended, and the next begins. */
  public void completed(ValidationStep last) {
    if (this != NONE) {
      step = last;
      Guard.runAll(guards, recordings, last, Recording::completed);
    }
  }

  /** The validation has ended with the last completed step. */
  public void accepted() {
    end(Outcome.ACCEPTED);
  }

  /** The validation ends now. */
  public void failed(Throwable failure) {
    // What failed may be the end of the validation, by an error that passes through a guard.
    if (this == NONE || outcome != null) {
      return;
    }
    if (failure instanceof TokenRejectedException rejected) {
      rejection = rejected.rejection();
      step = rejected.rejection().step();
      end(Outcome.REJECTED);
    } else {
      step = current();
      end(failure instanceof UndecidedException ? Outcome.UNDECIDED : Outcome.ABANDONED);
    }
  }

  /** The step after the last completed one. */
  private ValidationStep current() {
    return step == null
        ? ValidationStep.TOKEN_FORMAT_CHECK
        : EnumSet.range(step, ValidationStep.COMPLETE_VALIDATION).stream()
            .skip(1)
            .findFirst()
            .orElseThrow();
  }

  void end(Outcome how) {
    if (this != NONE) {
      outcome = how;
      Guard.runAll(guards, recordings, this, Recording::ended);
    }
  }

  @Override
  public Outcome outcome() {
    return outcome == null ? Outcome.ABANDONED : outcome;
  }

  @Override
  public ValidationStep step() {
    return step == null ? ValidationStep.TOKEN_FORMAT_CHECK : step;
  }

  @Override
  public @Nullable Rejection rejection() {
    return rejection;
  }

  @Override
  public int tokenLength() {
    return tokenLength;
  }

  @Override
  public boolean isCacheHit() {
    return cacheHit;
  }

  @Override
  public @Nullable String issuer() {
    return issuer;
  }

  @Override
  public @Nullable VerificationKey key() {
    return key;
  }
}
