// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.jwtvalidation.token.ValidationStep.CACHE_LOOKUP;
import static org.jwtvalidation.token.ValidationStep.CACHE_STORE;
import static org.jwtvalidation.token.ValidationStep.CLAIMS_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.CUSTOM_CHECKS;
import static org.jwtvalidation.token.ValidationStep.HEADER_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.ISSUER_CONFIG_RESOLUTION;
import static org.jwtvalidation.token.ValidationStep.ISSUER_EXTRACTION;
import static org.jwtvalidation.token.ValidationStep.KEY_RESOLUTION;
import static org.jwtvalidation.token.ValidationStep.SIGNATURE_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.TOKEN_BUILDING;
import static org.jwtvalidation.token.ValidationStep.TOKEN_FORMAT_CHECK;
import static org.jwtvalidation.token.ValidationStep.TOKEN_PARSING;

import java.lang.System.Logger.Level;
import java.security.PublicKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.internal.jws.JwsParser;
import org.jwtvalidation.internal.jws.MappedClaims;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.internal.keys.Awaited;
import org.jwtvalidation.internal.keys.KeySearch;
import org.jwtvalidation.internal.rules.AccessTokenRules;
import org.jwtvalidation.internal.rules.FormatRules;
import org.jwtvalidation.internal.rules.Hint;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.internal.rules.SenderBinding;
import org.jwtvalidation.internal.rules.UntrustedClaims;
import org.jwtvalidation.internal.rules.VerificationGate;
import org.jwtvalidation.internal.watch.Watch;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationStep;

/**
 * The path of a token through its validation. What lies below answers, or names the rule that a
 * token breaks; this class alone says in which step a token is, and rejects it.
 */
final class TokenPipeline {

  private static final GuardedLogger LOGGER = new GuardedLogger(GuardedLogger.VALIDATIONS);

  private final TokenLimits limits;
  private final TokenCache cache;
  private final JwsParser parser;
  private final TrustedIssuers issuers;
  private final VerificationGate gate;
  private final InstantSource clock;

  TokenPipeline(
      TokenLimits limits,
      TokenCache cache,
      TrustedIssuers issuers,
      VerificationGate gate,
      InstantSource clock) {
    this.limits = limits;
    this.cache = cache;
    this.parser = new JwsParser(limits.ofParsing());
    this.issuers = issuers;
    this.gate = gate;
    this.clock = clock;
  }

  /**
   * Validates an access token, and waits where it has to. A token from the cache costs no object
   * but its key.
   *
   * @param binding how it is checked that the sender has the token's key
   */
  AccessToken accessToken(@Nullable String token, SenderBinding binding, Watch watch) {
    String compact = checkFormat(token, watch);
    long now = clock.millis();
    AccessToken cached = cached(compact, now, binding, watch);
    return cached == null ? new OfAccessToken(compact, binding, now, watch).await() : cached;
  }

  /** As {@link #accessToken}, and never waits. */
  CompletableFuture<AccessToken> accessTokenLater(
      @Nullable String token, SenderBinding binding, Watch watch) {
    String compact = checkFormat(token, watch);
    long now = clock.millis();
    AccessToken cached = cached(compact, now, binding, watch);
    return cached == null
        ? new OfAccessToken(compact, binding, now, watch).later()
        : CompletableFuture.completedFuture(cached);
  }

  /** The validation of an ID token, which has not begun. */
  Validation<IdToken> idToken(@Nullable String token, IdTokenExpectation expected, Watch watch) {
    return new OfIdToken(checkFormat(token, watch), expected, clock.millis(), watch);
  }

  void checkRefreshTokenFormat(@Nullable String token, Watch watch) {
    var unused = checkFormat(token, watch);
    watch.completed(TOKEN_FORMAT_CHECK);
  }

  /** The one place where a token is rejected. */
  static TokenRejectedException rejected(ValidationStep step, RuleViolation violation) {
    TokenRejectedException rejected =
        new TokenRejectedException(new Rejection(step, violation.reason(), violation.claim()));
    LOGGER.log(Level.DEBUG, () -> rejected.getMessage() + violation.remark(), null);
    return rejected;
  }

  // The path

  /** Takes a token as far as it gets without waiting; null if it waits. */
  <T> @Nullable T begin(Validation<T> validation) throws RuleViolation {
    CompactJws jws = parse(validation);
    String name = issuerOf(jws, validation);
    TrustedIssuer atHand = issuers.atHand(name);
    Awaited<@Nullable TrustedIssuer> later = atHand == null ? issuers.later(name) : null;
    return later == null
        ? check(jws, found(atHand, name, validation), validation)
        : validation.waitFor(
            jws, later, issuer -> check(jws, found(issuer, name, validation), validation));
  }

