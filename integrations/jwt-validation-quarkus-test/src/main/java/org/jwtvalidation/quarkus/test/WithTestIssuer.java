// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import io.quarkus.test.common.WithTestResource;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * Starts a {@link TestIssuer} before the application of a {@code @QuarkusTest}, which trusts it,
 * and injects it into the fields of type {@link TestIssuer} of the test.
 *
 * <p>It sets {@code url}, {@code keys.jwks-uri}, {@code keys.allow-loopback-http} and, unless
 * {@code any-audience} is true, {@code audience} of one issuer, which replace those of the
 * application's configuration, and leaves out {@code preset}, {@code keys.file} and {@code
 * keys.discovered}; other options stay as they are. Unless {@code keys.unknown-key-cooldown} is
 * configured, it is so short that the application fetches a new key at once, whatever tokens other
 * tests sent before.
 *
 * <p>Test classes with equal annotations share application and issuer. Call {@link
 * TestIssuer#recover} after a test that has made it fail.
 */
@WithTestResource(TestIssuerResource.class)
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WithTestIssuer {

  /**
   * Returns the name of the issuer in the configuration: {@code shop} in {@code
   * jwt-validation.issuers.shop.url}. By default it is the name of the issuer that test mode starts
   * for an application without any, so that the application trusts this one instead. If the
   * configuration has issuers, this must be the name of one.
   *
   * @return the name
   */
  String value() default "dev";

  /**
   * Returns the audience of the application, for which tokens are issued by default.
   *
   * @return the audience
   */
  String audience() default TestIssuer.AUDIENCE;

  /**
   * Returns the algorithm by which tokens are signed by default. If the configuration has {@code
   * algorithms}, this must be one of them.
   *
   * @return the algorithm
   */
  SignatureAlgorithm algorithm() default SignatureAlgorithm.ES256;
}
