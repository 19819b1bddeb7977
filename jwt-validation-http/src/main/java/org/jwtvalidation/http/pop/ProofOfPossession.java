// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.options.Bounds;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.internal.rules.SenderBinding;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.CheckReturnValue;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.ConfirmationMethod;

/**
 * Checks that the sender of a token possesses the key to which it is bound, by DPoP (RFC 9449) or
 * by the client's certificate in mutual TLS (RFC 8705). A token that is bound by both needs both.
 * {@code BearerAuthenticator} calls it for every valid token. Create one for all requests.
 * Thread-safe.
 *
 * <p>A DPoP proof is accepted if all of this is true:
 *
 * <ul>
 *   <li>The request has exactly one header field {@code DPoP}, and its token the scheme {@code
 *       DPoP}.
 *   <li>The proof is well-formed and signed, and its key is {@code cnf.jkt} of the token.
 *   <li>{@code htm} is the method, compared exactly.
 *   <li>{@code htu} is the public URI of the request without its query, after normalization by
 *       syntax and scheme (RFC 3986 sections 6.2.2 and 6.2.3).
 *   <li>{@code iat} is within the {@linkplain Builder#window window}, before or after now.
 *   <li>{@code exp} and {@code nbf}, which a proof need not have, allow its use now, give or take
 *       ten seconds.
 *   <li>{@code ath} is the hash of the token.
 *   <li>{@code nonce} is one of the {@linkplain Builder#nonces nonces}, if there are any.
 *   <li>The client has not used {@code jti} before, by the {@link ReplayStore}, which is asked
 *       last.
 * </ul>
 */
public final class ProofOfPossession {

  private final boolean required;
  private final @Nullable DpopCheck dpop;
  private final @Nullable CertificateCheck certificates;
  private final Set<ConfirmationMethod> methods;

  private ProofOfPossession(Builder builder) {
    this.required = builder.required;
    this.dpop = builder.dpopCheck();
    this.certificates = builder.certificateCheck();
    Set<ConfirmationMethod> checked = EnumSet.noneOf(ConfirmationMethod.class);
    if (dpop != null) {
      checked.add(ConfirmationMethod.JKT);
    }
    if (certificates != null) {
      checked.add(ConfirmationMethod.X5T_S256);
    }
    this.methods = Collections.unmodifiableSet(checked);
  }

  /** {@return a builder, which still needs {@code dpop}, {@code mutualTls} or both} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return how tokens may be bound, for {@code TokenValidator.tryValidate}} */
  public Set<ConfirmationMethod> methods() {
    return methods;
  }

  /** {@return whether a token that is bound to no key is refused} */
  public boolean isRequired() {
    return required;
  }

  /** {@return the algorithms of DPoP proofs that are accepted, empty without DPoP; unmodifiable} */
  public Set<SignatureAlgorithm> algorithms() {
    return dpop == null ? Set.of() : dpop.verifier().algorithms();
  }

  /** {@return the number of clients' keys that are kept, 0 without DPoP} */
  public long knownKeys() {
    return dpop == null ? 0 : dpop.verifier().knownKeys();
  }

  /** {@return the state of the tables of the clients' keys that are kept; none without DPoP} */
  public KeyTables keyTables() {
    return dpop == null ? new KeyTables(0, 0, 0, null) : dpop.verifier().keyTables();
  }

  /**
   * Checks the proof of a request. Never blocks, unless the replay store does.
   *
   * @param token the validated token: of {@code TokenValidator.tryValidate} with {@link #methods}
   * @param text the text of the token
   * @param sentAsDpop whether the authentication scheme is {@code DPoP}, and not {@code Bearer}
   * @param request the request, which is read before this method returns
   * @return a future of the answer, which never fails. It is complete unless the replay store has
   *     to be waited for; then it completes on a thread of the library, and what depends on it may
   *     block. At most 16 such threads are used at a time, or as many as there are processors if
   *     these are more: while all are blocked, further futures do not complete
   */
  @CheckReturnValue
  public CompletableFuture<ProofAnswer> check(
      AccessToken token, String text, boolean sentAsDpop, BearerRequest request) {
    return begun(token, text, sentAsDpop, request).future();
  }

  /**
   * Checks the proof of a request as {@link #check} does, but waits on this thread for the replay
   * store, at most for the {@linkplain Builder#replayStoreTimeout time-out}.
   *
   * @param token as of {@code check}
   * @param text as of {@code check}
   * @param sentAsDpop as of {@code check}
   * @param request as of {@code check}
   * @return the answer: undecided if the store does not answer in time, or if this thread is
   *     interrupted, whose flag stays set
   */
  @CheckReturnValue
  public ProofAnswer checkAndWait(
      AccessToken token, String text, boolean sentAsDpop, BearerRequest request) {
    return begun(token, text, sentAsDpop, request).await();
  }

