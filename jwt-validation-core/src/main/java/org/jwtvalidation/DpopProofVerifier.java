package org.jwtvalidation;

import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JwsParser;
import org.jwtvalidation.internal.jws.KnownHeaders;
import org.jwtvalidation.internal.jws.MalformedJwsException;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.internal.rules.FormatRules;
import org.jwtvalidation.internal.rules.HeaderRules;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.internal.rules.UntrustedClaims;
import org.jwtvalidation.jwk.EmbeddedKey;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.ValidationStep;

/**
 * Verifies DPoP proofs (RFC 9449 section 4.3) as far as no request is needed: their form, and that
 * the key to which a token is bound has signed them. {@code ProofOfPossession} of the module {@code
 * org.jwtvalidation.http} checks the rest. Proofs are parsed like tokens, with the same limits.
 * Create one for all requests. Thread-safe; it has nothing to close.
 *
 * <p>A client signs every proof by the same key. The keys of the last clients are kept, so that
 * they are checked once, and that frequently used ones get the tables of {@link
 * TokenValidator.Builder#signaturesByProvidersOnly}: proofs for ES256 and Ed25519 become cheap from
 * the 17th on.
 */
public final class DpopProofVerifier {

  private static final int MAX_JTI_LENGTH = 128;

  private final Set<SignatureAlgorithm> algorithms;
  private final TokenLimits limits;
  private final JwsParser parser;
  private final KnownHeaders knownHeaders = new KnownHeaders();
  private final HeaderRules headerRules;
  private final SignaturePolicy policy;
  private final ProofKeys keys;
  private final VerificationGate gate = new VerificationGate(null);

  private DpopProofVerifier(Builder builder) {
    this.algorithms = builder.algorithms;
    this.limits = builder.limits;
    this.parser = new JwsParser(limits.jws());
    this.headerRules = new HeaderRules(algorithms, Set.of("jwk"), limits.keyIdLength());
    this.policy = builder.policy.withTableBudget(builder.policy.tableBudget());
    this.keys = new ProofKeys(builder.maxKnownKeys);
  }

  /** {@return a builder with the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Verifies a proof.
   *
   * @param proof the proof in compact serialization; null is rejected as empty
   * @param keyThumbprint the JWK SHA-256 Thumbprint of the key to which the token is bound: {@link
   *     org.jwtvalidation.token.Confirmation#keyThumbprint}. A proof of another key is rejected as
   *     {@link Reason#KEY_UNKNOWN}, before its signature costs any time
   * @return the verified proof
   * @throws TokenRejectedException if the proof is not well-formed, or the signature is invalid:
   *     with the reasons of tokens for the steps {@link ValidationStep#TOKEN_FORMAT_CHECK}, {@link
   *     ValidationStep#TOKEN_PARSING}, {@link ValidationStep#HEADER_VALIDATION} and {@link
   *     ValidationStep#SIGNATURE_VALIDATION}; with {@link Reason#CLAIM_MISSING} or {@link
   *     Reason#CLAIM_MALFORMED} for {@code jwk}, {@code jti}, {@code htm}, {@code htu}, {@code
   *     iat}, {@code exp}, {@code nbf}, {@code ath} and {@code nonce}; with {@link
   *     Reason#LIMIT_EXCEEDED} for a {@code jti} of more than 128 characters; with {@link
   *     Reason#EMBEDDED_KEY} for a key that is not public or not safe
   * @throws org.jwtvalidation.token.KeysUnavailableException if the provider that verifies the
   *     signature fails
   */
  public VerifiedDpopProof verify(@Nullable String proof, String keyThumbprint) {
    Objects.requireNonNull(keyThumbprint, "keyThumbprint");
    Progress progress = new Progress();
    try {
      return verify(proof, keyThumbprint, progress);
    } catch (RuleViolation e) {
      throw new TokenRejectedException(new Rejection(progress.step, e.reason(), e.claim()));
    }
  }

  private static final class Progress {

    private ValidationStep step = ValidationStep.TOKEN_FORMAT_CHECK;
  }

