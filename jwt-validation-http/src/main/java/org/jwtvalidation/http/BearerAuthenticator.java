package org.jwtvalidation.http;

import static org.jwtvalidation.http.RequestPhase.AUTHORIZATION_CHECK;
import static org.jwtvalidation.http.RequestPhase.HEADER_EXTRACTION;
import static org.jwtvalidation.http.RequestPhase.PROOF_CHECK;
import static org.jwtvalidation.http.RequestPhase.TOKEN_EXTRACTION;
import static org.jwtvalidation.http.RequestPhase.TOKEN_VALIDATION;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Refused;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.HttpMonitor.Recording;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ProofRequest;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.CheckReturnValue;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;

/**
 * Decides about HTTP requests with bearer tokens (RFC 6750): takes the token out of the header
 * field {@code Authorization}, validates it, checks that its sender possesses its key if it has one
 * (RFC 9449, RFC 8705), checks what it allows, and says what to answer. Create one for all
 * requests. Thread-safe; the validator is the caller's, who closes it.
 */
public final class BearerAuthenticator {

  private static final GuardedLogger LOGGER =
      new GuardedLogger(BearerAuthenticator.class.getName());
  private static final String AUTHORIZATION = "Authorization";
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private final TokenValidator validator;
  private final HttpMonitor monitor;
  private final Challenges challenges;
  private final @Nullable ProofOfPossession possession;
  private final boolean acceptsDpop;

  private BearerAuthenticator(Builder builder) {
    this.validator = builder.validator;
    this.monitor = GuardedHttpMonitor.around(builder.monitor);
    this.possession = builder.possession;
    this.acceptsDpop = possession != null && possession.methods().contains(ConfirmationMethod.JKT);
    this.challenges = new Challenges(builder.realm, builder.resource, possession);
  }

  /**
   * Returns a builder.
   *
   * @param validator validates the tokens
   * @return a builder of an authenticator
   */
  public static Builder builder(TokenValidator validator) {
    return new Builder(Objects.requireNonNull(validator, "validator"));
  }

