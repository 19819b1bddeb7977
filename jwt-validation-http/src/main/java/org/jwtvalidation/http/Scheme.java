// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

/** The authentication schemes of access tokens. */
enum Scheme {
  /** RFC 6750. */
  BEARER("Bearer"),
  /** RFC 9449 section 7.1. */
  DPOP("DPoP");

  private final String schemeName;

  Scheme(String schemeName) {
    this.schemeName = schemeName;
  }

  /** The name, which is compared without case (RFC 9110 section 11.1). */
  String schemeName() {
    return schemeName;
  }
}
