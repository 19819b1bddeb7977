// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Those of Spring Boot's own properties that describe an issuer. Read by name: their class has had
 * several names.
 *
 * @param issuerUri the issuer identifier
 * @param jwkSetUri the place of the keys, if it is not that of the issuer's metadata
 * @param publicKeyLocation the only key, which Spring Boot's decoder reads
 * @param audiences the names of the service
 * @param jwsAlgorithms the accepted signature algorithms
 * @param principalClaimName the claim that is the name of an authentication
 * @param authorityPrefix what authorities of scopes begin with
 */
record SpringSecurityProperties(
    @Nullable String issuerUri,
    @Nullable String jwkSetUri,
    @Nullable String publicKeyLocation,
    @Nullable List<String> audiences,
    @Nullable List<String> jwsAlgorithms,
    @Nullable String principalClaimName,
    @Nullable String authorityPrefix) {

  static final String PREFIX = "spring.security.oauth2.resourceserver.jwt";

  static SpringSecurityProperties of(Environment environment) {
    return Binder.get(environment).bindOrCreate(PREFIX, SpringSecurityProperties.class);
  }

  /** The key of the first property that says which tokens pass, or null if there is none. */
  @Nullable String firstRule() {
    if (Given.text(issuerUri) != null) {
      return PREFIX + ".issuer-uri";
    }
    if (Given.text(jwkSetUri) != null) {
      return PREFIX + ".jwk-set-uri";
    }
    if (Given.text(publicKeyLocation) != null) {
      return PREFIX + ".public-key-location";
    }
    if (audiences != null) {
      return PREFIX + ".audiences";
    }
    return jwsAlgorithms == null ? null : PREFIX + ".jws-algorithms";
  }

  boolean describeAnIssuer() {
    return Given.text(issuerUri) != null || Given.text(jwkSetUri) != null;
  }
}
