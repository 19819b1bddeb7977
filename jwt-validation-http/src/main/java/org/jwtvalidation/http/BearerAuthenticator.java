package org.jwtvalidation.http;

import static org.jwtvalidation.http.RequestPhase.AUTHORIZATION_CHECK;
import static org.jwtvalidation.http.RequestPhase.HEADER_EXTRACTION;
import static org.jwtvalidation.http.RequestPhase.TOKEN_EXTRACTION;
import static org.jwtvalidation.http.RequestPhase.TOKEN_VALIDATION;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.CheckReturnValue;
import org.jwtvalidation.KeysUnavailableException;
import org.jwtvalidation.Rejection;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.ValidationResult;
import org.jwtvalidation.ValidationStep;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Refused;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.HttpMonitor.Recording;

/**
 * Decides about HTTP requests with bearer tokens (RFC 6750): takes the token out of the header
 * field {@code Authorization}, validates it, checks what it allows, and says what to answer. Create
 * one for all requests. Thread-safe; the validator is the caller's, who closes it.
 */
public final class BearerAuthenticator {

  private static final GuardedLogger LOGGER = new GuardedLogger(BearerAuthenticator.class);
  private static final String AUTHORIZATION = "Authorization";
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private final TokenValidator validator;
  private final HttpMonitor monitor;
  private final Challenges challenges;

  private BearerAuthenticator(Builder builder) {
    this.validator = builder.validator;
    this.monitor = GuardedHttpMonitor.around(builder.monitor);
    this.challenges = new Challenges(builder.realm, builder.resource);
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
   * does.
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
      return token == null
          ? withoutToken(credentials, recording)
          : answer(token, validator.tryValidate(token), rule, recording);
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
   * Decides about a request without ever waiting, as {@link TokenValidator#validateAsync} does: the
   * answer is there when this method returns, unless the issuer's keys have to be fetched. What
   * depends on an answer that comes later runs on a thread of the library.
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
      var unused =
          validator
              .tryValidateAsync(token)
              .thenApply(result -> answer(token, result, rule, recording))
              .whenComplete((answer, failure) -> {
                if (failure == null) {
                  outcome.complete(answer);
                } else {
                  recording.abandoned();
                  outcome.completeExceptionally(failure);
                }
              });
      return outcome;
    } catch (Throwable e) {
      recording.abandoned();
      throw e;
    }
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
    return challenges.insufficientScope(List.of(scopes));
  }

  private static BearerCredentials credentials(BearerRequest request, Recording recording) {
    List<String> fields = request.headerValues(AUTHORIZATION);
    recording.completed(HEADER_EXTRACTION);
    BearerCredentials credentials = BearerCredentials.of(fields);
    recording.completed(TOKEN_EXTRACTION);
    return credentials;
  }

  private BearerAnswer withoutToken(BearerCredentials credentials, Recording recording) {
    return credentials.isMalformed()
        ? refused(challenges.invalidRequest(), RequestOutcome.INVALID_REQUEST, recording)
        : refused(challenges.missingToken(), RequestOutcome.MISSING_TOKEN, recording);
  }

  private BearerAnswer answer(
      String text, ValidationResult<AccessToken> result, AccessRule rule, Recording recording) {
    recording.completed(TOKEN_VALIDATION);
    if (result instanceof ValidationResult.Accepted<AccessToken> accepted) {
      return authorized(accepted.token(), rule, recording);
    }
    if (result instanceof ValidationResult.Undecided<AccessToken> undecided) {
      return unavailable(undecided.cause(), recording);
    }
    Rejection rejection = ((ValidationResult.Rejected<AccessToken>) result).rejection();
    return isParsed(rejection) || BearerCredentials.isToken68(text)
        ? refused(challenges.invalidToken(), RequestOutcome.INVALID_TOKEN, recording)
        : refused(challenges.invalidRequest(), RequestOutcome.INVALID_REQUEST, recording);
  }

  private static boolean isParsed(Rejection rejection) {
    return rejection.step().compareTo(ValidationStep.TOKEN_PARSING) > 0;
  }

  private BearerAnswer authorized(AccessToken token, AccessRule rule, Recording recording) {
    // Made before the phase ends, so that its time is accounted for.
    Refused refusal =
        rule.admits(token) ? null : challenges.insufficientScope(rule.neededScopes(token));
    recording.completed(AUTHORIZATION_CHECK);
    if (refusal != null) {
      return refused(refusal, RequestOutcome.INSUFFICIENT_PERMISSIONS, recording);
    }
    recording.ended(RequestOutcome.SUCCESS);
    return new Authenticated(token);
  }

  private static BearerAnswer unavailable(KeysUnavailableException cause, Recording recording) {
    Duration known = Objects.requireNonNullElse(cause.retryAfter(), SHORTEST_WAIT);
    Duration wait = known.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : known;
    LOGGER.log(Level.DEBUG, cause::getMessage, null);
    return refused(new Unavailable(wait), RequestOutcome.UNAVAILABLE, recording);
  }

  private static BearerAnswer refused(Refused answer, RequestOutcome outcome, Recording recording) {
    recording.ended(outcome);
    LOGGER.log(Level.DEBUG, () -> answer.status() + " " + outcome + " " + answer.headers(), null);
    return answer;
  }

  /** Options of a {@link BearerAuthenticator}. Not thread-safe. */
  public static final class Builder {

    private final TokenValidator validator;
    private String realm = "api";
    private @Nullable ProtectedResource resource;
    private HttpMonitor monitor = HttpMonitor.none();

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

    /** {@return an authenticator with these options} */
    public BearerAuthenticator build() {
      return new BearerAuthenticator(this);
    }
  }
}
