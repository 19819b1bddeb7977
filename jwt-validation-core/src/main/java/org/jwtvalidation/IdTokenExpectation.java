package org.jwtvalidation;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client expects of an ID token: the answer to its own authentication request (OpenID
 * Connect Core 1.0 section 3.1.3.7). Immutable and thread-safe.
 */
public final class IdTokenExpectation {

  private final String clientId;
  private final @Nullable String nonce;
  private final @Nullable Duration maxAuthenticationAge;
  private final @Nullable String accessToken;

  private IdTokenExpectation(
      String clientId,
      @Nullable String nonce,
      @Nullable Duration maxAuthenticationAge,
      @Nullable String accessToken) {
    this.clientId = clientId;
    this.nonce = nonce;
    this.maxAuthenticationAge = maxAuthenticationAge;
    this.accessToken = accessToken;
  }

  /**
   * An ID token for a client that sent a nonce.
   *
   * @param clientId the client, which {@code aud} has to name, and {@code azp} where it is there
   * @param nonce the value that was sent, which {@code nonce} has to repeat
   * @return the expectation
   * @throws IllegalArgumentException if either is empty
   */
  public static IdTokenExpectation of(String clientId, String nonce) {
    return new IdTokenExpectation(
        notEmpty("clientId", clientId), notEmpty("nonce", nonce), null, null);
  }

  /**
   * An ID token for a client that sent no nonce; a token that has one answers some other request
   * and is rejected.
   *
   * @param clientId the client, which {@code aud} has to name, and {@code azp} where it is there
   * @return the expectation
   * @throws IllegalArgumentException if it is empty
   */
  public static IdTokenExpectation withoutNonce(String clientId) {
    return new IdTokenExpectation(notEmpty("clientId", clientId), null, null, null);
  }

  /**
   * Also expects that the user has authenticated recently: {@code auth_time}, which has to be
   * there, may be so long ago, plus the issuer's leeway.
   *
   * @param age the {@code max_age} of the request, not negative, at most 365 days
   * @return the longer expectation
   * @throws IllegalArgumentException if the age is negative or over 365 days
   */
  public IdTokenExpectation maxAuthenticationAge(Duration age) {
    if (age.isNegative() || age.compareTo(Duration.ofDays(365)) > 0) {
      throw new IllegalArgumentException(
          "maxAuthenticationAge: "
              + age
              + " is not between 0 and 365 days; give the max_age of the request");
    }
    return new IdTokenExpectation(clientId, nonce, age, accessToken);
  }

  /**
   * Also expects that the ID token came with this access token: {@code at_hash}, which has to be
   * there, must be its hash. Nobody has named the hash of {@code Ed448} and ML-DSA: their tokens
   * are rejected then.
   *
   * @param token the access token as it was received
   * @return the longer expectation
   */
  public IdTokenExpectation accessToken(String token) {
    return new IdTokenExpectation(
        clientId, nonce, maxAuthenticationAge, Objects.requireNonNull(token, "token"));
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
