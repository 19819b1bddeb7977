// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.migration;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.net.URL;
import java.text.ParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@code doc/migration.adoc} replaces of nimbus-jose-jwt. */
final class NimbusLines {

  private NimbusLines() {}

  static List<JWKSource<SecurityContext>> keys(URL url, String json) throws ParseException {
    return List.of(JWKSourceBuilder.create(url).build(), new ImmutableJWKSet<>(JWKSet.parse(json)));
  }

  static DefaultJWTProcessor<SecurityContext> processor(JWKSource<SecurityContext> keys) {
    JWTClaimsSet exact = new JWTClaimsSet.Builder().issuer("https://issuer.example").build();
    DefaultJWTClaimsVerifier<SecurityContext> claims =
        new DefaultJWTClaimsVerifier<>("orders-api", exact, Set.of("tenant"));
    claims.setMaxClockSkew(30);
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt")));
    processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.RS256, keys));
    processor.setJWTClaimsSetVerifier(claims);
    return processor;
  }

  static List<@Nullable Object> read(DefaultJWTProcessor<SecurityContext> processor, String bearer)
      throws JOSEException, ParseException {
    try {
      JWTClaimsSet claims = processor.process(bearer, null);
      return Arrays.asList(
          claims.getJWTID(), claims.getStringClaim("tenant"), claims.getStringListClaim("teams"));
    } catch (BadJOSEException e) {
      return List.of("rejected");
    } catch (KeySourceException e) {
      return List.of("undecided");
    }
  }
}
