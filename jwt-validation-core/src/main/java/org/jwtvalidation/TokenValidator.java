// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.internal.keys.WarmUp;
import org.jwtvalidation.internal.options.Bounds;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.internal.rules.SenderBinding;
import org.jwtvalidation.internal.rules.VerificationGate;
import org.jwtvalidation.internal.training.Training;
import org.jwtvalidation.internal.watch.Monitors;
import org.jwtvalidation.internal.watch.Watch;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.monitor.WatchedValidator;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.CheckReturnValue;
import org.jwtvalidation.token.ConfirmationMethod;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidatedToken;
import org.jwtvalidation.token.ValidationResult;

/**
 * Validates the tokens of one or more issuers: a compact token in, a typed token out. Build one,
 * share it between all threads, and close it at the end. Thread-safe, on platform and virtual
 * threads.
 *
 * <p>For any input, a validation ends in one of three ways: it returns a token; it throws a {@link
 * TokenRejectedException}, because the token is invalid; or it throws an {@link
 * UndecidedException}, because that cannot be decided now, usually because keys are unavailable.
 */
public final class TokenValidator implements WatchedValidator, AutoCloseable {

  private final TrustedIssuers issuers;
  private final TokenCache cache;
  private final TokenPipeline pipeline;
  private final Monitors monitors;
  private final Training training;
  private volatile boolean closed;

  private TokenValidator(Builder builder, SignaturePolicy policy) {
    this.monitors = new Monitors(builder.monitors);
    IssuerResolver resolver = builder.resolver;
    this.issuers =
        new TrustedIssuers(
            List.copyOf(builder.issuers),
            policy,
            monitors,
            resolver == null
                ? null
                : new ResolvedIssuers(
                    resolver,
                    builder.maxResolvedIssuers,
                    builder.resolverTimeout,
                    builder.clock,
                    policy,
                    monitors));
    this.cache = new TokenCache(builder.cacheSize);
    this.pipeline =
        new TokenPipeline(
            builder.limits,
            cache,
            issuers,
            new VerificationGate(builder.maxConcurrentVerifications),
            builder.clock);
    this.training =
        new Training(
            builder.maxTraining, (tokens, end) -> new ValidationTraining(tokens, policy, end));
  }

  /**
   * Returns a builder with the defaults; it still needs an issuer.
   *
   * @return the builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Validates an access token. If the issuer's keys are not available yet, this method waits for
   * them, at most {@link org.jwtvalidation.keysource.KeySource#timeout}, and continues on the same
   * thread: checks, mappers and monitors run on the caller's thread.
   *
   * @param token the token in compact serialization, with nothing around it; null is rejected as
   *     empty
   * @return the validated token
   * @throws TokenRejectedException if the token is invalid, with any {@link
   *     org.jwtvalidation.token.Reason} except those of ID tokens
   * @throws UndecidedException if that cannot be decided now
   * @throws IllegalStateException if the validator is closed
   */
  public AccessToken validate(@Nullable String token) {
    return validate(token, SenderBinding.AS_CONFIGURED);
  }

