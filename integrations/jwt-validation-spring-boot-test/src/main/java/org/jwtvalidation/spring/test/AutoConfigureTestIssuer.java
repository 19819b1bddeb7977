// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Starts a {@link org.jwtvalidation.testkit.TestIssuer} for a test of an application, in place of
 * an issuer of its configuration, and makes it a bean:
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureTestIssuer
 * class OrdersTest {
 *
 *   @Autowired TestIssuer issuer;
 * }
 * }</pre>
 *
 * <p>URL and place of the keys are those of the test issuer, which has neither the preset nor the
 * tenants, repositories and the like that belong to it; all other properties apply, and its tokens
 * are for the first audience of the configuration, and signed by {@code ES256} or, if that is not
 * among its algorithms, by the first that the JDK has. Unless {@code keys.unknown-key-cooldown} is
 * configured, it is so short that the application fetches a new key at once, whatever tokens other
 * tests sent before. Without a configured issuer, the application trusts the test issuer alone. The
 * test issuer lives as long as the application context, which tests share. It {@linkplain
 * org.jwtvalidation.testkit.TestIssuer#recover recovers} after each test, but keeps its keys,
 * counts and log.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AutoConfigureTestIssuer {

  /**
   * {@return the name of the issuer below {@code jwt-validation.issuers}, needed if there are
   * several; if any is configured, one of this name must be}
   */
  String value() default "";

  /**
   * {@return whether the test issuer refuses connections from the start: the application has no
   * keys and answers 503, until a test calls {@link org.jwtvalidation.testkit.TestIssuer#recover}}
   * The test issuer then does not recover by itself, and other classes have another context, while
   * the tests of one class share issuer and context. A later {@link
   * org.jwtvalidation.testkit.TestIssuer#disconnect} is no substitute, since keys that were fetched
   * stay in force.
   */
  boolean disconnected() default false;
}
