// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.Collection;
import java.util.Locale;

/** What scripts of other origins read of an answer, where the application allows their origin. */
final class ExposedFields {

  static final String ALLOWED = "Access-Control-Allow-Origin";
  static final String EXPOSED = "Access-Control-Expose-Headers";

  /** Without them, no script could ask for a better token, or make another proof. */
  static final String NEEDED = "WWW-Authenticate, DPoP-Nonce";

  private ExposedFields() {}

  /** Whether the application does not say itself what is exposed of challenges. */
  static boolean isMissing(Collection<String> exposed) {
    return exposed.stream()
        .noneMatch(value -> value.toLowerCase(Locale.ROOT).contains("www-authenticate"));
  }
}