  /**
   * Validates an access token, and returns the outcome instead of throwing exceptions.
   *
   * @param token the token in compact serialization, with nothing around it; null is rejected as
   *     empty
   * @return the outcome
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public ValidationResult<AccessToken> tryValidate(@Nullable String token) {
    return result(() -> validate(token));
  }

  /**
   * Validates an access token that may be bound to a key of its sender, on behalf of a caller who
   * checks afterwards that the sender has this key. {@code BearerAuthenticator} of the module
   * {@code org.jwtvalidation.http} is such a caller.
   *
   * <p>A token with {@code cnf} is rejected as {@link
   * org.jwtvalidation.token.Reason#SENDER_CONSTRAINED} unless the claim has a member, and every
   * member is one of {@code checked}, whatever the issuer's configuration says. A token without
   * {@code cnf} is bound to no key, and is accepted; its {@link AccessToken#confirmation} is null.
   * The caller must check every member of the confirmation, and decides whether a token needs one.
   *
   * @param token the token in compact serialization, with nothing around it; null is rejected as
   *     empty
   * @param checked how the caller checks the sender's key; if empty, every token with {@code cnf}
   *     is rejected
   * @return the outcome
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public ValidationResult<AccessToken> tryValidate(
      @Nullable String token, Set<ConfirmationMethod> checked) {
    SenderBinding binding = checkedBy(checked);
    return result(() -> validate(token, binding));
  }

  /**
   * Validates an access token without waiting for keys, for event loops and other callers that must
   * not block. If the issuer's keys are available, which is nearly always the case, the validation
   * is complete when this method returns. Otherwise it completes when the keys have arrived, and no
   * thread waits for them meanwhile.
   *
   * <p>What depends on a result that comes later, like the checks and the monitor before it, runs
   * on a thread of the library, of which each issuer uses a few at a time; go back to your event
   * loop by methods such as {@link CompletableFuture#whenCompleteAsync}. Up to 10,000 validations
   * of an issuer wait; further ones are undecided at once. A {@link
   * Builder#maxConcurrentVerifications} makes this method block too, until fewer threads verify, so
   * set none for event loops. Until the JVM has compiled the arithmetic, which {@link #warmUp}
   * brings about, this method may wait for other threads that verify, for up to a second.
   *
   * @param token the token in compact serialization, with nothing around it; null is rejected as
   *     empty
   * @return a future of the outcome, which fails only as {@link #tryValidate} throws: with an
   *     {@link Error} or what the clock throws. Cancelling it has no effect on the validation
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public CompletableFuture<ValidationResult<AccessToken>> tryValidateAsync(@Nullable String token) {
    return validateAsync(token, SenderBinding.AS_CONFIGURED);
  }

  /**
   * Validates an access token that may be bound to a key of its sender without waiting for keys:
   * {@link #tryValidate(String, Set)} in the manner of {@link #tryValidateAsync(String)}.
   *
   * @param token the token in compact serialization, with nothing around it; null is rejected as
   *     empty
   * @param checked how the caller checks the sender's key; if empty, every token with {@code cnf}
   *     is rejected
   * @return a future of the outcome
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public CompletableFuture<ValidationResult<AccessToken>> tryValidateAsync(
      @Nullable String token, Set<ConfirmationMethod> checked) {
    return validateAsync(token, checkedBy(checked));
  }

  /** Validates an access token without the methods that users call. */
  AccessToken validateBySteps(String token) {
    Watch watch = monitors.begin(TokenType.ACCESS_TOKEN);
    AccessToken accessToken = pipeline.accessToken(token, SenderBinding.AS_CONFIGURED, watch);
    watch.accepted();
    return accessToken;
  }

  private static SenderBinding checkedBy(Set<ConfirmationMethod> methods) {
    return new SenderBinding(Objects.requireNonNull(methods, "checked"));
  }

  private CompletableFuture<ValidationResult<AccessToken>> validateAsync(
      @Nullable String token, SenderBinding binding) {
    return watchedLater(
        TokenType.ACCESS_TOKEN, watch -> pipeline.accessTokenLater(token, binding, watch));
  }

  private AccessToken validate(@Nullable String token, SenderBinding binding) {
    return watched(TokenType.ACCESS_TOKEN, watch -> pipeline.accessToken(token, binding, watch));
  }

  /**
   * Validates an ID token on behalf of the client that requested it (OpenID Connect Core 1.0
   * section 3.1.3.7). ID tokens are not cached.
   *
   * @param token the token in compact serialization; null is rejected as empty
   * @param expected what the client expects
   * @return the validated token
   * @throws TokenRejectedException if the token is invalid, with any {@link
   *     org.jwtvalidation.token.Reason} except {@link
   *     org.jwtvalidation.token.Reason#SENDER_CONSTRAINED}
   * @throws UndecidedException if that cannot be decided now
   * @throws IllegalStateException if the validator is closed
   */
  public IdToken validateIdToken(@Nullable String token, IdTokenExpectation expected) {
    Objects.requireNonNull(expected, "expected");
    return watched(TokenType.ID_TOKEN, watch -> pipeline.idToken(token, expected, watch).await());
  }

