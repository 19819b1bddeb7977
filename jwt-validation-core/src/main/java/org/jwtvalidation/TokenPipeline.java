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
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.internal.jws.JwsLimits;
import org.jwtvalidation.internal.jws.JwsParser;
import org.jwtvalidation.internal.jws.KnownHeaders;
import org.jwtvalidation.internal.jws.MappedClaims;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.internal.rules.AccessTokenRules;
import org.jwtvalidation.internal.rules.FormatRules;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.internal.rules.UntrustedClaims;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.monitor.TokenValidatorMonitor.Recording;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.ConfirmationMethod;
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
  private final KnownHeaders knownHeaders = new KnownHeaders();
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
    this.parser = new JwsParser(jwsLimits(limits));
    this.issuers = issuers;
    this.gate = gate;
    this.clock = clock;
  }

  static JwsLimits jwsLimits(TokenLimits limits) {
    return JwsLimits.of(
        limits.tokenLength(),
        limits.headerLength(),
        limits.depth(),
        limits.stringLength(),
        limits.members());
  }

  /**
   * Validates an access token. A token from the cache costs no object but its key.
   *
   * @param checkedMethods how the caller checks that the sender has the token's key, or null if the
   *     issuer's configuration alone says whether that is checked elsewhere
   */
  AccessToken accessToken(
      @Nullable String token,
      @Nullable Set<ConfirmationMethod> checkedMethods,
      Recording recording) {
    String compact = checkFormat(token, recording);
    recording.completed(TOKEN_FORMAT_CHECK);
    long now = clock.millis();
    TokenCache.Entry cached = cache.find(compact, now, IssuerKeys::inForce);
    return cached == null
        ? accessToken(compact, now, new Validation(CACHE_LOOKUP, checkedMethods, recording))
        : served(cached, checkedMethods, recording);
  }

  private AccessToken accessToken(String compact, long now, Validation validation) {
    try {
      CompactJws jws = parse(compact, validation);
      String name = issuerOf(jws, validation);
      TrustedIssuer issuer = found(issuers.find(name), name, validation);
      CheckedJws checked = checkAccessToken(jws, issuer, now, validation);
      return accessToken(compact, checked, fitting(checked), now, validation);
    } catch (RuleViolation e) {
      throw validation.rejected(e);
    }
  }

  /** As {@link #accessToken}, without waiting: complete if issuer and keys are at hand. */
  CompletableFuture<AccessToken> accessTokenAsync(
      @Nullable String token,
      @Nullable Set<ConfirmationMethod> checkedMethods,
      Recording recording) {
    String compact = checkFormat(token, recording);
    recording.completed(TOKEN_FORMAT_CHECK);
    long now = clock.millis();
    TokenCache.Entry cached = cache.find(compact, now, IssuerKeys::atHand);
    return cached == null
        ? accessTokenAsync(compact, now, new Validation(CACHE_LOOKUP, checkedMethods, recording))
        : CompletableFuture.completedFuture(served(cached, checkedMethods, recording));
  }

  private CompletableFuture<AccessToken> accessTokenAsync(
      String compact, long now, Validation validation) {
    try {
      CompactJws jws = parse(compact, validation);
      String name = issuerOf(jws, validation);
      return issuers
          .findAsync(name)
          .thenCompose(
              rest(
                  validation,
                  issuer -> {
                    CheckedJws checked =
                        checkAccessToken(jws, found(issuer, name, validation), now, validation);
                    return fittingAsync(checked)
                        .thenApply(
                            rest(
                                validation,
                                fitting ->
                                    accessToken(compact, checked, fitting, now, validation)));
                  }));
    } catch (RuleViolation e) {
      throw validation.rejected(e);
    }
  }

  IdToken idToken(@Nullable String token, IdTokenExpectation expected, Recording recording) {
    String compact = checkFormat(token, recording);
    Validation validation = new Validation(TOKEN_FORMAT_CHECK, null, recording);
    try {
      CompactJws jws = parse(compact, validation);
      String name = issuerOf(jws, validation);
      long now = clock.millis();
      TrustedIssuer issuer = found(issuers.find(name), name, validation);
      CheckedJws checked = checkIdToken(jws, issuer, expected, now, validation);
      return idToken(checked, expected, fitting(checked), now, validation);
    } catch (RuleViolation e) {
      throw validation.rejected(e);
    }
  }

  /** As {@link #idToken}, without waiting: complete if issuer and keys are at hand. */
  CompletableFuture<IdToken> idTokenAsync(
      @Nullable String token, IdTokenExpectation expected, Recording recording) {
    String compact = checkFormat(token, recording);
    Validation validation = new Validation(TOKEN_FORMAT_CHECK, null, recording);
    try {
      CompactJws jws = parse(compact, validation);
      String name = issuerOf(jws, validation);
      long now = clock.millis();
      return issuers
          .findAsync(name)
          .thenCompose(
              rest(
                  validation,
                  issuer -> {
                    CheckedJws checked =
                        checkIdToken(
                            jws, found(issuer, name, validation), expected, now, validation);
                    return fittingAsync(checked)
                        .thenApply(
                            rest(
                                validation,
                                fitting -> idToken(checked, expected, fitting, now, validation)));
                  }));
    } catch (RuleViolation e) {
      throw validation.rejected(e);
    }
  }

  void refreshTokenFormat(@Nullable String token, Recording recording) {
    var unused = checkFormat(token, recording);
    recording.completed(TOKEN_FORMAT_CHECK);
  }

  /** The one place where a token is rejected. */
  static TokenRejectedException rejected(ValidationStep step, RuleViolation violation) {
    TokenRejectedException rejected =
        new TokenRejectedException(new Rejection(step, violation.reason(), violation.claim()));
    LOGGER.log(Level.DEBUG, () -> rejected.getMessage() + violation.remark(), null);
    return rejected;
  }

  /** The rest of the path of a token that has waited. */
  private interface Rest<A, R> {

    R follow(A answer) throws RuleViolation;
  }

  private static <A extends @Nullable Object, R> Function<A, R> rest(
      Validation validation, Rest<A, R> rest) {
    return answer -> {
      try {
        return rest.follow(answer);
      } catch (RuleViolation e) {
        throw validation.rejected(e);
      }
    };
  }

  // The steps up to the keys

  private String checkFormat(@Nullable String token, Recording recording) {
    recording.tokenLength(token == null ? 0 : token.length());
    try {
      return FormatRules.check(token, limits.tokenLength());
    } catch (RuleViolation e) {
      throw rejected(TOKEN_FORMAT_CHECK, e);
    }
  }

  private AccessToken served(
      TokenCache.Entry cached,
      @Nullable Set<ConfirmationMethod> checkedMethods,
      Recording recording) {
    recording.cacheHit();
    recording.issuerFound(cached.issuer().name());
    recording.keyFound(cached.verifier().key());
    recording.completed(CACHE_LOOKUP);
    if (cached.dependsOnSender()) {
      checkSender(cached, checkedMethods, recording);
    }
    if (cached.issuer().rules().hasChecks()) {
      runChecks(cached, recording);
    }
    return cached.token();
  }

  private static void checkSender(
      TokenCache.Entry cached,
      @Nullable Set<ConfirmationMethod> checkedMethods,
      Recording recording) {
    AccessTokenRules rules = cached.issuer().rules().forAccessTokens();
    try {
      rules.checkSender(cached.token().claims(), checkedMethods);
    } catch (RuleViolation e) {
      throw rejected(CLAIMS_VALIDATION, e);
    }
    recording.completed(CLAIMS_VALIDATION);
  }

  private void runChecks(TokenCache.Entry cached, Recording recording) {
    try {
      cached.issuer().rules().runChecks(cached.token().claims());
    } catch (RuleViolation e) {
      throw rejected(CUSTOM_CHECKS, e);
    }
    recording.completed(CUSTOM_CHECKS);
    checkNotWithdrawn(cached.issuer());
  }

  private CompactJws parse(String compact, Validation validation) throws RuleViolation {
    validation.begin(TOKEN_PARSING);
    return FormatRules.parse(compact, parser, knownHeaders);
  }

  private static String issuerOf(CompactJws jws, Validation validation) throws RuleViolation {
    validation.begin(ISSUER_EXTRACTION);
    Object iss = jws.claims().get("iss");
    if (!(iss instanceof String name)) {
      boolean missing = !jws.claims().containsKey("iss");
      throw RuleViolation.of(missing ? Reason.ISSUER_MISSING : Reason.CLAIM_MALFORMED, "iss");
    }
    validation.begin(ISSUER_CONFIG_RESOLUTION);
    return name;
  }

  private TrustedIssuer found(@Nullable TrustedIssuer issuer, String name, Validation validation)
      throws RuleViolation {
    if (issuer == null) {
      throw RuleViolation.of(Reason.ISSUER_UNKNOWN, "iss", issuers.expectedInPlaceOf(name));
    }
    validation.recording().issuerFound(issuer.name());
    return issuer;
  }

  private static CheckedJws checkAccessToken(
      CompactJws jws, TrustedIssuer issuer, long now, Validation validation) throws RuleViolation {
    validation.begin(HEADER_VALIDATION);
    JoseHeader header = issuer.rules().checkAccessTokenHeader(jws.header());
    validation.begin(CLAIMS_VALIDATION);
    CheckedClaims claims =
        issuer
            .rules()
            .forAccessTokens()
            .check(header, new UntrustedClaims(jws.claims()), validation.checkedMethods(), now);
    validation.begin(KEY_RESOLUTION);
    return new CheckedJws(jws, issuer, header, claims);
  }

  private static CheckedJws checkIdToken(
      CompactJws jws,
      TrustedIssuer issuer,
      IdTokenExpectation expected,
      long now,
      Validation validation)
      throws RuleViolation {
    validation.begin(HEADER_VALIDATION);
    JoseHeader header = issuer.rules().checkIdTokenHeader(jws.header());
    validation.begin(CLAIMS_VALIDATION);
    CheckedClaims claims =
        issuer.rules().forIdTokens(expected).check(new UntrustedClaims(jws.claims()), now);
    validation.begin(KEY_RESOLUTION);
    return new CheckedJws(jws, issuer, header, claims);
  }

  // The steps from the keys on

  private static List<SignatureVerifier> fitting(CheckedJws checked) {
    JoseHeader header = checked.header();
    return checked.issuer().keys().fitting(header.keyId(), header.algorithms());
  }

  private static CompletableFuture<List<SignatureVerifier>> fittingAsync(CheckedJws checked) {
    JoseHeader header = checked.header();
    return checked.issuer().keys().fittingAsync(header.keyId(), header.algorithms());
  }

  private AccessToken accessToken(
      String compact,
      CheckedJws checked,
      List<SignatureVerifier> fitting,
      long now,
      Validation validation)
      throws RuleViolation {
    TrustedIssuer issuer = checked.issuer();
    SignatureVerifier verifier = theOne(fitting, issuer, validation);
    VerifiedJws verified = verify(checked, verifier, now, validation);
    ClaimsSet claims = new ClaimsSet(verified);
    validation.begin(CUSTOM_CHECKS);
    MappedClaims mapped = issuer.rules().map(claims);
    issuer.rules().runChecks(claims);
    checkNotWithdrawn(issuer);
    validation.begin(TOKEN_BUILDING);
    AccessToken accessToken =
        new AccessToken(issuer.identifier(), checked.claims(), verified, claims, mapped);
    validation.begin(CACHE_STORE);
    cache.store(
        compact,
        new TokenCache.Entry(
            accessToken,
            checked.jws().claimsMemory(),
            issuer,
            verifier,
            checked.claims().usableFrom(),
            checked.claims().usableUntil()));
    validation.end();
    return accessToken;
  }

  private IdToken idToken(
      CheckedJws checked,
      IdTokenExpectation expected,
      List<SignatureVerifier> fitting,
      long now,
      Validation validation)
      throws RuleViolation {
    TrustedIssuer issuer = checked.issuer();
    VerifiedJws verified = verify(checked, theOne(fitting, issuer, validation), now, validation);
    ClaimsSet claims = new ClaimsSet(verified);
    validation.begin(CUSTOM_CHECKS);
    issuer.rules().forIdTokens(expected).checkAccessTokenHash(verified);
    issuer.rules().runChecks(claims);
    checkNotWithdrawn(issuer);
    validation.begin(TOKEN_BUILDING);
    IdToken idToken = new IdToken(issuer.identifier(), checked.claims(), verified, claims);
    validation.end();
    return idToken;
  }

  /** The verifier that must be the only one that fits. */
  private static SignatureVerifier theOne(
      List<SignatureVerifier> fitting, TrustedIssuer issuer, Validation validation)
      throws RuleViolation {
    if (fitting.size() > 1) {
      throw RuleViolation.of(Reason.KEY_AMBIGUOUS, "kid");
    }
    if (fitting.isEmpty() || !issuer.trust().covers(fitting.get(0).key())) {
      throw RuleViolation.of(Reason.KEY_UNKNOWN, "kid");
    }
    validation.recording().keyFound(fitting.get(0).key());
    return fitting.get(0);
  }

  private VerifiedJws verify(
      CheckedJws checked, SignatureVerifier verifier, long now, Validation validation)
      throws RuleViolation {
    validation.begin(SIGNATURE_VALIDATION);
    VerifiedJws verified = gate.verify(checked.jws(), verifier);
    knownHeaders.remember(verified);
    checked.issuer().trust().verified(now);
    return verified;
  }

  /** After all that may take its time: keys, turns to verify, code of users. */
  private void checkNotWithdrawn(TrustedIssuer issuer) {
    if (issuers.isWithdrawn(issuer)) {
      throw new UndecidedException(
          "the issuer was forgotten, or the validator closed, during the validation", null);
    }
  }
}
