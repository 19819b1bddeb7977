// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.util.Objects;
import java.util.stream.Stream;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.options.MetadataSample;
import org.jwtvalidation.http.pop.ProofOfPossession;

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
    return Objects.requireNonNull(CONFIGURATION.resource(possession()));
  }

  public static BearerAuthenticator authenticator(TokenValidator validator) {
    return CONFIGURATION.authenticator(validator, possession()).build();
  }
}