  /**
   * Validates an ID token, and returns the outcome instead of throwing exceptions.
   *
   * @param token the token in compact serialization; null is rejected as empty
   * @param expected what the client expects
   * @return the outcome
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public ValidationResult<IdToken> tryValidateIdToken(
      @Nullable String token, IdTokenExpectation expected) {
    return result(() -> validateIdToken(token, expected));
  }

  /**
   * Validates an ID token without waiting for keys: {@link #tryValidateIdToken} in the manner of
   * {@link #tryValidateAsync(String)}.
   *
   * @param token the token in compact serialization; null is rejected as empty
   * @param expected what the client expects
   * @return a future of the outcome
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public CompletableFuture<ValidationResult<IdToken>> tryValidateIdTokenAsync(
      @Nullable String token, IdTokenExpectation expected) {
    Objects.requireNonNull(expected, "expected");
    return watchedLater(
        TokenType.ID_TOKEN, watch -> pipeline.idToken(token, expected, watch).later());
  }

  /**
   * Checks that a refresh token is present and not too long. Nothing else can be checked: a refresh
   * token is opaque to all but its authorization server. Monitors see the check as {@link
   * TokenType#REFRESH_TOKEN}.
   *
   * @param token the refresh token; null is rejected as empty
   * @throws TokenRejectedException with {@link org.jwtvalidation.token.Reason#TOKEN_EMPTY} or
   *     {@link org.jwtvalidation.token.Reason#TOKEN_TOO_LARGE}
   * @throws IllegalStateException if the validator is closed
   */
  public void checkRefreshTokenFormat(@Nullable String token) {
    var unused =
        watched(
            TokenType.REFRESH_TOKEN,
            watch -> {
              pipeline.checkRefreshTokenFormat(token, watch);
              return TokenType.REFRESH_TOKEN;
            });
  }

  /** Every validation whose caller waits begins and ends here. */
  private <T> T watched(TokenType type, Function<Watch, T> validation) {
    checkOpen();
    Watch watch = monitors.begin(type);
    try {
      T outcome = validation.apply(watch);
      watch.accepted();
      return outcome;
    } catch (Throwable e) {
      watch.failed(e);
      throw e;
    }
  }

  /** Every validation whose caller does not wait begins and ends here. */
  private <T extends ValidatedToken> CompletableFuture<ValidationResult<T>> watchedLater(
      TokenType type, Function<Watch, CompletableFuture<T>> validation) {
    checkOpen();
    Watch watch = monitors.begin(type);
    CompletableFuture<T> outcome;
    try {
      outcome = validation.apply(watch);
    } catch (Throwable e) {
      outcome = CompletableFuture.failedFuture(e);
    }
    return outcome.handle((token, failure) -> {
      end(watch, failure);
      return result(token, failure);
    });
  }

  /** Tells the monitors of the end, before a caller who waits for it, whatever they throw. */
  private static void end(Watch watch, @Nullable Throwable failure) {
    try {
      if (failure == null) {
        watch.accepted();
      } else {
        watch.failed(failure);
      }
    } catch (Throwable e) {
      // An error of the JVM itself, which is not the outcome of this validation.
    }
  }

  private static <T extends ValidatedToken> ValidationResult<T> result(Supplier<T> validation) {
    try {
      return new ValidationResult.Accepted<>(validation.get());
    } catch (TokenRejectedException | UndecidedException e) {
      return result(null, e);
    }
  }

