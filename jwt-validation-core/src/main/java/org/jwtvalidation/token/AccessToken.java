// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.Attributes;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.MappedClaims;
import org.jwtvalidation.internal.jws.Scopes;
import org.jwtvalidation.internal.jws.VerifiedJws;

/** A validated access token (RFC 9068). Immutable and thread-safe. */
public final class AccessToken extends ValidatedToken {

  private final @Nullable String clientId;

  /** What {@link Scopes} reads. At hand: every request asks for it, also with a cached token. */
  private final @Nullable Object scopes;

  private final List<String> roles;

  /** What an integration has made of this token; read and written without a lock. */
  private volatile @Nullable Object form;

  /**
   * Creates an access token from what a validation has found: there is no other way to a {@code
   * VerifiedJws} than a signature that matched.
   *
   * @param issuer the issuer as configured
   * @param registered what the checks have read
   * @param verified what was signed
   * @param claims the claims of {@code verified}
   * @param mapped what the issuer's mapping has found
   * @hidden
   */
  @SuppressWarnings({"exports", "InvalidBlockTag"}) // no user has such parameters
  public AccessToken(
      String issuer,
      CheckedClaims registered,
      VerifiedJws verified,
      ClaimsSet claims,
      MappedClaims mapped) {
    super(issuer, registered, verified, claims);
    this.clientId = mapped.clientId();
    this.scopes = mapped.scopes() == null ? Scopes.claim(claims.asMap()) : mapped.scopes();
    this.roles = mapped.roles();
  }

  /**
   * {@return the client that obtained the token: the claim {@code client_id}, or else {@code azp},
   * or the claim configured with {@link org.jwtvalidation.IssuerConfig.Builder#clientClaim}; null
   * if the token has none}
   */
  public @Nullable String clientId() {
    return clientId;
  }

  /**
   * {@return the scope tokens of the claim {@code scope} (RFC 8693 section 4.2) or, if that is
   * missing, of {@code scp}, or those that the issuer's {@link org.jwtvalidation.ScopeMapper}
   * found, with those that they {@linkplain org.jwtvalidation.IssuerConfig.Builder#impliedScopes
   * imply}; an unmodifiable list, possibly empty, which may be created on each call}
   */
  public List<String> scopes() {
    return Scopes.list(scopes);
  }

  /**
   * Returns whether the token has a scope, without creating a list.
   *
   * @param scope the whole scope token, compared exactly
   * @return whether {@link #scopes()} contains it; false for the empty string
   */
  @CheckReturnValue
  public boolean hasScope(String scope) {
    return Scopes.contains(scopes, scope);
  }

  /**
   * Returns whether the token has at least one of several scopes.
   *
   * @param scopes whole scope tokens, compared exactly
   * @return whether {@link #scopes()} contains one of them; false if none are given
   */
  @CheckReturnValue
  public boolean hasAnyScope(String... scopes) {
    return Arrays.stream(scopes).anyMatch(this::hasScope);
  }

  /**
   * Returns whether the token has all of several scopes.
   *
   * @param scopes whole scope tokens, compared exactly
   * @return whether {@link #scopes()} contains all of them
   * @throws IllegalArgumentException if none are given: every token would have all of none
   */
  @CheckReturnValue
  public boolean hasAllScopes(String... scopes) {
    if (scopes.length == 0) {
      throw new IllegalArgumentException("scopes: none given; name at least one");
    }
    return Arrays.stream(scopes).allMatch(this::hasScope);
  }

  /**
   * {@return the roles that the issuer's {@link org.jwtvalidation.RoleMapper} found, by default
   * those of the claim {@code roles}, read as {@link #groups()} are; an unmodifiable list}
   */
  public List<String> roles() {
    return roles;
  }

  /**
   * Returns whether the token has a role.
   *
   * @param role the role, compared exactly
   * @return whether {@link #roles()} contains it
   */
  @CheckReturnValue
  public boolean hasRole(String role) {
    return roles.contains(role);
  }

  /**
   * {@return the claim {@code groups} (RFC 9068 section 2.2.3.1): its strings, or those in the
   * member {@code value} of its objects. An unmodifiable list, which may be created on each call;
   * empty if the claim is missing or has another form, which grants nothing}
   */
  public List<String> groups() {
    return Attributes.ifReadable(claims().asMap(), "groups");
  }

  /**
   * {@return the key that the sender has to prove possession of: the claim {@code cnf} (RFC 7800),
   * or null if the token has none}
   */
  public @Nullable Confirmation confirmation() {
    return Confirmation.of(claims());
  }

  /**
   * Returns this token in the form of a framework. The form is kept as long as this object, which
   * the token cache serves again, so that an integration makes it once for a cached token. If
   * several threads ask at once, or for several types, it may be made more than once. Keep nothing
   * in it that belongs to a request.
   *
   * @param <T> the form
   * @param type its class
   * @param maker makes the form, immutable and thread-safe, of this token; an exception of it
   *     reaches the caller
   * @return the form
   */
  public <T> T as(Class<T> type, Function<? super AccessToken, ? extends T> maker) {
    Object kept = form;
    if (type.isInstance(kept)) {
      return type.cast(kept);
    }
    T made = Objects.requireNonNull(maker.apply(this), "form");
    form = made;
    return made;
  }

  /**
   * {@return the party that acts for the subject: the claim {@code act} (RFC 8693 section 4.1), or
   * null if the token has none} Tokens whose claim cannot be read are rejected, so that null means
   * that nobody else acts.
   */
  public @Nullable Actor actor() {
    return Actor.of(issuer(), claims());
  }

  /** Compares as for every token, and what the mappers of the issuer have found. */
  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other)
        && other instanceof AccessToken that
        && Objects.equals(clientId, that.clientId)
        && Objects.equals(scopes, that.scopes)
        && roles.equals(that.roles);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
