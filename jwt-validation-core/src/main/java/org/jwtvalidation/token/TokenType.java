// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

/**
 * The kinds of token that a {@link org.jwtvalidation.monitor.TokenValidatorMonitor} tells apart. A
 * later version may add constants.
 */
public enum TokenType {
  /** An OAuth 2.0 access token (RFC 6749 section 1.4) in the form of a JWT. */
  ACCESS_TOKEN,
  /** An ID token (OpenID Connect Core 1.0 section 2). */
  ID_TOKEN,
  /** A refresh token (RFC 6749 section 1.5), opaque to all but its authorization server. */
  REFRESH_TOKEN
}
