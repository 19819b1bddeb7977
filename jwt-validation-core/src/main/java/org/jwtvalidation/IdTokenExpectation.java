package org.jwtvalidation;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a client expects of an ID token: that it answers the client's own authentication request
 * (OpenID Connect Core 1.0 section 3.1.3.7). Immutable and thread-safe: each method that adds an
 * expectation returns a new object.
 */
public final class IdTokenExpectation {

  private static final Duration MAX_AUTHENTICATION_AGE = Duration.ofDays(365);

  private final String clientId;
  private final Set<String> trustedAudiences;
  private final @Nullable String nonce;
  private final @Nullable Duration maxAuthenticationAge;
  private final @Nullable String accessToken;

  private IdTokenExpectation(
      String clientId,
      Set<String> trustedAudiences,
      @Nullable String nonce,
      @Nullable Duration maxAuthenticationAge,
      @Nullable String accessToken) {
    this.clientId = clientId;
    this.trustedAudiences = trustedAudiences;
    this.nonce = nonce;
    this.maxAuthenticationAge = maxAuthenticationAge;
    this.accessToken = accessToken;
  }

  /**
   * Expects an ID token for a client that sent a nonce.
   *
   * @param clientId the client: {@code aud} must name it and, unless {@link #trustedAudiences} says
   *     otherwise, nothing else; {@code azp}, if present, must equal it
   * @param nonce the value that was sent, which the claim {@code nonce} must repeat
   * @return the expectation
   * @throws IllegalArgumentException if either is empty
   */
  public static IdTokenExpectation of(String clientId, String nonce) {
    return new IdTokenExpectation(
        notEmpty("clientId", clientId), Set.of(), notEmpty("nonce", nonce), null, null);
  }

  /**
   * Expects an ID token for a client that sent no nonce. A token with a nonce answers another
   * request and is rejected.
   *
   * @param clientId the client: {@code aud} must name it and, unless {@link #trustedAudiences} says
   *     otherwise, nothing else; {@code azp}, if present, must equal it
   * @return the expectation
   * @throws IllegalArgumentException if the client is empty
   */
  public static IdTokenExpectation withoutNonce(String clientId) {
    return new IdTokenExpectation(notEmpty("clientId", clientId), Set.of(), null, null, null);
  }

  /**
   * Allows {@code aud} to name these audiences beside the client (OpenID Connect Core 1.0 section
   * 3.1.3.7, step 3). None is allowed by default. A token for several audiences must have {@code
   * azp}.
   *
   * @param audiences the other audiences that the client trusts; they replace those set before
   * @return a new expectation
   * @throws IllegalArgumentException if one of them is empty
   */
  public IdTokenExpectation trustedAudiences(String... audiences) {
    Set<String> trusted = new LinkedHashSet<>();
    for (String audience : audiences) {
      if (audience.isEmpty()) {
        throw new IllegalArgumentException(
            "trustedAudiences: an empty one among " + List.of(audiences) + "; leave it out");
      }
      trusted.add(audience);
    }
    return new IdTokenExpectation(
        clientId, Set.copyOf(trusted), nonce, maxAuthenticationAge, accessToken);
  }

  /**
   * Also expects that the user authenticated recently: {@code auth_time} must be present and at
   * most this long ago, plus the issuer's leeway.
   *
   * @param age the {@code max_age} of the request, from 0 to 365 days
   * @return a new expectation
   * @throws IllegalArgumentException if the age is out of range
   */
  public IdTokenExpectation maxAuthenticationAge(Duration age) {
    if (age.isNegative() || age.compareTo(MAX_AUTHENTICATION_AGE) > 0) {
      throw new IllegalArgumentException(
          "maxAuthenticationAge: "
              + age
              + " is not between 0 and 365 days; give the max_age of the request");
    }
    return new IdTokenExpectation(clientId, trustedAudiences, nonce, age, accessToken);
  }

  /**
   * Also expects that the ID token was issued with this access token: {@code at_hash} must be
   * present and be its hash. No standard names the hash for Ed448 and ML-DSA: ID tokens signed with
   * these are rejected.
   *
   * @param token the access token as received
   * @return a new expectation
   */
  public IdTokenExpectation accessToken(String token) {
    return new IdTokenExpectation(
        clientId,
        trustedAudiences,
        nonce,
        maxAuthenticationAge,
        Objects.requireNonNull(token, "token"));
  }

  private static String notEmpty(String option, String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException(
          option + ": empty; give the value that was sent in the request");
    }
    return value;
  }

  String clientId() {
    return clientId;
  }

  /** Whether every one of {@code audiences} is the client or trusted by it. */
  boolean trusts(Collection<String> audiences) {
    for (String audience : audiences) {
      if (!audience.equals(clientId) && !trustedAudiences.contains(audience)) {
        return false;
      }
    }
    return true;
  }

  /** The audiences that {@link #trusts} admits, in the words of a line of the log. */
  String onlyAudiences() {
    Set<String> admitted = new TreeSet<>(trustedAudiences);
    admitted.add(clientId);
    return "none but " + admitted;
  }

  @Nullable String nonce() {
    return nonce;
  }

  @Nullable Duration maxAuthenticationAge() {
    return maxAuthenticationAge;
  }

  @Nullable String accessToken() {
    return accessToken;
  }
}
