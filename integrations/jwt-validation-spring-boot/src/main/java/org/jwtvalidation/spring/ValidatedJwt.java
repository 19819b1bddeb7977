// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ConfirmationMethod;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.ReactiveAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.web.server.authorization.AuthorizationContext;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Spring Security's {@link Jwt} of a token that was validated, with the {@link AccessToken}. Header
 * and claims are those of the token: {@code exp}, {@code iat} and {@code nbf} are {@link
 * java.time.Instant}s, {@code aud} is a list, and claims that are JSON's null are left out, as
 * Spring Security does. Other claims have the types of {@link
 * org.jwtvalidation.token.ClaimsSet#asMap}. {@code cnf} has no {@code jkt} once the DPoP proof was
 * checked; {@link #accessToken} has it. Immutable and thread-safe.
 */
public final class ValidatedJwt extends Jwt {

  private static final long serialVersionUID = 1L;

  /** Null after deserialization alone: what was validated elsewhere is not validated here. */
  private final transient @Nullable AccessToken accessToken;

  private ValidatedJwt(String text, AccessToken token, Map<String, Object> claims) {
    super(text, issuedAtBefore(token), token.expiresAt(), header(token), claims);
    this.accessToken = token;
  }

  /**
   * Null if the token was issued when it expired, or later, which the clocks of two machines can
   * say of a token within the leeway. The validator has decided that it is valid, and the
   * constructor of Spring Security must not decide otherwise.
   */
  private static @Nullable Instant issuedAtBefore(AccessToken token) {
    Instant issuedAt = token.issuedAt();
    return issuedAt != null && issuedAt.isBefore(token.expiresAt()) ? issuedAt : null;
  }

  /** The form of a validated token for Spring Security, the same for each use of a cached token. */
  static ValidatedJwt of(String text, AccessToken token) {
    return token.as(ValidatedJwt.class, made -> new ValidatedJwt(text, made, claims(made)));
  }

  /**
   * The form of a token whose DPoP proof was checked: without {@code jkt}, since Spring Security's
   * filter for bearer tokens refuses every token that has it.
   */
  ValidatedJwt proved() {
    Map<String, Object> claims = new LinkedHashMap<>(getClaims());
    if (claims.remove("cnf") instanceof Map<?, ?> confirmation && confirmation.size() > 1) {
      Map<Object, Object> others = new LinkedHashMap<>(confirmation);
      others.remove(ConfirmationMethod.JKT.member());
      claims.put("cnf", others);
    }
    return new ValidatedJwt(getTokenValue(), accessToken(), claims);
  }

  /**
   * Returns the access token of a {@code Jwt}, or of an {@link Authentication} whose principal or
   * credentials are one.
   *
   * @param jwt what a decoder, a security context or a test has
   * @return the access token, or null if the validator of this library did not make it
   */
  public static @Nullable AccessToken accessToken(@Nullable Object jwt) {
    if (jwt instanceof Authentication authentication) {
      AccessToken ofPrincipal = tokenOf(authentication.getPrincipal());
      return ofPrincipal == null ? tokenOf(authentication.getCredentials()) : ofPrincipal;
    }
    return tokenOf(jwt);
  }

  private static @Nullable AccessToken tokenOf(@Nullable Object jwt) {
    return jwt instanceof ValidatedJwt validated ? validated.accessToken : null;
  }

  /**
   * Requires of the token of the current request what a rule asks for, as {@link
   * AccessRule#require} does, and also where the caller or a framework swallows the exception: the
   * response to the request is then the refusal, in place of anything else. For servlet
   * applications behind a {@link ChallengeFilter}, on the thread of the request.
   *
   * @param rule what the token needs
   * @return the token
   * @throws InsufficientTokenException if the token does not pass
   * @throws IllegalStateException if this thread serves no request with a token that this library
   *     has validated, or has the authentication alone, or if the response has begun
   */
  public static AccessToken require(AccessRule rule) {
    AccessToken token = accessToken(SecurityContextHolder.getContext().getAuthentication());
    // Threads to which Spring Security passes the authentication have no request.
    RequestAttributes current = RequestContextHolder.getRequestAttributes();
    if (token == null || current == null) {
      throw new IllegalStateException(
          "this thread serves no request with a validated token; call it on the request's thread");
    }
    InsufficientTokenException failure = FrameworkAuthenticator.lacking(rule, token);
    if (failure != null) {
      CurrentRequest.refuse(current, failure);
      throw failure;
    }
    return token;
  }

  /**
   * Returns a rule as one of Spring Security. The answer to a token that does not pass is 403, or
   * 401 if the user has to authenticate otherwise or again, and names what the rule asks for (RFC
   * 9470 section 3) where a {@link ChallengeFilter} is in front. In {@code anyOf} and {@code not}
   * of Spring Security, that needs the auto-configuration: without it, a later denial of the
   * request is answered as one of this rule.
   *
   * @param rule what a token needs
   * @param <T> what is protected: requests or methods
   * @return the rule for {@code access}, which denies what no token of this library is sent for
   */
  public static <T> AuthorizationManager<T> authorizes(AccessRule rule) {
    return new RuleAuthorization<>(Objects.requireNonNull(rule, "rule"));
  }

  /**
   * As {@link #authorizes}, for reactive applications behind a {@link ChallengeWebFilter}.
   *
   * @param rule what a token needs
   * @return the rule for {@code access}, which denies what no token of this library is sent for
   */
  public static ReactiveAuthorizationManager<AuthorizationContext> authorizesReactively(
      AccessRule rule) {
    return new ReactiveRuleAuthorization(Objects.requireNonNull(rule, "rule"));
  }

  /**
   * {@return the access token}
   *
   * @throws IllegalStateException if this object was deserialized
   */
  public AccessToken accessToken() {
    if (accessToken == null) {
      throw new IllegalStateException("a deserialized token is not validated; decode it again");
    }
    return accessToken;
  }

  /**
   * {@return the claim {@code iat}, or null if there is none, even if it is not before {@code exp}}
   */
  @Override
  public @Nullable Instant getIssuedAt() {
    return (Instant) getClaims().get("iat");
  }

  private static Map<String, Object> header(AccessToken token) {
    return withoutNulls(token.header());
  }

  private static Map<String, Object> claims(AccessToken token) {
    Map<String, Object> claims = withoutNulls(token.claims().asMap());
    putInstant(claims, token, "exp");
    putInstant(claims, token, "iat");
    putInstant(claims, token, "nbf");
    if (claims.get("aud") instanceof String audience) {
      claims.put("aud", List.of(audience));
    }
    return claims;
  }

  private static void putInstant(Map<String, Object> claims, AccessToken token, String name) {
    if (claims.containsKey(name)) {
      claims.put(name, Objects.requireNonNull(token.claims().instant(name)));
    }
  }

  private static Map<String, Object> withoutNulls(Map<String, @Nullable Object> members) {
    Map<String, Object> present = new LinkedHashMap<>();
    members.forEach((name, value) -> {
      if (value != null) {
        present.put(name, value);
      }
    });
    return present;
  }
}
