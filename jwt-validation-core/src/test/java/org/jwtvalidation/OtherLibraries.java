// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.ErrorCodes;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.keys.resolvers.JwksVerificationKeyResolver;
import org.jose4j.lang.JoseException;

/**
 * nimbus-jose-jwt and jose4j with what a validator has: one issuer and its keys, one audience, the
 * same algorithms, the same instant. Both know RS, PS and ES. By the name {@code EdDSA} jose4j
 * alone verifies Ed25519, for nimbus-jose-jwt would need another library; by the name {@code
 * Ed25519} neither does.
 */
public final class OtherLibraries {

  /** A second more than a validator has: they leave out the fractions of one, in {@code exp}. */
  private static final int LEEWAY = 61;

  /** The names that one of them knows. */
  public static final Set<String> ALGORITHMS =
      Set.of(
          "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA");

  private final DefaultJWTProcessor<SecurityContext> nimbus = new DefaultJWTProcessor<>();
  private final JwtConsumer jose4j;

  public OtherLibraries(String issuer, String audience, String jwkSet, Instant now) {
    try {
      nimbus.setJWSTypeVerifier(
          new DefaultJOSEObjectTypeVerifier<>(
              null,
              JOSEObjectType.JWT,
              new JOSEObjectType("application/jwt"),
              new JOSEObjectType("at+jwt"),
              new JOSEObjectType("application/at+jwt")));
      nimbus.setJWSKeySelector(
          new JWSVerificationKeySelector<>(
              ALGORITHMS.stream().map(JWSAlgorithm::parse).collect(Collectors.toSet()),
              new ImmutableJWKSet<>(JWKSet.parse(jwkSet))));
      nimbus.setJWTClaimsSetVerifier(claimsVerifier(issuer, audience, now));
      jose4j =
          new JwtConsumerBuilder()
              .setVerificationKeyResolver(
                  new JwksVerificationKeyResolver(new JsonWebKeySet(jwkSet).getJsonWebKeys()))
              .setJwsAlgorithmConstraints(ConstraintType.PERMIT, ALGORITHMS.toArray(String[]::new))
              .setExpectedIssuer(issuer)
              .setExpectedAudience(audience)
              .setRequireExpirationTime()
              .setEvaluationTime(NumericDate.fromSeconds(now.getEpochSecond()))
              .setAllowedClockSkewInSeconds(LEEWAY)
              .build();
    } catch (ParseException | JoseException e) {
      throw new IllegalStateException(e);
    }
  }

  private static DefaultJWTClaimsVerifier<SecurityContext> claimsVerifier(
      String issuer, String audience, Instant now) {
    DefaultJWTClaimsVerifier<SecurityContext> verifier =
        new DefaultJWTClaimsVerifier<>(
            audience, new JWTClaimsSet.Builder().issuer(issuer).build(), Set.of("exp")) {
          @Override
          protected Date currentTime() {
            return Date.from(now);
          }
        };
    verifier.setMaxClockSkew(LEEWAY);
    return verifier;
  }

  /** Whether at least one of the two accepts the token; tells {@code why} what keeps either. */
  public boolean accept(String token, Consumer<Exception> why) {
    return acceptedByNimbus(token, why) || acceptedByJose4j(token, why);
  }

  private boolean acceptedByNimbus(String token, Consumer<Exception> why) {
    try {
      nimbus.process(token, null);
      return true;
    } catch (ParseException | BadJOSEException | JOSEException | RuntimeException e) {
      why.accept(e);
      return false;
    }
  }

  private boolean acceptedByJose4j(String token, Consumer<Exception> why) {
    try {
      jose4j.process(token);
      return true;
    } catch (InvalidJwtException e) {
      why.accept(e);
      return dislikesOrderOfTimesOnly(e);
    } catch (RuntimeException e) {
      why.accept(e);
      return false;
    }
  }

  /** An {@code exp} before {@code iat} or {@code nbf}, which jose4j refuses and no RFC does. */
  private static boolean dislikesOrderOfTimesOnly(InvalidJwtException e) {
    return !e.getErrorDetails().isEmpty()
        && e.getErrorDetails().stream()
            .allMatch(error -> error.getErrorCode() == ErrorCodes.MISCELLANEOUS);
  }
}