  private <T> @Nullable T check(CompactJws jws, TrustedIssuer issuer, Validation<T> validation)
      throws RuleViolation {
    validation.begin(HEADER_VALIDATION);
    JoseHeader header = validation.check(jws.header(), issuer.rules());
    validation.begin(CLAIMS_VALIDATION);
    CheckedClaims claims =
        validation.check(header, new UntrustedClaims(jws.claims()), issuer.rules());
    validation.begin(KEY_RESOLUTION);
    CheckedJws checked = new CheckedJws(jws, issuer, header, claims);
    String keyId = header.keyId();
    Set<SignatureAlgorithm> algorithms = header.algorithms();
    List<SignatureVerifier> fitting = issuer.keys().fitting(keyId, algorithms);
    return fitting.isEmpty()
        ? search(issuer.keys().search(keyId, algorithms), checked, validation)
        : verify(checked, fitting, validation);
  }

  private <T> @Nullable T search(KeySearch search, CheckedJws checked, Validation<T> validation)
      throws RuleViolation {
    Awaited<JwkSet> next = search.next();
    return next == null
        ? verify(checked, search.fitting(), validation)
        : validation.waitFor(
            checked.jws(),
            next,
            jwkSet -> {
              search.found(jwkSet);
              return search(search, checked, validation);
            });
  }

  private <T> T verify(
      CheckedJws checked, List<SignatureVerifier> fitting, Validation<T> validation)
      throws RuleViolation {
    SignatureVerifier verifier = theOne(fitting, checked.issuer(), validation);
    validation.begin(SIGNATURE_VALIDATION);
    VerifiedJws verified = gate.verify(checked.jws(), verifier);
    parser.remember(verified);
    checked.issuer().trust().verified(validation.now());
    return validation.token(checked, verifier, verified);
  }

  // The steps

  private String checkFormat(@Nullable String token, Watch watch) {
    watch.begun(token);
    try {
      return FormatRules.check(token, limits.tokenLength());
    } catch (RuleViolation e) {
      throw rejected(TOKEN_FORMAT_CHECK, e);
    }
  }

  private @Nullable AccessToken cached(
      String compact, long now, SenderBinding binding, Watch watch) {
    watch.completed(TOKEN_FORMAT_CHECK);
    TokenCache.Entry cached = cache.find(compact, now);
    return cached == null ? null : served(cached, binding, watch);
  }

  private AccessToken served(TokenCache.Entry cached, SenderBinding binding, Watch watch) {
    watch.foundInCache();
    watch.found(cached.issuer.name());
    watch.found(cached.verifier.key());
    watch.completed(CACHE_LOOKUP);
    boolean hasChecks = cached.issuer.rules().hasChecks();
    if (cached.dependsOnSender) {
      checkSender(cached, binding, watch);
    }
    if (hasChecks) {
      runChecks(cached, watch);
    }
    if (hasChecks || cached.dependsOnSender) {
      checkNotWithdrawn(cached.issuer);
    }
    return cached.token;
  }

  private static void checkSender(TokenCache.Entry cached, SenderBinding binding, Watch watch) {
    AccessTokenRules rules = cached.issuer.rules().forAccessTokens();
    try {
      rules.checkSender(cached.token.claims(), binding);
    } catch (RuleViolation e) {
      throw rejected(CLAIMS_VALIDATION, e);
    }
    watch.completed(CLAIMS_VALIDATION);
  }

  private void runChecks(TokenCache.Entry cached, Watch watch) {
    try {
      cached.issuer.rules().runChecks(cached.token.claims());
    } catch (RuleViolation e) {
      throw rejected(CUSTOM_CHECKS, e);
    }
    watch.completed(CUSTOM_CHECKS);
  }

  private CompactJws parse(Validation<?> validation) throws RuleViolation {
    validation.begin(TOKEN_PARSING);
    return FormatRules.parse(validation.compact(), parser);
  }

  private static String issuerOf(CompactJws jws, Validation<?> validation) throws RuleViolation {
    validation.begin(ISSUER_EXTRACTION);
    Object iss = jws.claims().get("iss");
    if (!(iss instanceof String name)) {
      boolean missing = !jws.claims().containsKey("iss");
      throw RuleViolation.of(missing ? Reason.ISSUER_MISSING : Reason.CLAIM_MALFORMED, "iss");
    }
    validation.begin(ISSUER_CONFIG_RESOLUTION);
    return name;
  }

