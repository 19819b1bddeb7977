// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.internal.jws.JwsParser;
import org.jwtvalidation.internal.jws.MappedClaims;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.internal.rules.AccessTokenRules;
import org.jwtvalidation.internal.rules.FormatRules;
import org.jwtvalidation.internal.rules.SenderBinding;
import org.jwtvalidation.internal.rules.UntrustedClaims;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ClaimsSet;

/**
 * Runs the steps of a validation one by one, for benchmarks that time each alone. In the library's
 * package because its issuers at run time and its cache are not public. Thread-safe.
 */
public final class PipelineSteps {

  private final TokenLimits limits = TokenLimits.defaults();
  private final JwsParser parser = new JwsParser(limits.ofParsing());
  private final Map<String, TrustedIssuer> issuers;
  private final TokenCache cache;

  /** Sets up the steps of a validator with these issuers and this cache size. */
  public PipelineSteps(List<IssuerConfig> issuers, int cacheSize) {
    this.issuers =
        issuers.stream()
            .map(config ->
                TrustedIssuer.of(config, SignaturePolicy.fastest(), new ConfiguredTrust(config)))
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

    private Validation(String token) throws Exception {
      this.token = token;
      this.jws = parse();
      this.issuer = issuer(jws);
      this.header = checkHeader();
      this.registered = check(System.currentTimeMillis());
      this.verifier = resolveKey();
      this.verified = verifySignature();
      parser.remember(verified);
      this.entry = entry();
    }

    /**
     * Checks that the token is present and not too long.
     *
     * @throws Exception if it is not, like the other methods if it is invalid
     */
    public String checkFormat() throws Exception {
      return FormatRules.check(token, limits.tokenLength());
    }

    /** Looks the token up in the cache. */
    public boolean isCached() {
      return cache.find(token, System.currentTimeMillis()) != null;
    }

    /** Parses the token. */
    public CompactJws parse() throws Exception {
      return parser.parse(token);
    }

    /** Finds the rules of the issuer that the token names. */
    public Object findIssuer() {
      return issuer(jws);
    }

    /** Checks the JOSE Header. */
    public JoseHeader checkHeader() throws Exception {
      return issuer.rules().checkAccessTokenHeader(jws.header());
    }

    /** Checks the claims. */
    public Object checkClaims() throws Exception {
      return check(System.currentTimeMillis());
    }

    /** Finds the key that the header names. */
    public SignatureVerifier resolveKey() {
      return issuer.keys().fitting(header.keyId(), header.algorithms()).get(0);
    }

    /** Verifies the signature. */
    public VerifiedJws verifySignature() {
      return Objects.requireNonNull(VerifiedJws.verify(jws, verifier), "signature");
    }

    /** Builds the token for the caller. */
    public AccessToken build() throws Exception {
      ClaimsSet claims = new ClaimsSet(verified);
      MappedClaims mapped = issuer.rules().map(claims);
      return new AccessToken(issuer.name(), registered, verified, claims, mapped);
    }

    /** Stores the token in the cache, which evicts another. */
    public void store() {
      cache.store(token, entry);
    }

    private CheckedClaims check(long now) throws Exception {
      AccessTokenRules rules = issuer.rules().forAccessTokens();
      return rules.check(
          header, new UntrustedClaims(jws.claims()), SenderBinding.AS_CONFIGURED, now);
    }

    private TokenCache.Entry entry() throws Exception {
      return new TokenCache.Entry(
          build(),
          jws.memory(),
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
   * @throws Exception if the token is invalid
   */
  public Validation validation(String token) throws Exception {
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