  /**
   * Decides about a request that needs a valid token and nothing else.
   *
   * @param request the request
   * @return the token, or what to answer
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public BearerAnswer authenticate(BearerRequest request) {
    return authenticate(request, AccessRule.anyToken());
  }

  /**
   * Decides about a request. May wait for the issuer's keys, as {@link TokenValidator#validate}
   * does, and for a replay store.
   *
   * @param request the request
   * @param rule what the token must have
   * @return the token, or what to answer
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public BearerAnswer authenticate(BearerRequest request, AccessRule rule) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(rule, "rule");
    Recording recording = monitor.begin();
    try {
      BearerCredentials credentials = credentials(request, recording);
      String token = credentials.token();
      if (token == null) {
        return withoutToken(credentials, recording);
      }
      Exchange exchange = new Exchange(credentials.scheme(), token, rule, recording);
      return possession == null
          ? answer(exchange, validator.tryValidate(token))
          : proved(
              exchange, validator.tryValidate(token, possession.methods()), possession, request);
    } catch (Throwable e) {
      recording.abandoned();
      throw e;
    }
  }

  /**
   * Decides without ever waiting about a request that needs a valid token and nothing else.
   *
   * @param request the request
   * @return a future as of {@link #authenticateAsync(BearerRequest, AccessRule)}
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public CompletableFuture<BearerAnswer> authenticateAsync(BearerRequest request) {
    return authenticateAsync(request, AccessRule.anyToken());
  }

  /**
   * Decides about a request without ever waiting, as {@link TokenValidator#tryValidateAsync} does:
   * the answer is there when this method returns, unless the issuer's keys have to be fetched or a
   * replay store is asked over the network. The rule, the monitor and what depends on an answer
   * that comes later run on a thread of the library, of which some are used at a time.
   *
   * @param request the request, which is read before this method returns
   * @param rule what the token must have
   * @return a future of the token, or of what to answer
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public CompletableFuture<BearerAnswer> authenticateAsync(BearerRequest request, AccessRule rule) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(rule, "rule");
    return authenticateAsync(request, rule, monitor.begin());
  }

  /**
   * Decides, for a framework that has rules of its own, whether a request has a valid token. As
   * {@link #authenticateAsync(BearerRequest)}, but monitors learn what became of a request with a
   * valid token when the framework knows it. {@link RequestPhase#AUTHORIZATION_CHECK} ends with the
   * refusal of a token, and is not reported of one that suffices.
   *
   * @param request the request, which is read before this method returns
   * @param sufficient completed by the caller with whether the valid token suffices, or with an
   *     exception if that is never known; not read for other requests
   * @return a future of the token, or of what to answer
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public CompletableFuture<BearerAnswer> authenticateAsync(
      BearerRequest request, CompletionStage<Boolean> sufficient) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(sufficient, "sufficient");
    Recording recording = new DeferredRecording(monitor.begin(), sufficient);
    return authenticateAsync(request, AccessRule.anyToken(), recording);
  }

  private CompletableFuture<BearerAnswer> authenticateAsync(
      BearerRequest request, AccessRule rule, Recording recording) {
    try {
      BearerCredentials credentials = credentials(request, recording);
      String token = credentials.token();
      if (token == null) {
        return CompletableFuture.completedFuture(withoutToken(credentials, recording));
      }
      // Not the future of the validation: a caller may complete or cancel it.
      CompletableFuture<BearerAnswer> outcome = new CompletableFuture<>();
      Exchange exchange = new Exchange(credentials.scheme(), token, rule, recording);
      var unused =
          answerAsync(exchange, request)
              .whenComplete((answer, failure) -> {
                if (failure == null) {
                  outcome.complete(answer);
                } else {
                  try {
                    recording.abandoned();
                  } finally {
                    outcome.completeExceptionally(failure);
                  }
                }
              });
      return outcome;
    } catch (Throwable e) {
      recording.abandoned();
      throw e;
    }
  }

  private CompletableFuture<BearerAnswer> answerAsync(Exchange exchange, BearerRequest request) {
    if (possession == null) {
      return validator
          .tryValidateAsync(exchange.token)
          .thenApply(result -> answer(exchange, result));
    }
    CompletableFuture<ValidationResult<AccessToken>> result =
        validator.tryValidateAsync(exchange.token, possession.methods());
    ProofRequest readable = result.isDone() ? request : new CapturedRequest(request);
    return result.thenCompose(valid -> provedLater(exchange, valid, possession, readable));
  }

  /**
   * Returns what {@link #insufficientScope(String...)} does, with the error in the challenge of the
   * scheme that the request has used: it may be {@code DPoP}.
   *
   * @param request the request, which was authenticated
   * @param scopes the scope tokens that would suffice, or none if more scopes do not help
   * @return 403 with the challenge {@code insufficient_scope}
   * @throws IllegalArgumentException if a scope has a character that is not visible ASCII
   */
  public BearerAnswer.Challenged insufficientScope(BearerRequest request, String... scopes) {
    BearerCredentials credentials =
        BearerCredentials.of(request.headerValues(AUTHORIZATION), acceptsDpop);
    return challenges.insufficientScope(List.of(scopes), credentials.scheme());
  }

  /**
   * Returns what checks that the senders of bound tokens possess the token's key.
   *
   * @return the checks, or null if there are none
   */
  public @Nullable ProofOfPossession proofOfPossession() {
    return possession;
  }

  /**
   * Returns what to answer where a framework has authenticated the request and then found, by rules
   * of its own, that the token does not suffice. Monitors learn that from {@link
   * #authenticateAsync(BearerRequest, CompletionStage)} alone.
   *
   * @param scopes the scope tokens that would suffice, or none if more scopes do not help
   * @return 403 with the challenge {@code insufficient_scope}
   * @throws IllegalArgumentException if a scope has a character that is not visible ASCII
   */
  public BearerAnswer.Challenged insufficientScope(String... scopes) {
    return challenges.insufficientScope(List.of(scopes), Scheme.BEARER);
  }

  /**
   * Returns what to answer where a framework has validated the token, and {@link
   * ProofOfPossession#check} then refused the request. Monitors do not learn it.
   *
   * @param proof the answer of the check, which is not accepted
   * @param sentAsDpop whether the authentication scheme is {@code DPoP}, and not {@code Bearer}
   * @return 401 with challenges, or 503 if the proof is undecided
   * @throws IllegalArgumentException if the answer is accepted
   */
  public Refused refused(ProofAnswer proof, boolean sentAsDpop) {
    if (proof.isAccepted()) {
      throw new IllegalArgumentException(
          "proof: " + proof.result() + " is no refusal; ask for the answer to a refusal alone");
    }
    return refusal(proof, sentAsDpop ? Scheme.DPOP : Scheme.BEARER);
  }

