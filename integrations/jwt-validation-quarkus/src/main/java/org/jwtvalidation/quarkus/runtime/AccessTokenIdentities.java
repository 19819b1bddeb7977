// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jwtvalidation.token.AccessToken;

/**
 * Makes the identity of a valid token: its roles and groups are roles, its scopes permissions. It
 * ends when the token expires, without the leeway of the issuer, which only the validator knows.
 */
@Singleton
public class AccessTokenIdentities implements IdentityProvider<AccessTokenRequest> {

  /** The attribute of an identity that is its {@link AccessToken}. */
  static final String TOKEN = AccessToken.class.getName();

  /** The attribute by which Quarkus ends what outlives a request, such as a WebSocket. */
  private static final String EXPIRE_TIME = "quarkus.identity.expire-time";

  /** In whole seconds, of which the current one may be nearly over. */
  private static final long LEAST_SECONDS = 2;

  AccessTokenIdentities() {}

  @Override
  public Class<AccessTokenRequest> getRequestType() {
    return AccessTokenRequest.class;
  }

  @Override
  public Uni<SecurityIdentity> authenticate(
      AccessTokenRequest request, AuthenticationRequestContext context) {
    AccessToken token = request.token();
    Set<String> roles = new HashSet<>(token.roles());
    roles.addAll(token.groups());
    return Uni.createFrom()
        .item(
            QuarkusSecurityIdentity.builder()
                .setPrincipal(new AccessTokenPrincipal(token, request.credential().getToken()))
                .addRoles(roles)
                .addPermissionChecker(new ScopePermissions(token))
                .addCredential(request.credential())
                .addAttributes(request.getAttributes())
                .addAttribute(TOKEN, token)
                .addAttribute(EXPIRE_TIME, expireTime(token))
                .build());
  }

  /** Not in the past, as within the leeway: Quarkus sets a timer, which needs a positive delay. */
  private static Long expireTime(AccessToken token) {
    return Math.max(
        token.expiresAt().getEpochSecond(), Instant.now().getEpochSecond() + LEAST_SECONDS);
  }
}
