package org.jwtvalidation;

import java.lang.System.Logger.Level;
import java.security.Provider;
import java.security.Security;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidatorMonitor.Recording;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeySourceHealth;

/**
 * Validates the tokens of one or several issuers: a compact token in, a typed token out. Made once,
 * shared by all threads, closed at the end. Thread-safe, and at home on virtual threads.
 *
 * <p>Whatever string comes in, a validation ends in one of three ways: with a token; with a {@link
 * TokenRejectedException}, the token is wrong; with a {@link KeysUnavailableException}, there are
 * no keys to decide with.
 */
public final class TokenValidator implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(TokenValidator.class.getName());

  private final Map<String, TrustedIssuer> issuers;
  private final TokenCache cache;
  private final TokenPipeline pipeline;
  private final TokenValidatorMonitor monitor;
  private volatile boolean closed;

  private TokenValidator(Builder builder, SignaturePolicy policy) {
    Map<String, TrustedIssuer> trusted = new LinkedHashMap<>();
    for (IssuerConfig config : builder.issuers.values()) {
      trusted.put(config.issuer(), TrustedIssuer.of(config, builder.limits, policy));
    }
    this.issuers = Collections.unmodifiableMap(trusted);
    this.cache = new TokenCache(builder.cacheSize);
    this.pipeline =
        new TokenPipeline(
            builder.limits,
            cache,
            issuers,
            new VerificationGate(builder.maxConcurrentVerifications),
            builder.clock);
    this.monitor = GuardedMonitor.around(builder.monitor);
    issuers.forEach(
        (name, issuer) -> issuer.keys().onRefresh(report -> monitor.refreshedKeys(name, report)));
  }

  /**
   * Configures a validator.
   *
   * @return a builder with the defaults, which still needs an issuer
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Validates an access token.
   *
   * @param token the token in compact serialization, nothing around it; null is rejected as empty
   * @return the validated token
   * @throws TokenRejectedException if the token is wrong, for every {@link Reason} but those of ID
   *     tokens
   * @throws KeysUnavailableException if there are no keys to decide with
   * @throws IllegalStateException if the validator is closed
   */
  public AccessToken validate(@Nullable String token) {
    return watched(TokenType.ACCESS_TOKEN, recording -> pipeline.accessToken(token, recording));
  }

  /**
   * Validates an access token without exceptions for the answers that are to be expected.
   *
   * @param token the token in compact serialization, nothing around it; null is rejected as empty
   * @return the answer
   * @throws IllegalStateException if the validator is closed
   */
  public ValidationResult<AccessToken> tryValidate(@Nullable String token) {
    return result(token, this::validate);
  }

  /**
   * Validates an ID token as the client that asked for it (OpenID Connect Core 1.0 section
   * 3.1.3.7). ID tokens are not cached.
   *
   * @param token the token in compact serialization; null is rejected as empty
   * @param expected what the client expects
   * @return the validated token
   * @throws TokenRejectedException if the token is wrong
   * @throws KeysUnavailableException if there are no keys to decide with
   * @throws IllegalStateException if the validator is closed
   */
  public IdToken validateIdToken(@Nullable String token, IdTokenExpectation expected) {
    Objects.requireNonNull(expected, "expected");
    return watched(TokenType.ID_TOKEN, recording -> pipeline.idToken(token, expected, recording));
  }

  /**
   * Validates an ID token without exceptions for the answers that are to be expected.
   *
   * @param token the token in compact serialization; null is rejected as empty
   * @param expected what the client expects
   * @return the answer
   * @throws IllegalStateException if the validator is closed
   */
  public ValidationResult<IdToken> tryValidateIdToken(
      @Nullable String token, IdTokenExpectation expected) {
    return result(token, compact -> validateIdToken(compact, expected));
  }

  /**
   * Checks that a refresh token is there and not too long. It is opaque to everybody but its
   * authorization server: nothing in it is read.
   *
   * @param token the refresh token; null is rejected as empty
   * @throws TokenRejectedException for {@link Reason#TOKEN_EMPTY} and {@link
   *     Reason#TOKEN_TOO_LARGE}
   * @throws IllegalStateException if the validator is closed
   */
  public void checkRefreshToken(@Nullable String token) {
    watched(
        TokenType.REFRESH_TOKEN,
        recording -> {
          pipeline.refreshToken(token, recording);
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
      LOGGER.log(Level.DEBUG, e::getMessage);
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
   * Fetches the keys of all issuers side by side and waits until they are there, so that the first
   * tokens find them, or a service fails early. Without it the first token of an issuer waits for
   * the issuer's keys.
   *
   * @throws KeysUnavailableException if an issuer has no keys to decide with; the message names
   *     each such issuer. The validator stays usable, and goes on trying as tokens come
   * @throws IllegalStateException if the validator is closed
   */
  public void warmUp() {
    checkOpen();
    WarmUp.await(issuers.values());
  }

  /**
   * How the keys of each issuer are doing. A service is ready where {@link
   * KeySourceHealth#isUsable} holds for all of them, or for those that it cannot do without. Looks
   * for keys where that is due, in the background: an issuer that recovers is found to be usable by
   * the next call, even if no token comes meanwhile.
   *
   * @return the health by issuer identifier, in the order of configuration; unmodifiable
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
   * Which keys of each issuer are verified by tables of their multiples.
   *
   * @return the tables by issuer identifier, in the order of configuration; unmodifiable
   * @throws IllegalStateException if the validator is closed
   */
  public Map<String, KeyTables> keyTables() {
    checkOpen();
    Map<String, KeyTables> tables = new LinkedHashMap<>();
    issuers.forEach((name, issuer) -> tables.put(name, issuer.keys().tables()));
    return Collections.unmodifiableMap(tables);
  }

  /** {@return how many access tokens the cache holds} */
  public long cachedTokens() {
    return cache.size();
  }

  /**
   * Forgets the cached tokens and closes the key sources of all issuers. Validations fail from then
   * on.
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

    private final Map<String, IssuerConfig> issuers = new LinkedHashMap<>();
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
     * Trusts an issuer; called once for each.
     *
     * @param issuer the issuer and what is asked of its tokens
     * @return this builder
     * @throws IllegalArgumentException if the issuer is trusted already
     */
    public Builder issuer(IssuerConfig issuer) {
      if (issuers.putIfAbsent(issuer.issuer(), issuer) != null) {
        throw new IllegalArgumentException(
            "issuer: " + issuer.issuer() + " is there already; configure each issuer once");
      }
      return this;
    }

    /**
     * How many validated access tokens are remembered; 1,000 unless set.
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
     * Bounds of a token; {@link TokenLimits#defaults()} unless set.
     *
     * @param bounds the bounds
     * @return this builder
     */
    public Builder limits(TokenLimits bounds) {
      limits = Objects.requireNonNull(bounds, "bounds");
      return this;
    }

    /**
     * Who sees every validation; nobody unless set.
     *
     * @param observer the monitor
     * @return this builder
     */
    public Builder monitor(TokenValidatorMonitor observer) {
      monitor = Objects.requireNonNull(observer, "observer");
      return this;
    }

    /**
     * What time it is; the system's clock unless set. Read once a validation, which throws what the
     * clock throws.
     *
     * @param source the clock
     * @return this builder
     */
    public Builder clock(InstantSource source) {
      clock = Objects.requireNonNull(source, "source");
      return this;
    }

    /**
     * Verifies all signatures with one provider of the Java Cryptography Architecture, say a
     * certified one. Unless set, it is the installed provider of the highest preference; but where
     * that is the JDK's own, this library verifies what it can ({@link
     * #signaturesByProvidersOnly}), and bcprov, where it is on the class path, the other elliptic
     * curves. Takes the place of a provider that was given before.
     *
     * @param name the name under which the provider is installed when the validator is made
     * @return this builder
     */
    public Builder signatureProvider(String name) {
      signatureProviderName = Objects.requireNonNull(name, "name");
      signatureProvider = null;
      return this;
    }

    /**
     * Verifies all signatures with one provider of the Java Cryptography Architecture, which need
     * not be installed: say one around a native library, whose speed is for signatures of tokens
     * alone. Takes the place of a provider that was given before.
     *
     * @param provider the provider; keys whose algorithm it does not have are not used
     * @return this builder
     */
    public Builder signatureProvider(Provider provider) {
      signatureProvider = Objects.requireNonNull(provider, "provider");
      signatureProviderName = null;
      return this;
    }

    /**
     * Leaves all arithmetic of signatures to providers of the Java Cryptography Architecture, for
     * those who must. Unless said, keys of ES256 and Ed25519 that are used are verified by tables
     * of their multiples, which this library makes: at 145 and 216 KiB a key, 13 to 33 times as
     * fast as the JDK. Where a {@linkplain #signatureProvider(String) provider is named}, it
     * verifies everything anyway.
     *
     * @return this builder
     */
    public Builder signaturesByProvidersOnly() {
      byProvidersOnly = true;
      return this;
    }

    /**
     * How many threads verify signatures at the same time; as many as come unless set. The others
     * wait, and who comes when there is room goes first; a cached token waits for nobody. For
     * services that validate on many more platform threads than there are processors, and cannot
     * have fewer.
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
                + "; choose about twice as many as there are processors, or leave it out for no bound");
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
     * Makes the validator. Nothing is fetched yet.
     *
     * @return the validator
     * @throws IllegalArgumentException if there is no issuer, or the provider is not installed
     */
    public TokenValidator build() {
      if (issuers.isEmpty()) {
        throw new IllegalArgumentException("issuer: none given; trust at least one issuer");
      }
      return new TokenValidator(this, signaturePolicy());
    }

    private static Provider installed(String name) {
      Provider provider = Security.getProvider(name);
      if (provider == null) {
        throw new IllegalArgumentException(
            "signatureProvider: "
                + name
                + " is not installed; install it, name one of the installed, or give the provider itself");
      }
      return provider;
    }
  }
}