  private static <T extends ValidatedToken> ValidationResult<T> result(
      @Nullable T token, @Nullable Throwable failure) {
    if (token != null) {
      return new ValidationResult.Accepted<>(token);
    }
    if (failure instanceof TokenRejectedException rejected) {
      return new ValidationResult.Rejected<>(rejected.rejection());
    }
    if (failure instanceof UndecidedException unavailable) {
      return new ValidationResult.Undecided<>(unavailable);
    }
    throw new CompletionException(failure);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the validator is closed");
    }
  }

  /**
   * Fetches the keys of all configured issuers in parallel and waits for them. A service without
   * keys thus fails at startup, and the first tokens need not wait.
   *
   * <p>Then has the JVM compile validations and the arithmetic that these keys need, on this thread
   * and one in the background, and waits until that is as fast as it gets, for {@link
   * Builder#maxTraining} at most: some seconds of a processor, once in the life of a JVM.
   * Otherwise, tokens do that, and the first tens of thousands take longer.
   *
   * @throws UndecidedException if an issuer has no keys; the message names each such issuer. The
   *     validator stays usable, and tries again as tokens arrive
   * @throws IllegalStateException if the validator is closed
   */
  public void warmUp() {
    checkOpen();
    Collection<IssuerKeys> keys = issuers.configuredKeys().values();
    try {
      WarmUp.await(keys);
    } finally {
      training.run(keys);
    }
  }

  /**
   * Returns whether the service is ready, for readiness probes: the {@linkplain #keyHealth keys of
   * all configured issuers} are usable, and validation is trained as by {@link #warmUp}. The first
   * call that finds the keys usable begins the training in the background; the validator is not
   * ready until it is over, or {@link Builder#maxTraining} has passed. From then on, the keys alone
   * decide. Never waits.
   *
   * @return whether the keys are usable and trained
   * @throws IllegalStateException if the validator is closed
   */
  public boolean isReady() {
    return keyHealth().values().stream().allMatch(KeySourceHealth::isUsable)
        && training.isOver(issuers.configuredKeys().values());
  }

  /**
   * Returns the state of each issuer's keys; {@link #isReady} sums it up for a readiness probe. The
   * call also starts refreshes that are due, in the background, so that an issuer that recovers is
   * usable again even if no tokens arrive.
   *
   * @return the state of the keys by issuer identifier, in the order of configuration; unmodifiable
   * @throws IllegalStateException if the validator is closed
   */
  public Map<String, KeySourceHealth> keyHealth() {
    checkOpen();
    Map<String, KeySourceHealth> health = new LinkedHashMap<>();
    issuers
        .configuredKeys()
        .forEach((name, keys) -> {
          keys.refreshIfDue();
          health.put(name, keys.health());
        });
    return Collections.unmodifiableMap(health);
  }

  /**
   * Returns the state of the keys of each issuer that the {@link IssuerResolver} has named and that
   * is kept now. These issuers are not part of {@link #keyHealth}: one without keys does not make
   * the service unready.
   *
   * @return the state of the keys by issuer identifier, a snapshot; unmodifiable
   * @throws IllegalStateException if the validator is closed
   */
  public Map<String, KeySourceHealth> resolvedKeyHealth() {
    checkOpen();
    return Collections.unmodifiableMap(issuers.resolvedKeyHealth());
  }

  /**
   * Forgets what the {@link IssuerResolver} has answered about an issuer. Its cached tokens are not
   * served any more, its keys are closed, and its next token asks the resolver again. Other issuers
   * keep their keys and cached tokens. Call this method when an issuer is removed or its
   * configuration changes, and when one is added that was refused in the last 30 seconds.
   *
   * <p>An issuer that is kept is forgotten with its {@linkplain IssuerConfig.Builder#issuerAliases
   * aliases}, whichever name is given. Of an issuer that is not kept, only the given name is known.
   *
   * <p>After this method returns, no token is accepted on the basis of an earlier answer of the
   * resolver, cached or not, under any name of the issuer. A validation that is under way ends
   * undecided ({@link UndecidedException}), wherever it waited, unless all checks of its token,
   * your own included, were over before.
   *
   * @param issuer the issuer identifier
   * @return whether the issuer was trusted until now; false for an issuer of the configuration,
   *     which cannot be forgotten
   * @throws IllegalStateException if the validator is closed
   */
  public boolean forgetIssuer(String issuer) {
    checkOpen();
    return issuers.forget(Objects.requireNonNull(issuer, "issuer"));
  }

  @Override
  public Map<String, KeyTables> keyTables() {
    checkOpen();
    Map<String, KeyTables> tables = new LinkedHashMap<>();
    issuers.configuredKeys().forEach((name, keys) -> tables.put(name, keys.tables()));
    return Collections.unmodifiableMap(tables);
  }

  /** {@return the number of access tokens in the cache} */
  public long cachedTokens() {
    return cache.size();
  }

  /** {@return how often the cache was asked and changed so far} */
  public CacheStatistics cacheStatistics() {
    return cache.statistics();
  }

  /**
   * Clears the cache and closes the key sources of all issuers. From then on, validations throw
   * {@link IllegalStateException}. Those that wait for an {@link IssuerResolver} are undecided at
   * once ({@link UndecidedException}). Others that are under way accept no token any more, unless
   * all its checks, your own included, were over before: they end undecided, too.
   */
  @Override
  public void close() {
    closed = true;
    cache.close();
    issuers.close();
  }

  /** Options of a {@link TokenValidator}. Not thread-safe. */
  public static final class Builder {

    private static final int MAX_CACHE_SIZE = 10_000_000;
    private static final int MAX_CONCURRENT_VERIFICATIONS = 10_000;
    private static final int MAX_RESOLVED_ISSUERS = 100_000;
    private static final Duration MAX_TRAINING = Duration.ofMinutes(1);

    private final List<IssuerConfig> issuers = new ArrayList<>();
    private final Set<String> issuerNames = new HashSet<>();
    private @Nullable IssuerResolver resolver;
    private int maxResolvedIssuers = 1000;
    private TokenLimits limits = TokenLimits.defaults();
    private int cacheSize = 1000;
    private @Nullable Integer maxConcurrentVerifications;
    private Duration maxTraining = Duration.ofSeconds(5);
    private final List<TokenValidatorMonitor> monitors = new ArrayList<>();
    private InstantSource clock = Clock.systemUTC();
    private SignaturePolicy signaturePolicy = SignaturePolicy.fastest();
    private Duration resolverTimeout = ResolvedIssuers.TIMEOUT;

    private Builder() {}

    /** Waits so long for the resolver. */
    Builder resolverTimeout(Duration timeout) {
      resolverTimeout = timeout;
      return this;
    }

    /**
     * Adds a trusted issuer.
     *
     * @param issuer the issuer and the rules for its tokens
     * @return this builder
     * @throws IllegalArgumentException if the builder has a configuration of the same issuer or
     *     {@linkplain IssuerConfig.Builder#issuerAliases alias}
     */
    public Builder issuer(IssuerConfig issuer) {
      for (String name : issuer.names()) {
        if (issuerNames.contains(name)) {
          throw new OptionException(
              "issuer", name + " is already configured", "configure each issuer once");
        }
      }
      issuerNames.addAll(issuer.names());
      issuers.add(issuer);
      return this;
    }

    /**
     * Trusts further issuers by rule: a token of an issuer that is not configured asks the
     * resolver.
     *
     * @param resolver the resolver
     * @return this builder
     */
    public Builder issuerResolver(IssuerResolver resolver) {
      this.resolver = Objects.requireNonNull(resolver, "resolver");
      return this;
    }

    /**
     * Sets how many issuers of the {@linkplain #issuerResolver resolver} are kept; 1,000 by
     * default. Each takes the memory of its keys: some 10 KiB for a few of them, and more for up to
     * 100. Their tables come on top, within the {@linkplain #signaturePolicy budget} of the
     * validator, 64 MiB by default. When one more issuer comes, the least recently used goes: its
     * keys are closed, and its cached tokens are not served any more.
     *
     * <p>Only a token whose signature has been verified counts as a use, since anyone can name any
     * issuer. Issuers without one take the places that are left, or up to 100 further ones, but no
     * more than {@code issuers}, and when these are taken they make room for each other. An issuer
     * that had to do so stays away for 30 seconds, while its tokens are undecided ({@link
     * UndecidedException}). In its first 30 seconds, the keys of an issuer without such a token are
     * not fetched again for an unknown Key ID. Choose a number above that of the issuers in use.
     *
     * @param issuers from 1 to 100,000
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder maxResolvedIssuers(int issuers) {
      maxResolvedIssuers =
          Bounds.check(
              "maxResolvedIssuers", issuers, 1, MAX_RESOLVED_ISSUERS, "choose a number in between");
      return this;
    }

    /**
     * Sets how many validated access tokens are cached; 1,000 by default.
     *
     * <p>A cached token usually takes 1.5 to 10 KiB of memory, most of it for its text and claims.
     * One that takes more than 16 KiB counts as several, one for each 16 KiB begun, so that the
     * cache never takes much more than 16 KiB times its size: 16 MiB by default. Within the default
     * {@link TokenLimits} a single token takes at most about 130 KiB.
     *
     * @param tokens from 0, which turns the cache off, to 10,000,000
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder cacheSize(int tokens) {
      cacheSize =
          Bounds.check(
              "cacheSize", tokens, 0, MAX_CACHE_SIZE, "choose a number in between, 0 for no cache");
      return this;
    }

    /**
     * Sets the bounds of a token; {@link TokenLimits#defaults()} by default.
     *
     * @param limits the bounds
     * @return this builder
     */
    public Builder limits(TokenLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * Adds a monitor of all validations; none by default. Several are called in the order in which
     * they were added. One that fails is not called again, and the others are.
     *
     * @param monitor the monitor
     * @return this builder
     */
    public Builder monitor(TokenValidatorMonitor monitor) {
      monitors.add(Objects.requireNonNull(monitor, "monitor"));
      return this;
    }

    /**
     * Sets the clock; the system clock by default. Each validation reads it once and throws what
     * the clock throws.
     *
     * @param clock the clock
     * @return this builder
     */
    public Builder clock(InstantSource clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Sets what verifies the signatures, and how much memory the tables of keys may take: by
     * default {@link SignaturePolicy#fastest()}, and 64 MiB for all issuers of the validator
     * together.
     *
     * @param policy the policy, for example {@code SignaturePolicy.fastest().withTableBudget(16 <<
     *     20)}
     * @return this builder
     */
    public Builder signaturePolicy(SignaturePolicy policy) {
      signaturePolicy = Objects.requireNonNull(policy, "policy");
      return this;
    }

    /**
     * Limits how many threads verify signatures at the same time; no limit by default. Other
     * threads wait, in no particular order; cached tokens need not wait. For services that validate
     * on many more platform threads than there are processors, and cannot use fewer.
     *
     * @param threads from 1 to 10,000
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder maxConcurrentVerifications(int threads) {
      maxConcurrentVerifications =
          Bounds.check(
              "maxConcurrentVerifications",
              threads,
              1,
              MAX_CONCURRENT_VERIFICATIONS,
              "choose about twice the number of processors, or leave it out for no limit");
      return this;
    }

    /**
     * Limits how long training keeps {@link TokenValidator#warmUp} waiting and {@link
     * TokenValidator#isReady} false; 5 seconds by default. What the JVM has not compiled by then is
     * compiled while tokens arrive.
     *
     * @param duration up to a minute; zero for no training
     * @return this builder
     * @throws IllegalArgumentException if the duration is out of range
     */
    public Builder maxTraining(Duration duration) {
      maxTraining =
          Bounds.check(
              "maxTraining",
              duration,
              Duration.ZERO,
              MAX_TRAINING,
              "choose some seconds, or zero for no training");
      return this;
    }

    /**
     * Builds the validator. Nothing is fetched yet, and the builder stays as it is.
     *
     * @return the validator
     * @throws IllegalArgumentException if there is neither an issuer nor a resolver, or a key
     *     source already belongs to another validator
     */
    public TokenValidator build() {
      if (issuers.isEmpty() && resolver == null) {
        throw new OptionException(
            "issuer", "none given", "add at least one issuer, or an issuerResolver");
      }
      // With a budget of its own, also if several validators are built with one policy.
      SignaturePolicy own = signaturePolicy.withTableBudget(signaturePolicy.tableBudget());
      TokenValidator validator = new TokenValidator(this, own);
      validator.monitors.built(validator);
      return validator;
    }
  }
}
