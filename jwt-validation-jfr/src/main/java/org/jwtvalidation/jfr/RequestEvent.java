// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.HttpMonitor.Recording;
import org.jwtvalidation.http.HttpMonitor.Report;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.http.RequestPhase;
import org.jwtvalidation.http.pop.ProofResult;

/**
 * The authentication of one request. The event is also the {@link Recording}, which saves an
 * object; transient fields are not recorded.
 */
@Name("jwt.Request")
@Label("Request")
@Category("JWT Validation")
@Description("The authentication of an HTTP request, with the time of each phase")
@StackTrace(false)
@Threshold("100 us")
final class RequestEvent extends Event implements Recording {

  private static final String ABANDONED = "ABANDONED";

  @Label("Outcome")
  @Description("The outcome of the request, or ABANDONED after an error")
  @Nullable String outcome;

  @Label("Header Extraction")
  @Description("Reading the header fields Authorization")
  @Timespan
  long headerExtraction;

  @Label("Token Extraction")
  @Description("Finding the token in the field")
  @Timespan
  long tokenExtraction;

  @Label("Token Validation")
  @Description("Validating the token, including a wait for keys")
  @Timespan
  long tokenValidation;

  @Label("Proof of Possession")
  @Description("The result of the proof of possession, or nothing if none was checked")
  @Nullable String proof;

  @Label("Proof Check")
  @Description("Checking the proof of possession, including a wait for the replay store")
  @Timespan
  long proofCheck;

  @Label("Authorization Check")
  @Description("Comparing the token with what the request needs")
  @Timespan
  long authorizationCheck;

  private transient long lastBoundary;

  RequestEvent() {
    begin();
    lastBoundary = System.nanoTime();
  }

  @Override
  public void completed(RequestPhase phase) {
    long now = System.nanoTime();
    took(phase, now - lastBoundary);
    lastBoundary = now;
    // The request ends with its last phase, although its outcome may be known later.
    end();
  }

  private void took(RequestPhase phase, long nanos) {
    switch (phase) {
      case HEADER_EXTRACTION -> headerExtraction = nanos;
      case TOKEN_EXTRACTION -> tokenExtraction = nanos;
      case TOKEN_VALIDATION -> tokenValidation = nanos;
      case PROOF_CHECK -> proofCheck = nanos;
      case AUTHORIZATION_CHECK -> authorizationCheck = nanos;
      case REQUEST_PROCESSING -> throw new IllegalArgumentException("not a phase: " + phase);
    }
  }

  @Override
  public void ended(Report report) {
    RequestOutcome known = report.outcome();
    if (known == null) {
      end();
    }
    if (shouldCommit()) {
      ProofResult checked = report.proof();
      proof = checked == null ? null : checked.name();
      outcome = known == null ? ABANDONED : known.name();
      commit();
    }
  }
}
