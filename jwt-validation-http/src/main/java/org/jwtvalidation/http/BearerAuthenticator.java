// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.jwtvalidation.http.RequestPhase.AUTHORIZATION_CHECK;
import static org.jwtvalidation.http.RequestPhase.HEADER_EXTRACTION;
import static org.jwtvalidation.http.RequestPhase.PROOF_CHECK;
import static org.jwtvalidation.http.RequestPhase.TOKEN_EXTRACTION;
import static org.jwtvalidation.http.RequestPhase.TOKEN_VALIDATION;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Refused;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.internal.codec.AsciiSet;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.CheckReturnValue;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;

/**
 * Authenticates HTTP requests that carry bearer tokens (RFC 6750): takes the token out of the
 * header field {@code Authorization}, validates it, checks that the sender possesses the key to
 * which it may be bound (RFC 9449, RFC 8705), checks what it allows, and produces the response to
 * send. Create one for all requests. Thread-safe; the validator is the caller's, who closes it.
 */
public final class BearerAuthenticator {

  private static final GuardedLogger LOGGER =
      new GuardedLogger(BearerAuthenticator.class.getName());
  private static final String AUTHORIZATION = "Authorization";

  private final TokenValidator validator;
  private final HttpMonitors monitors;
  private final Challenges challenges;
  private final @Nullable ProofOfPossession possession;
  private final @Nullable ProtectedResource resource;
  private final boolean acceptsDpop;

  private BearerAuthenticator(Builder builder) {
    this.validator = builder.validator;
    this.monitors = new HttpMonitors(builder.monitors);
    this.possession = builder.possession;
    this.resource = builder.resource;
    this.acceptsDpop = possession != null && possession.methods().contains(ConfirmationMethod.JKT);
    this.challenges = new Challenges(builder.realm, builder.challengeScopes, resource, possession);
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
   * Authenticates a request that needs a valid token and nothing else.
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
   * Authenticates a request. May wait for the issuer's keys, as {@link TokenValidator#validate}
   * does, and for a replay store; 503 is the answer if the thread is interrupted meanwhile.
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
    RequestWatch watch = monitors.begin(null);
    try {
      BearerCredentials credentials = credentials(request, watch);
      String token = credentials.token();
      if (token == null) {
        return withoutToken(credentials, rule, watch);
      }
      Exchange exchange = new Exchange(credentials.scheme(), token, rule, watch);
      ValidationResult<AccessToken> result =
          possession == null
              ? validator.tryValidate(token)
              : validator.tryValidate(token, possession.methods());
      watch.completed(TOKEN_VALIDATION);
      return answer(exchange, result, proofAwaited(exchange, result, request));
    } catch (Throwable e) {
      watch.abandoned();
      throw e;
    }
  }

  /**
   * Authenticates, without waiting for keys or a replay store, a request that needs a valid token
   * and nothing else.
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
   * Authenticates a request without waiting for keys or a replay store: the answer is there when
   * this method returns, unless the issuer's keys have to be fetched or a replay store is asked
   * over the network. The rule, the monitor and what depends on an answer that comes later run on a
   * thread of the library, of which some are used at a time. If they block, they delay other
   * answers that come later.
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
    return authenticateAsync(request, rule, monitors.begin(null));
  }

  /** As {@link FrameworkAuthenticator#authenticateAsync}. */
  CompletableFuture<BearerAnswer> authenticateForFramework(
      BearerRequest request, CompletionStage<Boolean> sufficient) {
    return authenticateAsync(request, AccessRule.anyToken(), monitors.begin(sufficient));
  }

  private CompletableFuture<BearerAnswer> authenticateAsync(
      BearerRequest request, AccessRule rule, RequestWatch watch) {
    try {
      BearerCredentials credentials = credentials(request, watch);
      String token = credentials.token();
      if (token == null) {
        return CompletableFuture.completedFuture(withoutToken(credentials, rule, watch));
      }
      Exchange exchange = new Exchange(credentials.scheme(), token, rule, watch);
      return answerAsync(exchange, request)
          .whenComplete((answer, failure) -> {
            if (failure != null) {
              watch.abandoned();
            }
          })
          // A caller may complete or cancel what it gets.
          .copy();
    } catch (Throwable e) {
      watch.abandoned();
      throw e;
    }
  }

