// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.servlet;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.AccessToken;

/** A request whose user is the subject of its token, with the roles of the token. */
final class AuthenticatedRequest extends HttpServletRequestWrapper {

  private record Subject(String getName) implements Principal {}

  private final AccessToken token;

  AuthenticatedRequest(HttpServletRequest request, AccessToken token) {
    super(request);
    this.token = token;
  }

  @Override
  public String getAuthType() {
    return "Bearer";
  }

  @Override
  public @Nullable String getRemoteUser() {
    return token.subject();
  }

  @Override
  public @Nullable Principal getUserPrincipal() {
    String subject = token.subject();
    return subject == null ? null : new Subject(subject);
  }

  @Override
  public boolean isUserInRole(String role) {
    return token.hasRole(role);
  }
}
