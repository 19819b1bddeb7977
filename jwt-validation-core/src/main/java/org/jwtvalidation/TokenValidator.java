package org.jwtvalidation;

import java.lang.System.Logger.Level;
import java.security.Provider;
import java.security.Security;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidatorMonitor.Recording;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeySourceHealth;

/**
 * Validates the tokens of one or more issuers: a compact token in, a typed token out. Build one,
 * share it between all threads, and close it at the end. Thread-safe, on platform and virtual
 * threads.
 *
 * <p>For any input, a validation ends in one of three ways: it returns a token; it throws a {@link
 * TokenRejectedException}, because the token is invalid; or it throws a {@link
 * KeysUnavailableException}, because there are no keys to decide with.
 */
public final class TokenValidator implements AutoCloseable {

  private static final GuardedLogger LOGGER = new GuardedLogger(TokenValidator.class);

  private final Map<String, TrustedIssuer> issuers;
  private final TokenCache cache;
  private final TokenPipeline pipeline;
  private final TokenValidatorMonitor monitor;
  private volatile boolean closed;

  private TokenValidator(Builder builder, SignaturePolicy policy) {
    Map<String, TrustedIssuer> trusted = new LinkedHashMap<>();
    Map<String, TrustedIssuer> byEveryName = new HashMap<>();
    for (IssuerConfig config : builder.issuers) {
      TrustedIssuer issuer = TrustedIssuer.of(config, builder.limits, policy);
      trusted.put(config.issuer(), issuer);
      config.names().forEach(name -> byEveryName.put(name, issuer));
    }
    this.issuers = Collections.unmodifiableMap(trusted);
    this.cache = new TokenCache(builder.cacheSize);
    this.pipeline =
        new TokenPipeline(
            builder.limits,
            cache,
            byEveryName,
            new VerificationGate(builder.maxConcurrentVerifications),
            builder.clock);
    this.monitor = GuardedMonitor.around(builder.monitor);
    issuers.forEach(
        (name, issuer) -> issuer.keys().onRefresh(report -> monitor.refreshedKeys(name, report)));
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
   * Validates an access token.
   *
   * @param token the token in compact serialization, with nothing around it; null is rejected as
   *     empty
   * @return the validated token
   * @throws TokenRejectedException if the token is invalid, with any {@link Reason} except those of
   *     ID tokens
   * @throws KeysUnavailableException if there are no keys to decide with
   * @throws IllegalStateException if the validator is closed
   */
  public AccessToken validate(@Nullable String token) {
    return watched(TokenType.ACCESS_TOKEN, recording -> pipeline.accessToken(token, recording));
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
    return result(token, this::validate);
  }

  /**
   * Validates an ID token on behalf of the client that requested it (OpenID Connect Core 1.0
   * section 3.1.3.7). ID tokens are not cached.
   *
   * @param token the token in compact serialization; null is rejected as empty
   * @param expected what the client expects
   * @return the validated token
   * @throws TokenRejectedException if the token is invalid, with any {@link Reason} except {@link
   *     Reason#SENDER_CONSTRAINED}
   * @throws KeysUnavailableException if there are no keys to decide with
   * @throws IllegalStateException if the validator is closed
   */
  public IdToken validateIdToken(@Nullable String token, IdTokenExpectation expected) {
    Objects.requireNonNull(expected, "expected");
    return watched(TokenType.ID_TOKEN, recording -> pipeline.idToken(token, expected, recording));
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
    return result(token, compact -> validateIdToken(compact, expected));
  }

  /**
   * Checks that a refresh token is present and not too long. Nothing else can be checked: a refresh
   * token is opaque to all but its authorization server. Monitors see the check as {@link
   * TokenType#REFRESH_TOKEN}.
   *
   * @param token the refresh token; null is rejected as empty
   * @throws TokenRejectedException with {@link Reason#TOKEN_EMPTY} or {@link
   *     Reason#TOKEN_TOO_LARGE}
   * @throws IllegalStateException if the validator is closed
   */
  public void checkRefreshTokenFormat(@Nullable String token) {
    watched(
        TokenType.REFRESH_TOKEN,
        recording -> {
          pipeline.refreshTokenFormat(token, recording);
          return TokenType.REFRESH_TOKEN;
        });
  }

  private <T> T watched(TokenType type, Function<Recording, T> validation) {
    checkOpen();
    Recording recording = monitor.begin(type);
    T token;
    try {
      token = validation.apply(recording);
    } catch (TokenRejectedException e) {
      recording.rejected(e.rejection());
      LOGGER.log(Level.DEBUG, e::getMessage, null);
      throw e;
    } catch (KeysUnavailableException e) {
      recording.undecided();
      throw e;
    } catch (Throwable e) {
      recording.abandoned();
      throw e;
    }
    recording.accepted();
    return token;
  }

  private static <T extends ValidatedToken> ValidationResult<T> result(
      @Nullable String token, Function<@Nullable String, T> validation) {
    try {
      return new ValidationResult.Accepted<>(validation.apply(token));
    } catch (TokenRejectedException e) {
      return new ValidationResult.Rejected<>(e.rejection());
    } catch (KeysUnavailableException e) {
      return new ValidationResult.Undecided<>(e);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the validator is closed");
    }
  }

  /**
   * Fetches the keys of all issuers concurrently and waits for them, so that the first tokens find
   * them, and so that a service without keys fails at its start. Otherwise, the first token of each
   * issuer waits for its keys.
   *
   * @throws KeysUnavailableException if an issuer has no keys; the message names each such issuer.
   *     The validator stays usable, and tries again as tokens arrive
   * @throws IllegalStateException if the validator is closed
   */
  public void warmUp() {
    checkOpen();
    WarmUp.await(issuers.values());
  }

  /**
   * Returns the state of each issuer's keys. A service is ready if {@link KeySourceHealth#isUsable}
   * is true for all issuers, or for those that it needs. The call also starts refreshes that are
   * due, in the background, so that an issuer that recovers is usable again even if no tokens
   * arrive.
   *
   * @return the state of the keys by issuer identifier, in the order of configuration; unmodifiable
   * @throws IllegalStateException if the validator is closed
   */
  public Map<String, KeySourceHealth> keyHealth() {
    checkOpen();
    Map<String, KeySourceHealth> health = new LinkedHashMap<>();
    issuers.forEach((name, issuer) -> {
      issuer.keys().refreshIfDue();
      health.put(name, issuer.keys().health());
    });
    return Collections.unmodifiableMap(health);
  }

  /**
   * Returns the state of the tables that speed up the verification of signatures.
   *
   * @return the state of the tables by issuer identifier, in the order of configuration;
   *     unmodifiable
   * @throws IllegalStateException if the validator is closed
   */
  public Map<String, KeyTables> keyTables() {
    checkOpen();
    Map<String, KeyTables> tables = new LinkedHashMap<>();
    issuers.forEach((name, issuer) -> tables.put(name, issuer.keys().tables()));
    return Collections.unmodifiableMap(tables);
  }

  /** {@return the number of access tokens in the cache} */
  public long cachedTokens() {
    return cache.size();
  }

  /** {@return how often the cache was asked so far} */
  public CacheStatistics cacheStatistics() {
    return cache.statistics();
  }

  /**
   * Clears the cache and closes the key sources of all issuers. From then on, validations throw
   * {@link IllegalStateException}.
   */
  @Override
  public void close() {
    closed = true;
    cache.close();
    issuers.values().forEach(issuer -> issuer.keys().close());
  }

  /** Options of a {@link TokenValidator}. Not thread-safe. */
  public static final class Builder {

    private static final int MAX_CACHE_SIZE = 10_000_000;
    private static final int MAX_CONCURRENT_VERIFICATIONS = 10_000;

    private final List<IssuerConfig> issuers = new ArrayList<>();
    private final Set<String> issuerNames = new HashSet<>();
    private TokenLimits limits = TokenLimits.defaults();
    private int cacheSize = 1000;
    private @Nullable Integer maxConcurrentVerifications;
    private TokenValidatorMonitor monitor = TokenValidatorMonitor.none();
    private InstantSource clock = Clock.systemUTC();
    private @Nullable String signatureProviderName;
    private @Nullable Provider signatureProvider;
    private boolean byProvidersOnly;

    private Builder() {}

    /**
     * Adds a trusted issuer.
     *
     * @param issuer the issuer and the rules for its tokens
     * @return this builder
     * @throws IllegalArgumentException if the builder has a configuration of the same issuer, or of
     *     one that is {@linkplain IssuerConfig.Builder#alsoNamed also named} so
     */
    public Builder issuer(IssuerConfig issuer) {
      for (String name : issuer.names()) {
        if (issuerNames.contains(name)) {
          throw new IllegalArgumentException(
              "issuer: " + name + " is already configured; configure each issuer once");
        }
      }
      issuerNames.addAll(issuer.names());
      issuers.add(issuer);
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
      if (tokens < 0 || tokens > MAX_CACHE_SIZE) {
        throw new IllegalArgumentException(
            "cacheSize: "
                + tokens
                + " is not between 0 and "
                + MAX_CACHE_SIZE
                + "; choose a number in between, 0 for no cache");
      }
      cacheSize = tokens;
      return this;
    }

    /**
     * Sets the bounds of a token; {@link TokenLimits#defaults()} by default.
     *
     * @param bounds the bounds
     * @return this builder
     */
    public Builder limits(TokenLimits bounds) {
      limits = Objects.requireNonNull(bounds, "bounds");
      return this;
    }

    /**
     * Sets a monitor of all validations; none by default.
     *
     * @param observer the monitor; {@link TokenValidatorMonitor#all} makes one of several
     * @return this builder
     * @throws IllegalArgumentException if a monitor is already set, which this one would replace
     */
    public Builder monitor(TokenValidatorMonitor observer) {
      Objects.requireNonNull(observer, "observer");
      if (monitor != TokenValidatorMonitor.none()) {
        throw new IllegalArgumentException(
            "monitor: already set; combine several by TokenValidatorMonitor.all(...)");
      }
      monitor = observer;
      return this;
    }

    /**
     * Sets the clock; the system clock by default. Each validation reads it once and throws what
     * the clock throws.
     *
     * @param source the clock
     * @return this builder
     */
    public Builder clock(InstantSource source) {
      clock = Objects.requireNonNull(source, "source");
      return this;
    }

    /**
     * Verifies all signatures with one provider of the Java Cryptography Architecture, for example
     * a certified one. By default, the installed provider of the highest preference verifies; but
     * if that is the JDK's own, this library's arithmetic verifies what it can (see {@link
     * #signaturesByProvidersOnly}), and bcprov, if it is on the class path, the other elliptic
     * curves. Replaces a provider that was set before.
     *
     * @param name the name of the provider, which must be installed when the validator is built
     * @return this builder
     */
    public Builder signatureProvider(String name) {
      signatureProviderName = Objects.requireNonNull(name, "name");
      signatureProvider = null;
      return this;
    }

    /**
     * Verifies all signatures with one provider of the Java Cryptography Architecture, which need
     * not be installed: for example one with a native library that only tokens should use. Replaces
     * a provider that was set before.
     *
     * @param provider the provider; keys for algorithms that it lacks are not used
     * @return this builder
     */
    public Builder signatureProvider(Provider provider) {
      signatureProvider = Objects.requireNonNull(provider, "provider");
      signatureProviderName = null;
      return this;
    }

    /**
     * Verifies all signatures with providers of the Java Cryptography Architecture, without this
     * library's own arithmetic. By default, that arithmetic verifies RS256, RS384, RS512, ES256 and
     * Ed25519; for frequently used keys of the latter two with tables of their multiples, which
     * take 145 and 216 KiB a key and make it 13 to 33 times as fast as the JDK. A {@linkplain
     * #signatureProvider(String) named provider} verifies everything anyway.
     *
     * @return this builder
     */
    public Builder signaturesByProvidersOnly() {
      byProvidersOnly = true;
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
      if (threads < 1 || threads > MAX_CONCURRENT_VERIFICATIONS) {
        throw new IllegalArgumentException(
            "maxConcurrentVerifications: "
                + threads
                + " is not between 1 and "
                + MAX_CONCURRENT_VERIFICATIONS
                + "; choose about twice the number of processors, or leave it out for no limit");
      }
      maxConcurrentVerifications = threads;
      return this;
    }

    private SignaturePolicy signaturePolicy() {
      if (signatureProviderName != null) {
        return SignaturePolicy.provider(installed(signatureProviderName));
      }
      if (signatureProvider != null) {
        return SignaturePolicy.provider(signatureProvider);
      }
      return byProvidersOnly ? SignaturePolicy.providersOnly() : SignaturePolicy.fastest();
    }

    /**
     * Builds the validator. Nothing is fetched yet, and the builder stays as it is.
     *
     * @return the validator
     * @throws IllegalArgumentException if there is no issuer, or the provider is not installed
     */
    public TokenValidator build() {
      if (issuers.isEmpty()) {
        throw new IllegalArgumentException("issuer: none given; add at least one issuer");
      }
      return new TokenValidator(this, signaturePolicy());
    }

    private static Provider installed(String name) {
      Provider provider = Security.getProvider(name);
      if (provider == null) {
        throw new IllegalArgumentException(
            "signatureProvider: "
                + name
                + " is not installed; install it, name an installed one, or give the provider itself");
      }
      return provider;
    }
  }
}
