// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.internal.jws.JwsParser;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.internal.rules.FormatRules;
import org.jwtvalidation.internal.rules.HeaderRules;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.internal.rules.SignatureRule;
import org.jwtvalidation.internal.rules.UntrustedClaims;
import org.jwtvalidation.jwk.EmbeddedKey;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.UndecidedException;

/**
 * Performs the checks of DPoP proofs (RFC 9449 section 4.3) that do not need the request: their
 * form, and the signature by the key to which a token is bound. Proofs are parsed like tokens, with
 * the same limits. Thread-safe.
 *
 * <p>A client signs every proof by the same key. The keys of the last clients are kept, so that
 * they are checked once, and that frequently used ones get tables: proofs for ES256 and Ed25519
 * become cheap from the 17th on.
 */
final class DpopProofVerifier {

  private static final int MAX_JTI_LENGTH = 128;

  /** A thumbprint stands for its key, since nobody can find two keys with the same one. */
  private record KeyName(String thumbprint, SignatureAlgorithm algorithm) {

    static KeyName of(EmbeddedKey key) {
      return new KeyName(key.thumbprint(), key.algorithm());
    }
  }

  private final Set<SignatureAlgorithm> algorithms;
  private final int maxLength;
  private final JwsParser parser;
  private final HeaderRules headerRules;
  private final SignaturePolicy policy;
  private final Cache<KeyName, SignatureVerifier> keys;
  private final SignatureRule signatureRule = new SignatureRule("proofs");

  /**
   * Creates a verifier.
   *
   * @param algorithms the algorithms of proofs that are accepted; unmodifiable
   * @param maxKnownKeys how many clients' keys are kept
   */
  DpopProofVerifier(
      Set<SignatureAlgorithm> algorithms,
      TokenLimits limits,
      SignaturePolicy policy,
      int maxKnownKeys) {
    this.algorithms = algorithms;
    this.maxLength = limits.tokenLength();
    this.parser = new JwsParser(limits.ofParsing());
    this.headerRules = new HeaderRules(algorithms, Set.of("jwk"));
    this.policy = policy.withTableBudget(policy.tableBudget());
    this.keys =
        Caffeine.newBuilder()
            // By weight as in the token cache, so that a native image needs one class for both.
            .maximumWeight(maxKnownKeys)
            .weigher((KeyName name, SignatureVerifier verifier) -> 1)
            .executor(Runnable::run)
            .build();
  }

  /**
   * Verifies a proof.
   *
   * @param proof the proof in compact serialization, or null if there is none
   * @param keyThumbprint the JWK SHA-256 Thumbprint of the key to which the token is bound. A proof
   *     signed with a different key breaks the rule {@link Reason#KEY_UNKNOWN}, before its
   *     signature costs any time
   * @return the claims of the proof. Whether it proves anything about a request is still to be
   *     checked: its method, URI, time, access token, nonce, and that it is used once
   * @throws UndecidedException if the provider that verifies the signature fails
   */
  ClaimsSet verify(@Nullable String proof, String keyThumbprint) throws RuleViolation {
    String compact = FormatRules.check(proof, maxLength);
    CompactJws jws = FormatRules.parse(compact, parser);
    EmbeddedKey key = checkHeader(jws.header());
    checkClaims(new UntrustedClaims(jws.claims()));
    if (!key.thumbprint().equals(keyThumbprint)) {
      throw RuleViolation.of(Reason.KEY_UNKNOWN, "jwk");
    }
    SignatureVerifier known = known(key);
    SignatureVerifier verifier = known == null ? verifier(key) : known;
    VerifiedJws verified = signatureRule.check(jws, verifier);
    parser.remember(verified);
    if (known == null) {
      keep(key, verifier);
    }
    return new ClaimsSet(verified);
  }

  private EmbeddedKey checkHeader(Map<String, @Nullable Object> header) throws RuleViolation {
    JoseHeader checked = headerRules.check(header, HeaderRules.TypeRule.DPOP_PROOF);
    Set<SignatureAlgorithm> algorithms = checked.algorithms();
    // The rules compare media types without case and prefix; RFC 9449 gives this one value.
    if (!HeaderRules.DPOP_PROOF_TYPE.equals(header.get("typ"))) {
      throw RuleViolation.of(Reason.TYPE_MISMATCH, "typ");
    }
    if (!(header.get("jwk") instanceof Map<?, ?> object)) {
      boolean missing = !header.containsKey("jwk");
      throw RuleViolation.of(missing ? Reason.CLAIM_MISSING : Reason.CLAIM_MALFORMED, "jwk");
    }
    @SuppressWarnings("unchecked") // the keys of every parsed object are its member names
    EmbeddedKey key = EmbeddedKey.of((Map<String, @Nullable Object>) object, algorithms);
    if (key == null) {
      throw RuleViolation.of(Reason.EMBEDDED_KEY, "jwk");
    }
    return key;
  }

  private static void checkClaims(UntrustedClaims claims) throws RuleViolation {
    if (claims.requiredString("jti").length() > MAX_JTI_LENGTH) {
      throw RuleViolation.of(Reason.LIMIT_EXCEEDED, "jti");
    }
    var unusedMethod = claims.requiredString("htm");
    var unusedUri = claims.requiredString("htu");
    var unusedTime = claims.requiredMillis("iat", RoundingMode.FLOOR);
    var unusedEnd = claims.millis("exp", RoundingMode.FLOOR);
    var unusedBegin = claims.millis("nbf", RoundingMode.CEILING);
    var unusedHash = claims.string("ath");
    var unusedNonce = claims.string("nonce");
  }

  private SignatureVerifier verifier(EmbeddedKey key) throws RuleViolation {
    VerificationKey checked = key.verificationKey();
    if (checked == null) {
      throw RuleViolation.of(Reason.EMBEDDED_KEY, "jwk");
    }
    try {
      return policy.verifier(checked);
    } catch (IllegalArgumentException e) {
      // The provider refuses the key, or lacks its algorithm.
      throw RuleViolation.of(Reason.EMBEDDED_KEY, "jwk");
    }
  }

  Set<SignatureAlgorithm> algorithms() {
    return algorithms;
  }

  @Nullable SignatureVerifier known(EmbeddedKey key) {
    return keys.getIfPresent(KeyName.of(key));
  }

  /** Keeps a key that has verified a signature, unless another thread was first. */
  void keep(EmbeddedKey key, SignatureVerifier verifier) {
    var unused = keys.asMap().putIfAbsent(KeyName.of(key), verifier);
  }

  /** The number of keys after evicting those that are due. */
  long knownKeys() {
    keys.cleanUp();
    return keys.estimatedSize();
  }

  KeyTables keyTables() {
    return KeyTables.of(keys.asMap().values());
  }
}
