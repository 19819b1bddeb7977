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
import java.util.Map;
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
  private final Map<String, TrustedIssuer> issuers;
  private final VerificationGate gate;
  private final InstantSource clock;

  TokenPipeline(
      TokenLimits limits,
      TokenCache cache,
      Map<String, TrustedIssuer> issuers,
      VerificationGate gate,
      InstantSource clock) {
    this.limits = limits;
    this.cache = cache;
    this.parser = new JwsParser(limits);
    this.issuers = issuers;
    this.gate = gate;
    this.clock = clock;
  }

  AccessToken accessToken(@Nullable String token, Recording recording) {
    String compact = checkFormat(token, recording);
    long now = clock.millis();
    TokenCache.Entry cached = cache.find(compact, now);
    recording.completed(CACHE_LOOKUP);
    if (cached != null) {
      recording.cacheHit();
      recording.issuerFound(cached.issuer().name());
      recording.keyFound(cached.verifier().key());
      runChecks(cached.issuer(), cached.token().claims(), recording);
      return cached.token();
    }

    CompactJws jws = parse(compact, recording);
    TrustedIssuer issuer = resolveIssuer(jws, recording);
    JoseHeader header = issuer.rules().checkAccessTokenHeader(jws.header());
    recording.completed(HEADER_VALIDATION);
    CheckedClaims registered =
        issuer.rules().forAccessTokens().check(header, new UntrustedClaims(jws.claims()), now);
    recording.completed(CLAIMS_VALIDATION);
    VerifiedJws verified = verify(jws, header, issuer, recording);
    MappedClaims mapped = issuer.rules().map(verified.claims());
    runChecks(issuer, verified.claims(), recording);
    AccessToken accessToken = new AccessToken(issuer.name(), registered, verified, mapped);
    recording.completed(TOKEN_BUILDING);
    cache.store(
        compact,
        new TokenCache.Entry(
            accessToken,
            jws.claimsMemory(),
            issuer,
            verified.verifier(),
            registered.usableFrom(),
            registered.usableUntil()));
    recording.completed(CACHE_STORE);
    return accessToken;
  }

  IdToken idToken(@Nullable String token, IdTokenExpectation expected, Recording recording) {
    String compact = checkFormat(token, recording);
    long now = clock.millis();

    CompactJws jws = parse(compact, recording);
    TrustedIssuer issuer = resolveIssuer(jws, recording);
    JoseHeader header = issuer.rules().checkIdTokenHeader(jws.header());
    recording.completed(HEADER_VALIDATION);
    IdTokenRules rules = issuer.rules().forIdTokens(expected);
    CheckedClaims registered = rules.check(new UntrustedClaims(jws.claims()), now);
    recording.completed(CLAIMS_VALIDATION);
    VerifiedJws verified = verify(jws, header, issuer, recording);
    rules.checkAccessTokenHash(verified);
    runChecks(issuer, verified.claims(), recording);
    IdToken idToken = new IdToken(issuer.name(), registered, verified);
    recording.completed(TOKEN_BUILDING);
    return idToken;
  }

  void refreshTokenFormat(@Nullable String token, Recording recording) {
    checkFormat(token, recording);
  }

  private String checkFormat(@Nullable String token, Recording recording) {
    recording.tokenLength(token == null ? 0 : token.length());
    String compact = limits.checkFormat(token);
    recording.completed(TOKEN_FORMAT_CHECK);
    return compact;
  }

  private CompactJws parse(String compact, Recording recording) {
    CompactJws jws = parser.parse(compact);
    recording.completed(TOKEN_PARSING);
    return jws;
  }

  private TrustedIssuer resolveIssuer(CompactJws jws, Recording recording) {
    Object iss = jws.claims().get("iss");
    if (!(iss instanceof String name)) {
      boolean missing = !jws.claims().containsKey("iss");
      throw rejected(
          ISSUER_EXTRACTION, missing ? Reason.ISSUER_MISSING : Reason.CLAIM_MALFORMED, "iss");
    }
    recording.completed(ISSUER_EXTRACTION);
    TrustedIssuer issuer = issuers.get(name);
    if (issuer == null) {
      throw rejected(ISSUER_CONFIG_RESOLUTION, Reason.ISSUER_UNKNOWN, "iss");
    }
    recording.issuerFound(issuer.name());
    recording.completed(ISSUER_CONFIG_RESOLUTION);
    return issuer;
  }

  private VerifiedJws verify(
      CompactJws jws, JoseHeader header, TrustedIssuer issuer, Recording recording) {
    SignatureVerifier verifier = issuer.keys().resolve(header);
    recording.keyFound(verifier.key());
    recording.completed(KEY_RESOLUTION);
    VerifiedJws verified = gate.verify(jws, verifier);
    parser.remember(jws);
    recording.completed(SIGNATURE_VALIDATION);
    return verified;
  }

  private static void runChecks(TrustedIssuer issuer, ClaimsSet claims, Recording recording) {
    if (issuer.rules().hasChecks()) {
      issuer.rules().runChecks(claims);
      recording.completed(CUSTOM_CHECKS);
    }
  }
}
