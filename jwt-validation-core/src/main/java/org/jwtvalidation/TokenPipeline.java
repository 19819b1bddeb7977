package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.CACHE_LOOKUP;
import static org.jwtvalidation.ValidationStep.CACHE_STORE;
import static org.jwtvalidation.ValidationStep.CLAIMS_VALIDATION;
import static org.jwtvalidation.ValidationStep.CUSTOM_CHECKS;
import static org.jwtvalidation.ValidationStep.HEADER_VALIDATION;
import static org.jwtvalidation.ValidationStep.ISSUER_CONFIG_RESOLUTION;
import static org.jwtvalidation.ValidationStep.ISSUER_EXTRACTION;
import static org.jwtvalidation.ValidationStep.KEY_RESOLUTION;
import static org.jwtvalidation.ValidationStep.SIGNATURE_VALIDATION;
import static org.jwtvalidation.ValidationStep.TOKEN_BUILDING;
import static org.jwtvalidation.ValidationStep.TOKEN_FORMAT_CHECK;
import static org.jwtvalidation.ValidationStep.TOKEN_PARSING;

import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidatorMonitor.Recording;
import org.jwtvalidation.jwk.SignatureVerifier;

/**
 * The path of a token through its validation. A step either returns or rejects the token by an
 * exception.
 */
