package org.jwtvalidation;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;

/**
 * Runs the steps of a validation one by one, for benchmarks that time each alone. In the library's
 * package because the steps are not public. Thread-safe.
 */
public final class PipelineSteps {

  private final TokenLimits limits = TokenLimits.defaults();
  private final JwsParser parser = new JwsParser(limits);
  private final Map<String, TrustedIssuer> issuers;
  private final TokenCache cache;

  /** Sets up the steps of a validator with these issuers and this cache size. */
  public PipelineSteps(List<IssuerConfig> issuers, int cacheSize) {
    this.issuers =
        issuers.stream()
            .map(config ->
                TrustedIssuer.of(config, limits, SignaturePolicy.fastest(), Trust.CONFIGURED))
            .collect(Collectors.toUnmodifiableMap(TrustedIssuer::name, Function.identity()));
    this.cache = new TokenCache(cacheSize);
  }

  /** The results of each step for one valid token. */
  public final class Validation {

    private final String token;
    private final CompactJws jws;
    private final TrustedIssuer issuer;
    private final JoseHeader header;
    private final CheckedClaims registered;
    private final SignatureVerifier verifier;
    private final VerifiedJws verified;
    private final TokenCache.Entry entry;

    private Validation(String token) {
      this.token = limits.checkFormat(token);
      this.jws = parser.parse(token);
      this.issuer = issuer(jws);
      this.header = issuer.rules().checkAccessTokenHeader(jws.header());
      this.registered = check(System.currentTimeMillis());
      this.verifier = issuer.keys().resolve(header);
      this.verified = VerifiedJws.verify(jws, verifier);
      parser.remember(jws);
      this.entry = entry();
    }

    /** Checks that the token is present and not too long. */
    public String checkFormat() {
      return limits.checkFormat(token);
    }

    /** Looks the token up in the cache. */
    public boolean isCached() {
      return cache.find(token, System.currentTimeMillis(), IssuerKeys::inForce) != null;
    }

    /** Parses the token. */
    public Object parse() {
      return parser.parse(token);
    }

    /** Finds the rules of the issuer that the token names. */
    public Object findIssuer() {
      return issuer(jws);
    }

    /** Checks the JOSE Header. */
    public Object checkHeader() {
      return issuer.rules().checkAccessTokenHeader(jws.header());
    }

    /** Checks the claims. */
    public Object checkClaims() {
      return check(System.currentTimeMillis());
    }

    /** Finds the key that the header names. */
    public SignatureVerifier resolveKey() {
      return issuer.keys().resolve(header);
    }

    /** Verifies the signature. */
    public Object verifySignature() {
      return VerifiedJws.verify(jws, verifier);
    }

    /** Builds the token for the caller. */
    public AccessToken build() {
      return new AccessToken(
          issuer.name(), registered, verified, issuer.rules().map(verified.claims()));
    }

    /** Stores the token in the cache, which evicts another. */
    public void store() {
      cache.store(token, entry);
    }

    private CheckedClaims check(long now) {
      return issuer
          .rules()
          .forAccessTokens()
          .check(header, new UntrustedClaims(jws.claims()), null, now);
    }

    private TokenCache.Entry entry() {
      return new TokenCache.Entry(
          build(),
          jws.claimsMemory(),
          issuer,
          verifier,
          registered.usableFrom(),
          registered.usableUntil());
    }
  }

  /**
   * Runs all steps except those of the cache.
   *
   * @param token a valid access token
   * @return the results of the steps
   * @throws TokenRejectedException if the token is invalid
   */
  public Validation validation(String token) {
    return new Validation(token);
  }

  private TrustedIssuer issuer(CompactJws jws) {
    TrustedIssuer issuer =
        jws.claims().get("iss") instanceof String name ? issuers.get(name) : null;
    if (issuer == null) {
      throw new IllegalArgumentException("token: its issuer is not trusted");
    }
    return issuer;
  }
}