  private ProofCheck begun(
      AccessToken token, String text, boolean sentAsDpop, BearerRequest request) {
    ClaimsSet confirmation = token.claims().object("cnf");
    if (confirmation == null) {
      return ProofCheck.answered(unbound(sentAsDpop, request));
    }
    if (!new SenderBinding(methods).covers(confirmation.asMap(), false)) {
      return ProofCheck.answered(ProofAnswer.refused(ProofResult.INVALID, "cnf"));
    }
    String keyThumbprint = confirmation.string(ConfirmationMethod.JKT.member());
    String certificateThumbprint = confirmation.string(ConfirmationMethod.X5T_S256.member());
    ProofAnswer byCertificate = ProofAnswer.of(ProofResult.ACCEPTED);
    if (certificates != null && certificateThumbprint != null) {
      byCertificate = certificates.check(certificateThumbprint, request);
    }
    if (!byCertificate.isAccepted()) {
      return ProofCheck.answered(byCertificate);
    }
    if (dpop == null || keyThumbprint == null) {
      return ProofCheck.answered(
          offersProof(sentAsDpop, request)
              ? ProofAnswer.refused(ProofResult.UNBOUND, "cnf")
              : byCertificate);
    }
    return sentAsDpop
        ? dpop.check(text, token, keyThumbprint, request)
        : ProofCheck.answered(ProofAnswer.refused(ProofResult.MISSING, "Authorization"));
  }

  private ProofAnswer unbound(boolean sentAsDpop, BearerRequest request) {
    return required || offersProof(sentAsDpop, request)
        ? ProofAnswer.refused(ProofResult.UNBOUND, "cnf")
        : ProofAnswer.of(ProofResult.NOT_NEEDED);
  }

  /** Whether the client takes its token for one that is bound to its key. */
  private boolean offersProof(boolean sentAsDpop, BearerRequest request) {
    return sentAsDpop || (dpop != null && DpopCheck.hasProof(request));
  }

  /** Options of a {@link ProofOfPossession}. Not thread-safe. */
  public static final class Builder {

    private static final Duration DEFAULT_WINDOW = Duration.ofSeconds(60);
    private static final Duration LONGEST_WINDOW = Duration.ofMinutes(5);
    private static final Duration DEFAULT_STORE_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration LONGEST_STORE_TIMEOUT = Duration.ofSeconds(30);

    private static final int MOST_KNOWN_KEYS = 1_000_000;

    /** A header with a key of ML-DSA-87 has 4,719 characters. */
    private static final int LONGEST_HEADER = 6144;

    private Set<SignatureAlgorithm> algorithms =
        Collections.unmodifiableSet(EnumSet.allOf(SignatureAlgorithm.class));
    private TokenLimits limits = TokenLimits.defaults().withHeaderLength(LONGEST_HEADER);
    private SignaturePolicy signaturePolicy = SignaturePolicy.fastest();
    private int maxKnownKeys = 1000;
    private @Nullable PublicUri publicBase;
    private boolean ofConnection;
    private @Nullable Predicate<InetAddress> trustedProxy;
    private boolean required;
    private Duration window = DEFAULT_WINDOW;
    private @Nullable ReplayStore replayStore;
    private Duration storeTimeout = DEFAULT_STORE_TIMEOUT;
    private @Nullable DpopNonces nonces;
    private InstantSource clock = Clock.systemUTC();

    /** The first option that was set and is of DPoP, to find those without it. */
    private @Nullable String optionOfDpop;

    private Builder() {}

    /**
     * Checks DPoP proofs.
     *
     * @param base the URI by which clients reach the service: scheme, host, port and, if a proxy
     *     removes one, the path in front of the one that the server sees. The host of a request and
     *     forwarded header fields are never used
     * @return this builder
     * @throws IllegalArgumentException if it is not such a URI
     */
    public Builder dpop(URI base) {
      publicBase = PublicUri.of(base);
      return this;
    }

    /**
     * Checks the certificates of clients that are connected directly.
     *
     * @return this builder
     */
    public Builder mutualTls() {
      ofConnection = true;
      return this;
    }

    /**
     * Checks the certificates that trusted proxies pass on in the header field {@code Client-Cert}
     * (RFC 9440). From any other peer the field is ignored. A proxy must remove the field from what
     * it receives.
     *
     * @param proxies which addresses of {@link BearerRequest#peerAddress} are of trusted proxies;
     *     must not throw exceptions
     * @return this builder
     */
    public Builder mutualTlsBehind(Predicate<InetAddress> proxies) {
      trustedProxy = Objects.requireNonNull(proxies, "proxies");
      return this;
    }

    /**
     * Refuses tokens that are bound to no key; by default they are accepted as bearer tokens.
     *
     * @return this builder
     */
    public Builder required() {
      required = true;
      return this;
    }

    /**
     * Sets how far {@code iat} of a DPoP proof may be before or after now; 60 seconds by default.
     * Proofs are remembered for at most twice as long and ten seconds.
     *
     * @param length more than zero, at most five minutes
     * @return this builder
     * @throws IllegalArgumentException if the length is out of range
     */
    public Builder window(Duration length) {
      window = Bounds.checkPositive("window", length, LONGEST_WINDOW);
      return ofDpop("window");
    }

