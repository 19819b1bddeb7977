// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client expects of an ID token: that it answers the client's own authentication request
 * (OpenID Connect Core 1.0 section 3.1.3.7). Immutable and thread-safe: each method that adds an
 * expectation returns a new object.
 */
public final class IdTokenExpectation {

  private static final Duration MAX_AUTHENTICATION_AGE = Duration.ofDays(365);

  private final String clientId;
  private final Set<String> audiences;
  private final Set<String> authorizedParties;
  private final @Nullable String nonce;
  private final @Nullable Duration maxAuthenticationAge;
  private final @Nullable String accessToken;

  private IdTokenExpectation(
      String clientId,
      Set<String> audiences,
      Set<String> authorizedParties,
      @Nullable String nonce,
      @Nullable Duration maxAuthenticationAge,
      @Nullable String accessToken) {
    this.clientId = clientId;
    this.audiences = audiences;
    this.authorizedParties = authorizedParties;
    this.nonce = nonce;
    this.maxAuthenticationAge = maxAuthenticationAge;
    this.accessToken = accessToken;
  }

  /**
   * Expects an ID token for a client that sent a nonce.
   *
   * @param clientId the client: {@code aud} must name it and, unless {@link #trustedAudiences} says
   *     otherwise, nothing else; {@code azp}, if present, must equal it, unless {@link
   *     #trustedAuthorizedParties} says otherwise
   * @param nonce the value that was sent, which the claim {@code nonce} must repeat
   * @return the expectation
   * @throws IllegalArgumentException if either is empty
   */
  public static IdTokenExpectation of(String clientId, String nonce) {
    return expecting(notEmpty("clientId", clientId), notEmpty("nonce", nonce));
  }

  /**
   * Expects an ID token for a client that sent no nonce. A token with a nonce answers another
   * request and is rejected.
   *
   * <p>Without a nonce, little tells an ID token from an access token that names the client in
   * {@code aud}: such a token is rejected only if its {@code typ} is {@code at+jwt}, or if it has
   * one of the claims by which {@link Reason#TYPE_MISMATCH} tells kinds apart. Send a nonce where
   * you can.
   *
   * @param clientId the client: {@code aud} must name it and, unless {@link #trustedAudiences} says
   *     otherwise, nothing else; {@code azp}, if present, must equal it, unless {@link
   *     #trustedAuthorizedParties} says otherwise
   * @return the expectation
   * @throws IllegalArgumentException if the client is empty
   */
  public static IdTokenExpectation withoutNonce(String clientId) {
    return expecting(notEmpty("clientId", clientId), null);
  }

  private static IdTokenExpectation expecting(String clientId, @Nullable String nonce) {
    Set<String> client = Set.of(clientId);
    return new IdTokenExpectation(clientId, client, client, nonce, null, null);
  }

  /**
   * Allows {@code aud} to name these audiences beside the client (OpenID Connect Core 1.0 section
   * 3.1.3.7, step 3). None is allowed by default. A token for several audiences must have {@code
   * azp}.
   *
   * @param others the other audiences that the client trusts; they replace those set before
   * @return a new expectation
   * @throws IllegalArgumentException if one of them is empty
   */
  public IdTokenExpectation trustedAudiences(String... others) {
    return new IdTokenExpectation(
        clientId,
        withClient("trustedAudiences", others),
        authorizedParties,
        nonce,
        maxAuthenticationAge,
        accessToken);
  }

  /**
   * Allows {@code azp} to name one of these clients in place of the client, to which they pass
   * their ID tokens on: for example the mobile apps of a server, whose tokens from Google name the
   * server in {@code aud} and the app in {@code azp}. None is allowed by default.
   *
   * @param others the other clients that the client trusts; they replace those set before
   * @return a new expectation
   * @throws IllegalArgumentException if one of them is empty
   */
  public IdTokenExpectation trustedAuthorizedParties(String... others) {
    return new IdTokenExpectation(
        clientId,
        audiences,
        withClient("trustedAuthorizedParties", others),
        nonce,
        maxAuthenticationAge,
        accessToken);
  }

  private Set<String> withClient(String option, String... others) {
    Set<String> trusted = new LinkedHashSet<>(Set.of(clientId));
    for (String other : others) {
      if (other.isEmpty()) {
        throw new IllegalArgumentException(
            option + ": an empty one among " + List.of(others) + "; leave it out");
      }
      trusted.add(other);
    }
    return Set.copyOf(trusted);
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
    return new IdTokenExpectation(clientId, audiences, authorizedParties, nonce, age, accessToken);
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
        audiences,
        authorizedParties,
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

  /** {@return the client} */
  public String clientId() {
    return clientId;
  }

  /** {@return the audiences that a token may name: the client, and those that it trusts} */
  public Set<String> audiences() {
    return audiences;
  }

  /** {@return the clients that {@code azp} may name: the client, and those that it trusts} */
  public Set<String> authorizedParties() {
    return authorizedParties;
  }

  /** {@return the value that was sent, or null if there was none} */
  public @Nullable String nonce() {
    return nonce;
  }

  /** {@return how long ago the user may have authenticated, or null for any time} */
  public @Nullable Duration maxAuthenticationAge() {
    return maxAuthenticationAge;
  }

  /**
   * {@return the access token that was issued with the ID token, or null if that is not checked}
   */
  public @Nullable String accessToken() {
    return accessToken;
  }
}