  private BearerCredentials credentials(BearerRequest request, Recording recording) {
    List<String> fields = request.headerValues(AUTHORIZATION);
    recording.completed(HEADER_EXTRACTION);
    BearerCredentials credentials = BearerCredentials.of(fields, acceptsDpop);
    recording.completed(TOKEN_EXTRACTION);
    return credentials;
  }

  private BearerAnswer withoutToken(BearerCredentials credentials, Recording recording) {
    return credentials.isMalformed()
        ? refused(
            challenges.invalidRequest(credentials.scheme()),
            RequestOutcome.INVALID_REQUEST,
            recording)
        : refused(challenges.missingToken(), RequestOutcome.MISSING_TOKEN, recording);
  }

  private BearerAnswer answer(Exchange exchange, ValidationResult<AccessToken> result) {
    exchange.recording.completed(TOKEN_VALIDATION);
    return result instanceof ValidationResult.Accepted<AccessToken> accepted
        ? authorized(exchange, accepted.token(), null)
        : withoutValidToken(exchange, result);
  }

  /** The answer after the check of the proof, on the thread of the caller, which may wait. */
  private BearerAnswer proved(
      Exchange exchange,
      ValidationResult<AccessToken> result,
      ProofOfPossession checks,
      ProofRequest request) {
    exchange.recording.completed(TOKEN_VALIDATION);
    return result instanceof ValidationResult.Accepted<AccessToken> accepted
        ? answer(
            exchange, accepted.token(), proof(exchange, accepted.token(), checks, request).join())
        : withoutValidToken(exchange, result);
  }

  /** The answer after the check of the proof; complete unless the replay store has to answer. */
  private CompletableFuture<BearerAnswer> provedLater(
      Exchange exchange,
      ValidationResult<AccessToken> result,
      ProofOfPossession checks,
      ProofRequest request) {
    exchange.recording.completed(TOKEN_VALIDATION);
    if (!(result instanceof ValidationResult.Accepted<AccessToken> accepted)) {
      return CompletableFuture.completedFuture(withoutValidToken(exchange, result));
    }
    AccessToken token = accepted.token();
    return proof(exchange, token, checks, request)
        .thenApply(proof -> answer(exchange, token, proof));
  }

  private static CompletableFuture<ProofAnswer> proof(
      Exchange exchange, AccessToken token, ProofOfPossession checks, ProofRequest request) {
    return checks.check(token, exchange.token, exchange.scheme == Scheme.DPOP, request);
  }

  private BearerAnswer answer(Exchange exchange, AccessToken token, ProofAnswer proof) {
    Recording recording = exchange.recording;
    recording.proofChecked(proof.result());
    recording.completed(PROOF_CHECK);
    if (proof.isAccepted()) {
      return authorized(exchange, token, proof.nonce());
    }
    LOGGER.log(
        Level.DEBUG, () -> "proof of possession " + proof.result() + ": " + proof.fault(), null);
    Refused refusal = refusal(proof, exchange.scheme);
    RequestOutcome outcome =
        proof.result() == ProofResult.UNDECIDED
            ? RequestOutcome.UNAVAILABLE
            : RequestOutcome.INVALID_PROOF;
    return refused(refusal, outcome, recording);
  }

  private Refused refusal(ProofAnswer proof, Scheme scheme) {
    return switch (proof.result()) {
      case UNDECIDED -> new Unavailable(notTooSoon(proof.retryAfter()));
      case NONCE_NEEDED -> challenges.useNonce(proof.nonce());
      // The token is not for this use or not for this client (RFC 9449 sections 7.1 and 7.2).
      case UNBOUND, OTHER_KEY -> challenges.invalidToken(scheme);
      default ->
          scheme == Scheme.DPOP ? challenges.invalidProof() : challenges.invalidToken(scheme);
    };
  }