  private VerifiedDpopProof verify(@Nullable String proof, String keyThumbprint, Progress progress)
      throws RuleViolation {
    String compact = FormatRules.check(proof, limits.tokenLength());
    progress.step = ValidationStep.TOKEN_PARSING;
    CompactJws jws = parse(compact);
    progress.step = ValidationStep.HEADER_VALIDATION;
    EmbeddedKey key = checkHeader(jws.header());
    progress.step = ValidationStep.CLAIMS_VALIDATION;
    checkClaims(new UntrustedClaims(jws.claims()));
    progress.step = ValidationStep.KEY_RESOLUTION;
    if (!key.thumbprint().equals(keyThumbprint)) {
      throw RuleViolation.of(Reason.KEY_UNKNOWN, "jwk");
    }
    SignatureVerifier known = keys.find(key);
    SignatureVerifier verifier = known == null ? verifier(key) : known;
    progress.step = ValidationStep.SIGNATURE_VALIDATION;
    VerifiedJws verified = gate.verify(jws, verifier);
    if (verified == null) {
      throw RuleViolation.of(Reason.SIGNATURE_INVALID);
    }
    knownHeaders.remember(verified);
    if (known == null) {
      keys.add(key, verifier);
    }
    return new VerifiedDpopProof(verified, keyThumbprint);
  }

  private CompactJws parse(String compact) throws RuleViolation {
    try {
      return parser.parse(compact, knownHeaders);
    } catch (MalformedJwsException e) {
      throw FormatRules.violation(e);
    }
  }

  private EmbeddedKey checkHeader(Map<String, @Nullable Object> header) throws RuleViolation {
    Set<SignatureAlgorithm> algorithms =
        headerRules.check(header, HeaderRules.TypeRule.DPOP_PROOF).algorithms();
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

  /** {@return the algorithms of proofs that are accepted; unmodifiable} */
  public Set<SignatureAlgorithm> algorithms() {
    return algorithms;
  }

  /** {@return the number of clients' keys that are kept} */
  public long knownKeys() {
    return keys.size();
  }

  /** {@return the state of the tables of the clients' keys that are kept} */
  public KeyTables keyTables() {
    return keys.tables();
  }

  /** Options of a {@link DpopProofVerifier}. Not thread-safe. */
  public static final class Builder {

    private static final int MAX_KNOWN_KEYS = 1_000_000;

    private Set<SignatureAlgorithm> algorithms =
        Collections.unmodifiableSet(EnumSet.allOf(SignatureAlgorithm.class));
    private TokenLimits limits = TokenLimits.defaults();
    private SignaturePolicy policy = SignaturePolicy.fastest();
    private int maxKnownKeys = 1000;

    private Builder() {}

    /**
     * Sets the algorithms of proofs; all of {@link SignatureAlgorithm} by default. The header may
     * also name those of the Edwards curves {@code EdDSA}.
     *
     * @param accepted at least one algorithm
     * @return this builder
     * @throws IllegalArgumentException if none is given
     */
    public Builder algorithms(SignatureAlgorithm... accepted) {
      if (accepted.length == 0) {
        throw new IllegalArgumentException(
            "algorithms: none given; name at least one, or leave the option out for all");
      }
      algorithms = Collections.unmodifiableSet(EnumSet.copyOf(Arrays.asList(accepted)));
      return this;
    }

    /**
     * Sets the bounds of a proof; {@link TokenLimits#defaults()} by default. A proof by ML-DSA-87
     * needs a header of 6,144 characters.
     *
     * @param bounds the bounds
     * @return this builder
     */
    public Builder limits(TokenLimits bounds) {
      limits = Objects.requireNonNull(bounds, "bounds");
      return this;
    }

    /**
     * Sets what verifies the signatures; {@link SignaturePolicy#fastest()} by default. The verifier
     * has a {@linkplain SignaturePolicy#withTableBudget budget} for tables of its own.
     *
     * @param chosen the policy
     * @return this builder
     */
    public Builder signaturePolicy(SignaturePolicy chosen) {
      policy = Objects.requireNonNull(chosen, "chosen");
      return this;
    }

    /**
     * Sets how many clients' keys are kept; 1,000 by default. Each takes some 2 KiB, and with a
     * table after 16 proofs also 145 KiB for ES256, 216 KiB for Ed25519, or 16 KiB for RSA with
     * 2,048 bits; all tables together at most the budget of the {@linkplain #signaturePolicy
     * policy}, 64 MiB by default. Keys of further clients replace those that are used least; their
     * proofs are verified, too, only more slowly.
     *
     * @param keys from 1 to 1,000,000
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder maxKnownKeys(int keys) {
      if (keys < 1 || keys > MAX_KNOWN_KEYS) {
        throw new IllegalArgumentException(
            "maxKnownKeys: "
                + keys
                + " is not between 1 and "
                + MAX_KNOWN_KEYS
                + "; choose about the number of clients that are active at a time");
      }
      maxKnownKeys = keys;
      return this;
    }

    /** {@return a verifier with these options} */
    public DpopProofVerifier build() {
      return new DpopProofVerifier(this);
    }
  }
}