final class TokenPipeline {

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
    this.parser = new JwsParser(limits);
    this.issuers = issuers;
    this.gate = gate;
    this.clock = clock;
  }

  /**
   * Validates an access token.
   *
   * @param checkedMethods how the caller checks that the sender has the token's key, or null if the
   *     issuer's configuration alone says whether that is checked elsewhere
   */
  AccessToken accessToken(
      @Nullable String token,
      @Nullable Set<ConfirmationMethod> checkedMethods,
      Recording recording) {
    String compact = checkFormat(token, recording);
    long now = clock.millis();
    TokenCache.Entry cached = lookUp(compact, now, IssuerKeys::inForce, recording);
    if (cached != null) {
      return served(cached, checkedMethods, recording);
    }
    CompactJws jws = parse(compact, recording);
    String name = issuerOf(jws, recording);
    TrustedIssuer issuer = found(issuers.find(name), name, recording);
    CheckedJws checked = checkAccessToken(jws, issuer, checkedMethods, now, recording);
    SignatureVerifier verifier = issuer.keys().resolve(checked.header());
    return accessToken(compact, checked, verifier, now, recording);
  }

  /** As {@link #accessToken}, without waiting: complete if issuer and keys are at hand. */
  CompletableFuture<AccessToken> accessTokenAsync(
      @Nullable String token,
      @Nullable Set<ConfirmationMethod> checkedMethods,
      Recording recording) {
    String compact = checkFormat(token, recording);
    long now = clock.millis();
    TokenCache.Entry cached = lookUp(compact, now, IssuerKeys::atHand, recording);
    if (cached != null) {
      return CompletableFuture.completedFuture(served(cached, checkedMethods, recording));
    }
    CompactJws jws = parse(compact, recording);
    String name = issuerOf(jws, recording);
    return issuers
        .findAsync(name)
        .thenCompose(issuer -> {
          CheckedJws checked =
              checkAccessToken(jws, found(issuer, name, recording), checkedMethods, now, recording);
          return keysOf(checked)
              .thenApply(verifier -> accessToken(compact, checked, verifier, now, recording));
        });
  }

  IdToken idToken(@Nullable String token, IdTokenExpectation expected, Recording recording) {
    CompactJws jws = parse(checkFormat(token, recording), recording);
    long now = clock.millis();
    String name = issuerOf(jws, recording);
    TrustedIssuer issuer = found(issuers.find(name), name, recording);
    CheckedJws checked = checkIdToken(jws, issuer, expected, now, recording);
    SignatureVerifier verifier = issuer.keys().resolve(checked.header());
    return idToken(checked, expected, verifier, now, recording);
  }

  /** As {@link #idToken}, without waiting: complete if issuer and keys are at hand. */
  CompletableFuture<IdToken> idTokenAsync(
      @Nullable String token, IdTokenExpectation expected, Recording recording) {
    CompactJws jws = parse(checkFormat(token, recording), recording);
    long now = clock.millis();
    String name = issuerOf(jws, recording);
    return issuers
        .findAsync(name)
        .thenCompose(issuer -> {
          CheckedJws checked =
              checkIdToken(jws, found(issuer, name, recording), expected, now, recording);
          return keysOf(checked)
              .thenApply(verifier -> idToken(checked, expected, verifier, now, recording));
        });
  }

  void refreshTokenFormat(@Nullable String token, Recording recording) {
    checkFormat(token, recording);
  }

  // The steps up to the keys

  private String checkFormat(@Nullable String token, Recording recording) {
    recording.tokenLength(token == null ? 0 : token.length());
    String compact = limits.checkFormat(token);
    recording.completed(TOKEN_FORMAT_CHECK);
    return compact;
  }

  private TokenCache.@Nullable Entry lookUp(
      String compact,
      long now,
      Function<IssuerKeys, @Nullable VerifierSet> inForce,
      Recording recording) {
    TokenCache.Entry cached = cache.find(compact, now, inForce);
    recording.completed(CACHE_LOOKUP);
    return cached;
  }

  private AccessToken served(
      TokenCache.Entry cached,
      @Nullable Set<ConfirmationMethod> checkedMethods,
      Recording recording) {
    recording.cacheHit();
    recording.issuerFound(cached.issuer().name());
    recording.keyFound(cached.verifier().key());
    if (cached.dependsOnSender()) {
      AccessTokenRules rules = cached.issuer().rules().forAccessTokens();
      rules.checkSender(cached.token().claims(), checkedMethods);
    }
    if (cached.issuer().rules().hasChecks()) {
      runChecks(cached.issuer(), cached.token().claims(), recording);
      checkNotWithdrawn(cached.issuer());
    }
    return cached.token();
  }

  private CompactJws parse(String compact, Recording recording) {
    CompactJws jws = parser.parse(compact);
    recording.completed(TOKEN_PARSING);
    return jws;
  }

  private static String issuerOf(CompactJws jws, Recording recording) {
    Object iss = jws.claims().get("iss");
    if (!(iss instanceof String name)) {
      boolean missing = !jws.claims().containsKey("iss");
      throw rejected(
          ISSUER_EXTRACTION, missing ? Reason.ISSUER_MISSING : Reason.CLAIM_MALFORMED, "iss");
    }
    recording.completed(ISSUER_EXTRACTION);
    return name;
  }

  private TrustedIssuer found(@Nullable TrustedIssuer issuer, String name, Recording recording) {
    if (issuer == null) {
      throw rejected(
          ISSUER_CONFIG_RESOLUTION, Reason.ISSUER_UNKNOWN, "iss", issuers.expectedInPlaceOf(name));
    }
    recording.issuerFound(issuer.name());
    recording.completed(ISSUER_CONFIG_RESOLUTION);
    return issuer;
  }

  private static CheckedJws checkAccessToken(
      CompactJws jws,
      TrustedIssuer issuer,
      @Nullable Set<ConfirmationMethod> checkedMethods,
      long now,
      Recording recording) {
    JoseHeader header = issuer.rules().checkAccessTokenHeader(jws.header());
    recording.completed(HEADER_VALIDATION);
    CheckedClaims claims =
        issuer
            .rules()
            .forAccessTokens()
            .check(header, new UntrustedClaims(jws.claims()), checkedMethods, now);
    recording.completed(CLAIMS_VALIDATION);
    return new CheckedJws(jws, issuer, header, claims);
  }

  private static CheckedJws checkIdToken(
      CompactJws jws,
      TrustedIssuer issuer,
      IdTokenExpectation expected,
      long now,
      Recording recording) {
    JoseHeader header = issuer.rules().checkIdTokenHeader(jws.header());
    recording.completed(HEADER_VALIDATION);
    CheckedClaims claims =
        issuer.rules().forIdTokens(expected).check(new UntrustedClaims(jws.claims()), now);
    recording.completed(CLAIMS_VALIDATION);
    return new CheckedJws(jws, issuer, header, claims);
  }

  // The steps from the keys on

  private static CompletableFuture<SignatureVerifier> keysOf(CheckedJws checked) {
    return checked.issuer().keys().resolveAsync(checked.header());
  }

  private AccessToken accessToken(
      String compact,
      CheckedJws checked,
      SignatureVerifier verifier,
      long now,
      Recording recording) {
    TrustedIssuer issuer = checked.issuer();
    VerifiedJws verified = verify(checked, verifier, now, recording);
    MappedClaims mapped = issuer.rules().map(verified.claims());
    runChecks(issuer, verified.claims(), recording);
    checkNotWithdrawn(issuer);
    AccessToken accessToken =
        new AccessToken(issuer.identifier(), checked.claims(), verified, mapped);
    recording.completed(TOKEN_BUILDING);
    cache.store(
        compact,
        new TokenCache.Entry(
            accessToken,
            checked.jws().claimsMemory(),
            issuer,
            verifier,
            checked.claims().usableFrom(),
            checked.claims().usableUntil()));
    recording.completed(CACHE_STORE);
    return accessToken;
  }

  private IdToken idToken(
      CheckedJws checked,
      IdTokenExpectation expected,
      SignatureVerifier verifier,
      long now,
      Recording recording) {
    TrustedIssuer issuer = checked.issuer();
    VerifiedJws verified = verify(checked, verifier, now, recording);
    issuer.rules().forIdTokens(expected).checkAccessTokenHash(verified);
    runChecks(issuer, verified.claims(), recording);
    checkNotWithdrawn(issuer);
    IdToken idToken = new IdToken(issuer.identifier(), checked.claims(), verified);
    recording.completed(TOKEN_BUILDING);
    return idToken;
  }

  private VerifiedJws verify(
      CheckedJws checked, SignatureVerifier verifier, long now, Recording recording) {
    if (!checked.issuer().trust().covers(verifier.key())) {
      throw rejected(KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
    }
    recording.keyFound(verifier.key());
    recording.completed(KEY_RESOLUTION);
    VerifiedJws verified = gate.verify(checked.jws(), verifier);
    parser.remember(checked.jws());
    checked.issuer().trust().verified(now);
    recording.completed(SIGNATURE_VALIDATION);
    return verified;
  }

  /** After all that may take its time: keys, turns to verify, code of users. */
  private void checkNotWithdrawn(TrustedIssuer issuer) {
    if (issuers.isWithdrawn(issuer)) {
      throw new KeysUnavailableException(
          "the issuer was forgotten, or the validator closed, during the validation", null);
    }
  }

  private static void runChecks(TrustedIssuer issuer, ClaimsSet claims, Recording recording) {
    if (issuer.rules().hasChecks()) {
      issuer.rules().runChecks(claims);
      recording.completed(CUSTOM_CHECKS);
    }
  }
}
