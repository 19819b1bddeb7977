// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.security.credential.TokenCredential;
import io.quarkus.security.identity.request.BaseAuthenticationRequest;
import org.jwtvalidation.token.AccessToken;

/**
 * Asks for the identity of a token that is valid. It has a type of its own, so that no other
 * provider takes it for a token to validate.
 */
public final class AccessTokenRequest extends BaseAuthenticationRequest {

  private final AccessToken token;
  private final TokenCredential credential;

  AccessTokenRequest(AccessToken token, TokenCredential credential) {
    this.token = token;
    this.credential = credential;
  }

  AccessToken token() {
    return token;
  }

  TokenCredential credential() {
    return credential;
  }
}