  private TrustedIssuer found(@Nullable TrustedIssuer issuer, String name, Validation<?> validation)
      throws RuleViolation {
    if (issuer == null) {
      throw RuleViolation.of(Reason.ISSUER_UNKNOWN, "iss", issuers.expectedInPlaceOf(name));
    }
    validation.watch().found(issuer.name());
    return issuer;
  }

  /**
   * The verifier of the only key that fits. Several issuers may have that key, each with an entry
   * of its own.
   */
  private static SignatureVerifier theOne(
      List<SignatureVerifier> fitting, TrustedIssuer issuer, Validation<?> validation)
      throws RuleViolation {
    if (fitting.isEmpty()) {
      throw RuleViolation.of(Reason.KEY_UNKNOWN, "kid");
    }
    PublicKey key = fitting.get(0).key().publicKey();
    SignatureVerifier covered = null;
    for (SignatureVerifier verifier : fitting) {
      if (verifier.key().publicKey() != key && !verifier.key().publicKey().equals(key)) {
        throw RuleViolation.of(Reason.KEY_AMBIGUOUS, "kid");
      }
      if (covered == null && issuer.trust().covers(verifier.key())) {
        covered = verifier;
      }
    }
    if (covered == null) {
      throw RuleViolation.of(Reason.KEY_UNKNOWN, "kid", Hint.KEY_OF_ANOTHER_ISSUER);
    }
    validation.watch().found(covered.key());
    return covered;
  }

  /** After all that may take its time: keys, turns to verify, application code. */
  private void checkNotWithdrawn(TrustedIssuer issuer) {
    if (issuers.isWithdrawn(issuer)) {
      throw new UndecidedException(
          "the issuer was forgotten, or the validator closed, during the validation", null);
    }
  }

  // What depends on the kind of token

  private final class OfAccessToken extends Validation<AccessToken> {

    private final SenderBinding binding;

    private OfAccessToken(String compact, SenderBinding binding, long now, Watch watch) {
      super(TokenPipeline.this, compact, CACHE_LOOKUP, now, watch);
      this.binding = binding;
    }

    @Override
    JoseHeader check(Map<String, @Nullable Object> header, IssuerRules rules) throws RuleViolation {
      return rules.checkAccessTokenHeader(header);
    }

    @Override
    CheckedClaims check(JoseHeader header, UntrustedClaims claims, IssuerRules rules)
        throws RuleViolation {
      return rules.forAccessTokens().check(header, claims, binding, now());
    }

    @Override
    AccessToken token(CheckedJws checked, SignatureVerifier verifier, VerifiedJws verified)
        throws RuleViolation {
      TrustedIssuer issuer = checked.issuer();
      ClaimsSet claims = new ClaimsSet(verified);
      begin(CUSTOM_CHECKS);
      MappedClaims mapped = issuer.rules().map(claims);
      issuer.rules().runChecks(claims);
      checkNotWithdrawn(issuer);
      begin(TOKEN_BUILDING);
      AccessToken accessToken =
          new AccessToken(issuer.identifier(), checked.claims(), verified, claims, mapped);
      begin(CACHE_STORE);
      cache.store(
          compact(),
          new TokenCache.Entry(
              accessToken,
              checked.jws().memory(),
              issuer,
              verifier,
              checked.claims().usableFrom(),
              checked.claims().usableUntil()));
      end();
      return accessToken;
    }
  }

  private final class OfIdToken extends Validation<IdToken> {

    private final IdTokenExpectation expected;

    private OfIdToken(String compact, IdTokenExpectation expected, long now, Watch watch) {
      super(TokenPipeline.this, compact, TOKEN_FORMAT_CHECK, now, watch);
      this.expected = expected;
    }

    @Override
    JoseHeader check(Map<String, @Nullable Object> header, IssuerRules rules) throws RuleViolation {
      return rules.checkIdTokenHeader(header);
    }

    @Override
    CheckedClaims check(JoseHeader header, UntrustedClaims claims, IssuerRules rules)
        throws RuleViolation {
      return rules.forIdTokens(expected).check(claims, now());
    }

    @Override
    IdToken token(CheckedJws checked, SignatureVerifier verifier, VerifiedJws verified)
        throws RuleViolation {
      TrustedIssuer issuer = checked.issuer();
      ClaimsSet claims = new ClaimsSet(verified);
      begin(CUSTOM_CHECKS);
      issuer.rules().forIdTokens(expected).checkAccessTokenHash(verified);
      issuer.rules().runChecks(claims);
      checkNotWithdrawn(issuer);
      begin(TOKEN_BUILDING);
      IdToken idToken = new IdToken(issuer.identifier(), checked.claims(), verified, claims);
      end();
      return idToken;
    }
  }
}