    /**
     * Sets the algorithms of DPoP proofs; all of {@link SignatureAlgorithm} by default. The header
     * may also name those of the Edwards curves {@code EdDSA}.
     *
     * @param accepted at least one algorithm
     * @return this builder
     * @throws IllegalArgumentException if none is given
     */
    public Builder algorithms(SignatureAlgorithm... accepted) {
      if (accepted.length == 0) {
        throw new OptionException(
            "algorithms", "none given", "name at least one, or leave the option out for all");
      }
      algorithms = Collections.unmodifiableSet(EnumSet.copyOf(Arrays.asList(accepted)));
      return ofDpop("algorithms");
    }

    /**
     * Sets the bounds of DPoP proofs; {@link TokenLimits#defaults()} by default, but with a header
     * of up to 6,144 characters, as a proof by ML-DSA-87 needs.
     *
     * @param bounds the bounds
     * @return this builder
     */
    public Builder limits(TokenLimits bounds) {
      limits = Objects.requireNonNull(bounds, "bounds");
      return ofDpop("limits");
    }

    /**
     * Sets what verifies the signatures of DPoP proofs; {@link SignaturePolicy#fastest()} by
     * default. Their tables have a {@linkplain SignaturePolicy#withTableBudget budget} of their
     * own.
     *
     * @param policy the policy
     * @return this builder
     */
    public Builder signaturePolicy(SignaturePolicy policy) {
      signaturePolicy = Objects.requireNonNull(policy, "policy");
      return ofDpop("signaturePolicy");
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
      maxKnownKeys =
          Bounds.check(
              "maxKnownKeys",
              keys,
              1,
              MOST_KNOWN_KEYS,
              "choose about the number of clients that are active at a time");
      return ofDpop("maxKnownKeys");
    }

    /**
     * Sets where used DPoP proofs are remembered; in memory by default, which is enough for a
     * service on one node.
     *
     * @param store the store, which the caller closes
     * @return this builder
     */
    public Builder replayStore(ReplayStore store) {
      replayStore = Objects.requireNonNull(store, "store");
      return ofDpop("replayStore");
    }

    /**
     * Sets how long the replay store may take; one second by default. Afterwards the answer is 503;
     * an asynchronous one may also have to wait for a {@linkplain ProofOfPossession#check thread}.
     * It is 503 at once while 10,000 proofs wait for the store, or 1,000 of the same client.
     *
     * @param timeout more than zero, at most 30 seconds
     * @return this builder
     * @throws IllegalArgumentException if the time is out of range
     */
    public Builder replayStoreTimeout(Duration timeout) {
      storeTimeout = Bounds.checkPositive("replayStoreTimeout", timeout, LONGEST_STORE_TIMEOUT);
      return ofDpop("replayStoreTimeout");
    }

    /**
     * Requires a nonce in every DPoP proof; none by default.
     *
     * @param accepted the nonces
     * @return this builder
     */
    public Builder nonces(DpopNonces accepted) {
      nonces = Objects.requireNonNull(accepted, "accepted");
      return ofDpop("nonces");
    }

    /**
     * Sets the clock; the system clock by default.
     *
     * @param source the clock
     * @return this builder
     */
    public Builder clock(InstantSource source) {
      clock = Objects.requireNonNull(source, "source");
      return this;
    }

    private Builder ofDpop(String option) {
      optionOfDpop = option;
      return this;
    }

    private @Nullable DpopCheck dpopCheck() {
      if (publicBase == null) {
        return null;
      }
      ReplayStore store =
          replayStore == null ? InMemoryReplayStore.builder().clock(clock).build() : replayStore;
      DpopProofVerifier verifier =
          new DpopProofVerifier(algorithms, limits, signaturePolicy, maxKnownKeys);
      return new DpopCheck(
          publicBase,
          verifier,
          window,
          store,
          storeTimeout,
          nonces,
          clock,
          new Continuation(),
          new FailureLog());
    }

    private @Nullable CertificateCheck certificateCheck() {
      if (trustedProxy == null) {
        return ofConnection ? new CertificateCheck(true, peer -> false) : null;
      }
      return new CertificateCheck(ofConnection, trustedProxy);
    }

    /**
     * Builds what checks proofs of possession.
     *
     * @return what checks them
     * @throws IllegalArgumentException if neither {@code dpop} nor one of {@code mutualTls} and
     *     {@code mutualTlsBehind} is set, or an option of DPoP without {@code dpop}
     */
    public ProofOfPossession build() {
      if (publicBase == null && optionOfDpop != null) {
        throw new OptionException(
            optionOfDpop,
            "only for DPoP",
            "set dpop with the URI of the service, or leave the option out");
      }
      if (publicBase == null && !ofConnection && trustedProxy == null) {
        throw new OptionException(
            "proofOfPossession", "nothing to check", "set dpop, mutualTls or mutualTlsBehind");
      }
      return new ProofOfPossession(this);
    }
  }
}