  private BearerAnswer withoutValidToken(Exchange exchange, ValidationResult<AccessToken> result) {
    if (result instanceof ValidationResult.Undecided<AccessToken> undecided) {
      return unavailable(undecided.cause(), exchange.recording);
    }
    // Each token that can be parsed has this syntax, so that no other rejection becomes a 400.
    return BearerCredentials.isToken68(exchange.token)
        ? refused(
            challenges.invalidToken(exchange.scheme),
            RequestOutcome.INVALID_TOKEN,
            exchange.recording)
        : refused(
            challenges.invalidRequest(exchange.scheme),
            RequestOutcome.INVALID_REQUEST,
            exchange.recording);
  }

  private BearerAnswer authorized(
      Exchange exchange, AccessToken token, @Nullable String dpopNonce) {
    AccessRule rule = exchange.rule;
    Recording recording = exchange.recording;
    // Made before the phase ends, so that its time is accounted for.
    Refused refusal =
        rule.admits(token)
            ? null
            : challenges.insufficientScope(rule.neededScopes(token), exchange.scheme);
    recording.completed(AUTHORIZATION_CHECK);
    if (refusal != null) {
      return refused(refusal, RequestOutcome.INSUFFICIENT_PERMISSIONS, recording);
    }
    recording.ended(RequestOutcome.SUCCESS);
    return new Authenticated(token, dpopNonce);
  }

  private static BearerAnswer unavailable(UndecidedException cause, Recording recording) {
    LOGGER.log(Level.DEBUG, cause::getMessage, null);
    return refused(
        new Unavailable(notTooSoon(cause.retryAfter())), RequestOutcome.UNAVAILABLE, recording);
  }

  private static Duration notTooSoon(@Nullable Duration retryAfter) {
    return retryAfter == null || retryAfter.compareTo(SHORTEST_WAIT) < 0
        ? SHORTEST_WAIT
        : retryAfter;
  }

  private static BearerAnswer refused(Refused answer, RequestOutcome outcome, Recording recording) {
    recording.ended(outcome);
    LOGGER.log(Level.DEBUG, () -> answer.status() + " " + outcome + " " + answer.headers(), null);
    return answer;
  }

  /**
   * A request that has a token.
   *
   * @param token the text of the token
   */
  private record Exchange(Scheme scheme, String token, AccessRule rule, Recording recording) {}

  /** Options of a {@link BearerAuthenticator}. Not thread-safe. */
  public static final class Builder {

    private final TokenValidator validator;
    private String realm = "api";
    private @Nullable ProtectedResource resource;
    private HttpMonitor monitor = HttpMonitor.none();
    private @Nullable ProofOfPossession possession;

    private Builder(TokenValidator validator) {
      this.validator = validator;
    }

    /**
     * Names what is protected, for people to read (RFC 9110 section 11.5); {@code api} by default.
     *
     * @param name the name, of visible ASCII characters and spaces
     * @return this builder
     * @throws IllegalArgumentException if the name has other characters
     */
    public Builder realm(String name) {
      var unused = QuotedString.of("realm", name);
      realm = name;
      return this;
    }

    /**
     * Tells clients in each challenge where to find the metadata of the resource (RFC 9728 section
     * 5.1); not told by default.
     *
     * @param protectedResource the resource, whose metadata your service has to serve
     * @return this builder
     */
    public Builder resource(ProtectedResource protectedResource) {
      resource = Objects.requireNonNull(protectedResource, "protectedResource");
      return this;
    }

    /**
     * Sets the monitor; none by default.
     *
     * @param observer observes every request
     * @return this builder
     * @throws IllegalArgumentException if there is one already
     */
    public Builder monitor(HttpMonitor observer) {
      if (monitor != NoHttpMonitor.INSTANCE) {
        throw new IllegalArgumentException("monitor: set already; combine both by HttpMonitor.all");
      }
      monitor = Objects.requireNonNull(observer, "observer");
      return this;
    }

    /**
     * Checks that the senders of bound tokens possess the token's key; by default bound tokens are
     * refused, unless the validator is told that somebody else checks it. What is told there does
     * not apply here: of each token every member of {@code cnf} is checked, or it is refused.
     *
     * @param checks what is checked
     * @return this builder
     */
    public Builder proofOfPossession(ProofOfPossession checks) {
      possession = Objects.requireNonNull(checks, "checks");
      return this;
    }

    /** {@return an authenticator with these options} */
    public BearerAuthenticator build() {
      return new BearerAuthenticator(this);
    }
  }
}
