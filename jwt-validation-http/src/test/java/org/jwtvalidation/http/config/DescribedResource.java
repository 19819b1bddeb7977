// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.util.Objects;
import java.util.stream.Stream;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.options.MetadataSample;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.testkit.TestIssuer;

/** What the keys of {@link MetadataSample} describe. */
public final class DescribedResource {

  private static final ResourceServerConfiguration CONFIGURATION =
      new ResourceServerConfiguration(
          TextOptions.of(
              Stream.concat(
                      Stream.of("issuers.shop.url=https://issuer.example"),
                      MetadataSample.KEYS.stream())
                  .toArray(String[]::new)));

  private DescribedResource() {}

  private static ProofOfPossession possession() {
    return Objects.requireNonNull(CONFIGURATION.proofOfPossession(null));
  }

  public static ProtectedResource metadata() {
    try (TokenValidator validator =
        TestIssuer.offline("https://issuer.example").validator().build()) {
      return Objects.requireNonNull(FrameworkAuthenticator.of(authenticator(validator)).resource());
    }
  }

  public static BearerAuthenticator authenticator(TokenValidator validator) {
    return CONFIGURATION.authenticator(validator, possession()).build();
  }
}