  private CompletableFuture<BearerAnswer> answerAsync(Exchange exchange, BearerRequest request) {
    CompletableFuture<ValidationResult<AccessToken>> validated =
        possession == null
            ? validator.tryValidateAsync(exchange.token)
            : validator.tryValidateAsync(exchange.token, possession.methods());
    BearerRequest readable =
        possession == null || validated.isDone() ? request : new CapturedRequest(request);
    return validated.thenCompose(result -> {
      exchange.watch.completed(TOKEN_VALIDATION);
      CompletableFuture<ProofAnswer> proof = proof(exchange, result, readable);
      return proof == null
          ? CompletableFuture.completedFuture(answer(exchange, result, null))
          : proof.thenApply(checked -> answer(exchange, result, checked));
    });
  }

  /**
   * Returns what to answer to a request that was authenticated, and whose token does not suffice by
   * a rule of the application or its framework. Monitors do not learn it.
   *
   * @param request the request
   * @param scopes the scope tokens that would suffice, or none if more scopes do not help
   * @return 403 with the challenge {@code insufficient_scope}, of the scheme that the request has
   *     used
   * @throws IllegalArgumentException if a scope has a character that is not visible ASCII
   */
  public BearerAnswer.Challenged insufficientScope(BearerRequest request, String... scopes) {
    return challenges.insufficientScope(List.of(scopes), scheme(request), null);
  }

  /**
   * Returns what to answer to a request that was authenticated, and whose token has then failed
   * {@link AccessRule#require}. Monitors do not learn it.
   *
   * @param request the request
   * @param failure what was thrown
   * @return 403, or 401 if the user has to authenticate otherwise or again, with the challenge of
   *     the scheme that the request has used
   */
  public BearerAnswer.Challenged refusal(
      BearerRequest request, InsufficientTokenException failure) {
    BearerAnswer.Challenged answer = failure.answer(challenges, scheme(request));
    LOGGER.log(Level.DEBUG, () -> answer.status() + " " + failure.getMessage(), null);
    return answer;
  }

  private Scheme scheme(BearerRequest request) {
    return BearerCredentials.of(request.headerValues(AUTHORIZATION), acceptsDpop).scheme();
  }

  @Nullable ProofOfPossession proofOfPossession() {
    return possession;
  }

  @Nullable ProtectedResource resource() {
    return resource;
  }

  private BearerCredentials credentials(BearerRequest request, RequestWatch watch) {
    List<String> fields = request.headerValues(AUTHORIZATION);
    watch.completed(HEADER_EXTRACTION);
    BearerCredentials credentials = BearerCredentials.of(fields, acceptsDpop);
    watch.completed(TOKEN_EXTRACTION);
    return credentials;
  }

  private BearerAnswer withoutToken(
      BearerCredentials credentials, AccessRule rule, RequestWatch watch) {
    return credentials.isMalformed()
        ? refused(
            challenges.invalidRequest(credentials.scheme()), RequestOutcome.INVALID_REQUEST, watch)
        : refused(missingToken(rule), RequestOutcome.MISSING_TOKEN, watch);
  }

  BearerAnswer.Challenged missingToken(AccessRule rule) {
    return challenges.missingToken(rule.scopes());
  }

  /** What is found of the sender's possession of the key; null if that is not asked. */
  private @Nullable CompletableFuture<ProofAnswer> proof(
      Exchange exchange, ValidationResult<AccessToken> result, BearerRequest request) {
    return possession != null && result instanceof ValidationResult.Accepted<AccessToken> accepted
        ? possession.check(
            accepted.token(), exchange.token, exchange.scheme == Scheme.DPOP, request)
        : null;
  }

  /** The same, for which this thread waits. */
  private @Nullable ProofAnswer proofAwaited(
      Exchange exchange, ValidationResult<AccessToken> result, BearerRequest request) {
    return possession != null && result instanceof ValidationResult.Accepted<AccessToken> accepted
        ? possession.checkAndWait(
            accepted.token(), exchange.token, exchange.scheme == Scheme.DPOP, request)
        : null;
  }

  private BearerAnswer answer(
      Exchange exchange, ValidationResult<AccessToken> result, @Nullable ProofAnswer proof) {
    if (!(result instanceof ValidationResult.Accepted<AccessToken> accepted)) {
      return withoutValidToken(exchange, result);
    }
    if (proof == null) {
      return authorized(exchange, accepted.token(), null);
    }
    RequestWatch watch = exchange.watch;
    watch.proved(proof.result());
    watch.completed(PROOF_CHECK);
    if (proof.isAccepted()) {
      return authorized(exchange, accepted.token(), proof.nonce());
    }
    Refused refusal = refusal(proof, exchange.scheme, exchange.rule);
    RequestOutcome outcome =
        proof.result() == ProofResult.UNDECIDED
            ? RequestOutcome.UNAVAILABLE
            : RequestOutcome.INVALID_PROOF;
    return refused(refusal, outcome, watch);
  }

