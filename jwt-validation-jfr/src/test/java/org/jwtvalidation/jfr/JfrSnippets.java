// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;

/** The examples of {@code doc/jfr.adoc}, literally. */
final class JfrSnippets {

  private JfrSnippets() {}

  static TokenValidator recorded(IssuerConfig issuer) {
    // tag::jfr[]
    TokenValidator validator =
        TokenValidator.builder().issuer(issuer).monitor(new JfrMonitor()).build();
    // end::jfr[]
    return validator;
  }

  static TokenValidator outliers(IssuerConfig issuer) {
    // tag::jfr-outliers[]
    JfrMonitor monitor = JfrMonitor.builder().name("orders").outliers(10).build();
    TokenValidator validator = TokenValidator.builder().issuer(issuer).monitor(monitor).build();
    // end::jfr-outliers[]
    return validator;
  }

  static BearerAuthenticator requests(TokenValidator validator) {
    // tag::jfr-requests[]
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(validator).monitor(new JfrHttpMonitor()).build();
    // end::jfr-requests[]
    return bearer;
  }
}
