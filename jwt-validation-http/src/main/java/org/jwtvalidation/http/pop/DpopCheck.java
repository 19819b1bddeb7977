// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.UndecidedException;

/** The rules of RFC 9449 section 4.3 for a proof, and its single use (section 11.1). */
record DpopCheck(
    PublicUri publicBase,
    DpopProofVerifier verifier,
    Duration window,
    ReplayStore store,
    Duration storeTimeout,
    @Nullable DpopNonces nonces,
    InstantSource clock,
    Continuation continuation,
    FailureLog failures) {

  private static final String FIELD = "DPoP";
  private static final String SIGNATURE = "signature";

  /** How far the clocks of nodes that share a store, and those of clients, may be apart. */
  static final Duration CLOCK_DIFFERENCE = Duration.ofSeconds(10);

  static boolean hasProof(BearerRequest request) {
    return !request.headerValues(FIELD).isEmpty();
  }

  /**
   * Checks the proof of a request, as far as that goes without waiting.
   *
   * @param token the text of the access token
   * @param validated the token
   * @param keyThumbprint the key to which the token is bound
   */
  ProofCheck check(
      String token, AccessToken validated, String keyThumbprint, BearerRequest request) {
    List<String> fields = request.headerValues(FIELD);
    if (fields.size() != 1) {
      ProofResult result = fields.isEmpty() ? ProofResult.MISSING : ProofResult.INVALID;
      return ProofCheck.answered(ProofAnswer.refused(result, FIELD));
    }
    ClaimsSet proof;
    try {
      proof = verifier.verify(fields.get(0), keyThumbprint);
    } catch (RuleViolation e) {
      boolean isOther = e.reason() == Reason.KEY_UNKNOWN;
      ProofResult result = isOther ? ProofResult.OTHER_KEY : ProofResult.INVALID;
      String fault = e.claim() == null ? e.reason().name() : e.claim();
      return ProofCheck.answered(ProofAnswer.refused(result, fault));
    } catch (UndecidedException e) {
      return ProofCheck.answered(
          new ProofAnswer(ProofResult.UNDECIDED, SIGNATURE, null, e.retryAfter()));
    }
    Instant now = clock.instant();
    String wrong = wrongClaim(proof, token, request, now);
    if (wrong != null) {
      return ProofCheck.answered(ProofAnswer.refused(ProofResult.INVALID, wrong));
    }
    String nonce = proof.string("nonce");
    // A nonce that is about to end is replaced with the answer, so that no request fails for it.
    String next = nonces == null || nonces.isLatest(nonce, now) ? null : nonces.current(now);
    if (nonces != null && !nonces.accepts(nonce, now)) {
      return ProofCheck.answered(new ProofAnswer(ProofResult.NONCE_NEEDED, "nonce", next, null));
    }
    return used(proof, keyThumbprint, client(validated, keyThumbprint), next);
  }

  private @Nullable String wrongClaim(
      ClaimsSet proof, String token, BearerRequest request, Instant now) {
    if (!required(proof, "htm").equals(request.method())) {
      return "htm";
    }
    if (!publicBase.isNamedBy(required(proof, "htu"), request.path())) {
      return "htu";
    }
    // The instant that ends the window is not in it, so that the store may forget the proof then.
    Duration age = Duration.between(issuedAt(proof), now);
    if (age.abs().compareTo(window) >= 0) {
      return "iat";
    }
    // RFC 9449 asks for neither, but they mean what they say (RFC 7519 sections 4.1.4 and 4.1.5).
    Instant end = proof.instant("exp");
    if (end != null && !now.isBefore(end.plus(CLOCK_DIFFERENCE))) {
      return "exp";
    }
    Instant begin = proof.instant("nbf");
    if (begin != null && now.isBefore(begin.minus(CLOCK_DIFFERENCE))) {
      return "nbf";
    }
    return Sha256.base64url(token.getBytes(US_ASCII)).equals(proof.string("ath")) ? null : "ath";
  }

  /** A claim that every proof has. */
  private static String required(ClaimsSet proof, String claim) {
    return Objects.requireNonNull(proof.string(claim));
  }

  private static Instant issuedAt(ClaimsSet proof) {
    return Objects.requireNonNull(proof.instant("iat"));
  }

  /** Not the key, of which a client makes as many as it likes. */
  private static String client(AccessToken token, String keyThumbprint) {
    String subject = token.subject() == null ? token.clientId() : token.subject();
    String name = subject == null ? keyThumbprint : subject;
    // With a length ahead, so that no other pair is the same octets.
    String issuer = token.issuer();
    return Sha256.base64url((issuer.length() + ":" + issuer + name).getBytes(UTF_8));
  }

  /** Records the use of a proof that has passed everything else. */
  private ProofCheck used(
      ClaimsSet proof, String keyThumbprint, String client, @Nullable String nextNonce) {
    ReplayKey key = ReplayKey.of(keyThumbprint, required(proof, "jti"), client);
    Instant until = issuedAt(proof).plus(window).plus(CLOCK_DIFFERENCE);
    if (!continuation.hasPlaceFor(client)) {
      return ProofCheck.answered(ProofAnswer.refused(ProofResult.UNDECIDED, ProofCheck.STORE));
    }
    CompletableFuture<ReplayStore.Answer> answer;
    try {
      CompletableFuture<ReplayStore.Answer> own = store.remember(key, until).toCompletableFuture();
      answer = own.isDone() ? own : own.copy();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      answer = CompletableFuture.failedFuture(e);
    }
    return new ProofCheck.Asked(answer, nextNonce, client, storeTimeout, continuation, failures);
  }
}
