package org.jwtvalidation.http;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.HttpMonitor.Recording;
import org.jwtvalidation.http.pop.ProofResult;

/** The recording of a request whose framework finds later whether a valid token suffices. */
final class DeferredRecording implements Recording {

  private final Recording recording;
  private final CompletionStage<Boolean> sufficient;

  DeferredRecording(Recording recording, CompletionStage<Boolean> sufficient) {
    this.recording = recording;
    this.sufficient = sufficient;
  }

  @Override
  public void completed(RequestPhase phase) {
    // The check that is over here asks for nothing: that of the framework is still to come.
    if (phase != RequestPhase.AUTHORIZATION_CHECK) {
      recording.completed(phase);
    }
  }

  @Override
  public void proofChecked(ProofResult result) {
    recording.proofChecked(result);
  }

  @Override
  public void ended(RequestOutcome outcome) {
    if (outcome == RequestOutcome.SUCCESS) {
      var unused = sufficient.whenComplete(this::decided);
    } else {
      recording.ended(outcome);
    }
  }

  private void decided(@Nullable Boolean isSufficient, @Nullable Throwable failure) {
    if (isSufficient == null) {
      recording.abandoned();
    } else if (isSufficient) {
      recording.ended(RequestOutcome.SUCCESS);
    } else {
      recording.completed(RequestPhase.AUTHORIZATION_CHECK);
      recording.ended(RequestOutcome.INSUFFICIENT_PERMISSIONS);
    }
  }

  @Override
  public void abandoned() {
    recording.abandoned();
  }
}
