// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.AccessToken;

/** The outcome of authenticating a request. Immutable and thread-safe. */
public sealed interface BearerAnswer {

  /** The header field with the nonce for DPoP proofs (RFC 9449 section 8.1). */
  String DPOP_NONCE = "DPoP-Nonce";

  /**
   * Returns the header fields that this answer adds to the response, also to that of a request that
   * is served. The status of the latter is the application's; others have {@link Refused#status}.
   *
   * @return the values of each field; unmodifiable, and usually empty for an authenticated request
   */
  Map<String, List<String>> headers();

  /** The token is valid, and has what the rule asks for. */
  final class Authenticated implements BearerAnswer {

    private final AccessToken token;
    private final @Nullable String dpopNonce;

    /**
     * A request that may be served.
     *
     * @param token the validated token
     * @param dpopNonce the nonce for the client's next DPoP proofs, in place of the one that it has
     *     used; null if there is no other (RFC 9449 section 8.2)
     */
    public Authenticated(AccessToken token, @Nullable String dpopNonce) {
      this.token = token;
      this.dpopNonce = dpopNonce;
    }

    /**
     * An answer without a nonce.
     *
     * @param token the validated token
     */
    public Authenticated(AccessToken token) {
      this(token, null);
    }

    /**
     * {@return {@code DPoP-Nonce} and {@code Cache-Control: no-store} if the client needs a new
     * nonce; otherwise none}
     */
    @Override
    public Map<String, List<String>> headers() {
      // Stored answers would bring old nonces.
      return dpopNonce == null
          ? Map.of()
          : Map.of(DPOP_NONCE, List.of(dpopNonce), "Cache-Control", List.of("no-store"));
    }

    /** {@return the validated token} */
    public AccessToken token() {
      return token;
    }

    /**
     * {@return the nonce for the client's next DPoP proofs, in place of the one that it has used;
     * null if there is no other (RFC 9449 section 8.2)}
     */
    public @Nullable String dpopNonce() {
      return dpopNonce;
    }

    private List<@Nullable Object> values() {
      return Arrays.asList(token, dpopNonce);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Authenticated that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
      return values().hashCode();
    }

    /** {@return the values, each with its name} */
    @Override
    public String toString() {
      return "Authenticated[token=" + token + ", dpopNonce=" + dpopNonce + "]";
    }
  }

  /** The request is not served: answer with this status and these header fields. */
  sealed interface Refused extends BearerAnswer {

    /** {@return the status code: 400, 401, 403 or 503} */
    int status();
  }

  /** The client has to send a token, another token, or another request. */
  final class Challenged implements Refused {

    private final int status;
    private final List<String> challenges;
    private final @Nullable String dpopNonce;

    /**
     * Copies the challenges.
     *
     * @param status the status code
     * @param challenges the values of {@code WWW-Authenticate}
     * @param dpopNonce the nonce that a DPoP proof needs, or null
     */
    public Challenged(int status, List<String> challenges, @Nullable String dpopNonce) {
      this.status = status;
      this.challenges = List.copyOf(challenges);
      this.dpopNonce = dpopNonce;
    }

    /**
     * Challenges without a nonce.
     *
     * @param status the status code
     * @param challenges the values of {@code WWW-Authenticate}
     */
    public Challenged(int status, List<String> challenges) {
      this(status, challenges, null);
    }

    @Override
    public Map<String, List<String>> headers() {
      if (dpopNonce == null) {
        return Map.of("WWW-Authenticate", challenges);
      }
      // Stored answers would bring old nonces.
      return Map.of(
          "WWW-Authenticate",
          challenges,
          DPOP_NONCE,
          List.of(dpopNonce),
          "Cache-Control",
          List.of("no-store"));
    }

    /**
     * {@return 401 if the token is missing or invalid, 403 if it does not suffice, 400 if the
     * request is malformed}
     */
    @Override
    public int status() {
      return status;
    }

    /** {@return the values of {@code WWW-Authenticate} (RFC 6750 section 3), each complete} */
    public List<String> challenges() {
      return challenges;
    }

    /** {@return the nonce that a DPoP proof needs (RFC 9449 section 9), or null} */
    public @Nullable String dpopNonce() {
      return dpopNonce;
    }

    private List<@Nullable Object> values() {
      return Arrays.asList(status, challenges, dpopNonce);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Challenged that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
      return values().hashCode();
    }

    /** {@return the values, each with its name} */
    @Override
    public String toString() {
      return "Challenged[status=%d, challenges=%s, dpopNonce=%s]"
          .formatted(status, challenges, dpopNonce);
    }
  }

  /**
   * The issuer's keys are unavailable, or it is not known whether a DPoP proof was used before. The
   * token may be valid, and the client should try again.
   */
  final class Unavailable implements Refused {

    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofDays(365);

    private final Duration retryAfter;

    /**
     * An answer that asks to try again.
     *
     * @param retryAfter when to try again; one second if that is sooner, or null, and 365 days if
     *     it is later
     */
    public Unavailable(@Nullable Duration retryAfter) {
      if (retryAfter == null || retryAfter.compareTo(SHORTEST_WAIT) < 0) {
        this.retryAfter = SHORTEST_WAIT;
      } else {
        this.retryAfter = retryAfter.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : retryAfter;
      }
    }

    /** {@return 503} */
    @Override
    public int status() {
      return 503;
    }

    @Override
    public Map<String, List<String>> headers() {
      return Map.of("Retry-After", List.of(String.valueOf(retryAfterSeconds())));
    }

    /** {@return the value of {@code Retry-After} (RFC 9110 section 10.2.3), in whole seconds} */
    public long retryAfterSeconds() {
      return retryAfter.plusNanos(999_999_999).toSeconds();
    }

    /** {@return when to try again, from one second to 365 days} */
    public Duration retryAfter() {
      return retryAfter;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Unavailable that && retryAfter.equals(that.retryAfter);
    }

    @Override
    public int hashCode() {
      return retryAfter.hashCode();
    }

    /** {@return the values, each with its name} */
    @Override
    public String toString() {
      return "Unavailable[retryAfter=" + retryAfter + "]";
    }
  }
}
