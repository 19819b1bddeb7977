// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.HttpMonitor.Recording;
import org.jwtvalidation.http.HttpMonitor.Report;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.internal.concurrent.Guard;

/**
 * Watches one request: tells the monitors the end of each phase, and gathers what is reported of
 * the whole. Used by one thread at a time.
 */
final class RequestWatch implements Report {

  /** Tells nobody, and is shared by all requests that nobody watches. */
  static final RequestWatch NONE = new RequestWatch(new Guard[0], new Recording[0], null);

  private final Guard[] guards;
  private final @Nullable Recording[] recordings;
  private final @Nullable CompletionStage<Boolean> sufficient;
  private @Nullable ProofResult proof;
  private @Nullable RequestOutcome outcome;
  private boolean isOver;

  /**
   * Tells the recordings that are not null, each of which has the guard at its index.
   *
   * @param sufficient whether a valid token suffices, if a framework decides that
   */
  RequestWatch(
      Guard[] guards,
      @Nullable Recording[] recordings,
      @Nullable CompletionStage<Boolean> sufficient) {
    this.guards = guards;
    this.recordings = recordings;
    this.sufficient = sufficient;
  }

  /** A phase has ended, and the next begins. */
  void completed(RequestPhase phase) {
    // With a framework, the check that is over here asks for nothing: its own is still to come.
    if (sufficient == null || phase != RequestPhase.AUTHORIZATION_CHECK) {
      tell(phase);
    }
  }

  private void tell(RequestPhase phase) {
    Guard.runAll(guards, recordings, phase, Recording::completed);
  }

  /** The proof of possession of a valid token has been checked. */
  void proved(ProofResult result) {
    if (this != NONE) {
      proof = result;
    }
  }

  /** The request has ended with the last completed phase, unless a framework has to decide. */
  void ended(RequestOutcome known) {
    if (sufficient == null || known != RequestOutcome.SUCCESS) {
      end(known);
    } else {
      var unused = sufficient.whenComplete(this::decided);
    }
  }

  private void decided(@Nullable Boolean isSufficient, @Nullable Throwable failure) {
    if (isSufficient == null) {
      abandoned();
    } else if (isSufficient) {
      end(RequestOutcome.SUCCESS);
    } else {
      try {
        tell(RequestPhase.AUTHORIZATION_CHECK);
      } finally {
        end(RequestOutcome.INSUFFICIENT_PERMISSIONS);
      }
    }
  }

  /** The request has ended without an answer. */
  void abandoned() {
    end(null);
  }

  private void end(@Nullable RequestOutcome known) {
    // Once: what failed may be the end of a request, by an error that passes through a guard.
    if (this != NONE && !isOver) {
      isOver = true;
      outcome = known;
      Guard.runAll(guards, recordings, this, Recording::ended);
    }
  }

  @Override
  public @Nullable RequestOutcome outcome() {
    return outcome;
  }

  @Override
  public @Nullable ProofResult proof() {
    return proof;
  }
}