  /** What to answer to a proof that is not accepted. */
  Refused refusal(ProofAnswer proof, Scheme scheme, AccessRule rule) {
    return proof.result() == ProofResult.UNDECIDED
        ? new Unavailable(proof.retryAfter())
        : challenges.unproved(proof, scheme, rule.scopes());
  }

  private BearerAnswer withoutValidToken(Exchange exchange, ValidationResult<AccessToken> result) {
    if (result instanceof ValidationResult.Undecided<AccessToken> undecided) {
      UndecidedException cause = undecided.cause();
      LOGGER.log(Level.DEBUG, cause::getMessage, null);
      Refused later = new Unavailable(cause.retryAfter());
      return refused(later, RequestOutcome.UNAVAILABLE, exchange.watch);
    }
    // Each token that can be parsed has this syntax, so that no other rejection becomes a 400.
    return AsciiSet.isToken68(exchange.token, 0)
        ? refused(
            challenges.invalidToken(exchange.scheme, exchange.rule.scopes()),
            RequestOutcome.INVALID_TOKEN,
            exchange.watch)
        : refused(
            challenges.invalidRequest(exchange.scheme),
            RequestOutcome.INVALID_REQUEST,
            exchange.watch);
  }

  private BearerAnswer authorized(
      Exchange exchange, AccessToken token, @Nullable String dpopNonce) {
    AccessRule rule = exchange.rule;
    RequestWatch watch = exchange.watch;
    // Made before the phase ends, so that its time is accounted for.
    Refused refusal =
        rule.admits(token)
            ? null
            : challenges.insufficient(rule.needed(token), token, exchange.scheme, dpopNonce);
    watch.completed(AUTHORIZATION_CHECK);
    if (refusal != null) {
      RequestOutcome outcome =
          refusal.status() == 401
              ? RequestOutcome.INSUFFICIENT_AUTHENTICATION
              : RequestOutcome.INSUFFICIENT_PERMISSIONS;
      return refused(refusal, outcome, watch);
    }
    watch.ended(RequestOutcome.SUCCESS);
    return new Authenticated(token, dpopNonce);
  }

  private static BearerAnswer refused(Refused answer, RequestOutcome outcome, RequestWatch watch) {
    watch.ended(outcome);
    LOGGER.log(Level.DEBUG, () -> answer.status() + " " + outcome + " " + answer.headers(), null);
    return answer;
  }

  /** A request that has a token, which is text here. */
  private record Exchange(Scheme scheme, String token, AccessRule rule, RequestWatch watch) {}

  /** Options of a {@link BearerAuthenticator}. Not thread-safe. */
  public static final class Builder {

    private final TokenValidator validator;
    private String realm = "api";
    private List<String> challengeScopes = List.of();
    private @Nullable ProtectedResource resource;
    private final List<HttpMonitor> monitors = new ArrayList<>();
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
     * Names these scopes in each 401 for a missing or invalid token or proof if the rule names none
     * or is not known yet, as in a framework that has its own; none by default. So a client asks
     * for them with its first token. A 403 names only what its rule needs.
     *
     * @param scopes scope tokens (RFC 6749 section 3.3); replace those of earlier calls
     * @return this builder
     * @throws IllegalArgumentException if one is not a scope token
     */
    public Builder challengeScopes(String... scopes) {
      challengeScopes = Arrays.stream(scopes).map(AccessRule::checkedScope).toList();
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
     * Adds a monitor of all requests; none by default. Several are called in the order in which
     * they were added. One that fails is not called again, and the others are.
     *
     * @param observer the monitor
     * @return this builder
     */
    public Builder monitor(HttpMonitor observer) {
      monitors.add(Objects.requireNonNull(observer, "observer"));
      return this;
    }

    /**
     * Checks that the senders of bound tokens possess the token's key. By default, bound tokens are
     * refused unless {@link org.jwtvalidation.IssuerConfig.Builder#senderConstraintCheckedElsewhere
     * senderConstraintCheckedElsewhere()} is set. With this check, that option has no effect: every
     * member of {@code cnf} must be checked.
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
