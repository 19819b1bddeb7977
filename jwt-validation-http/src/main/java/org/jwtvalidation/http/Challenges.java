package org.jwtvalidation.http;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer.Challenged;

/** The challenges of one authenticator (RFC 6750 section 3). */
final class Challenges {

  private final String common;
  private final Challenged missingToken;
  private final Challenged invalidRequest;
  private final Challenged invalidToken;

  /**
   * Challenges that have only text of the configuration.
   *
   * @throws IllegalArgumentException if the realm cannot be part of a header field
   */
  Challenges(String realm, @Nullable ProtectedResource resource) {
    String metadata =
        resource == null
            ? ""
            : ", resource_metadata="
                + QuotedString.of("resource", resource.metadataUri().toASCIIString());
    this.common = "Bearer realm=" + QuotedString.of("realm", realm) + metadata;
    this.missingToken = challenged(401, common);
    this.invalidRequest = challenged(400, common + ", error=\"invalid_request\"");
    this.invalidToken = challenged(401, common + ", error=\"invalid_token\"");
  }

  private static Challenged challenged(int status, String challenge) {
    return new Challenged(status, List.of(challenge));
  }

  /** No {@code error}: the client may not have known that it needs a token. */
  Challenged missingToken() {
    return missingToken;
  }

  Challenged invalidRequest() {
    return invalidRequest;
  }

  Challenged invalidToken() {
    return invalidToken;
  }

  /** The token lacks {@code scopes}, or, if there are none, something that is no scope. */
  Challenged insufficientScope(List<String> scopes) {
    String scope =
        scopes.isEmpty() ? "" : ", scope=" + QuotedString.of("scope", String.join(" ", scopes));
    return challenged(403, common + ", error=\"insufficient_scope\"" + scope);
  }
}
