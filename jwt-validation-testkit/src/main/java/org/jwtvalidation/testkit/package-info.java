// SPDX-License-Identifier: Apache-2.0
/**
 * A token issuer for the tests of a resource server, with real keys, real tokens of every algorithm
 * and a real HTTP server on loopback.
 *
 * <pre>{@code
 * try (TestIssuer issuer = TestIssuer.builder().audience("orders-api").start();
 *     TokenValidator validator = issuer.validator().build()) {
 *   String token = issuer.token().scope("orders:read").compact();
 *   AccessToken accepted = validator.validate(token);
 * }
 * }</pre>
 *
 * <p>{@link org.jwtvalidation.testkit.TestIssuer} creates, publishes, rotates and withdraws keys;
 * {@link org.jwtvalidation.testkit.TestIssuerExtension} starts and stops it for tests with JUnit.
 * {@link org.jwtvalidation.testkit.TokenBuilder} mints tokens that are valid by default, with any
 * header and any claims in place of the defaults. {@link org.jwtvalidation.testkit.TestKey} is a
 * single key pair, for example of an attacker. {@link org.jwtvalidation.testkit.TestResponse} makes
 * the server fail, including connections that stall, break or never end, {@link
 * org.jwtvalidation.testkit.TestCertificate} makes it use TLS, and {@link
 * org.jwtvalidation.testkit.Tampering} changes finished tokens.
 *
 * <p>{@link org.jwtvalidation.testkit.DpopClient} proves to have the key that a token is bound to,
 * or makes proofs that are bad in any way.
 *
 * <p>For tests only: private keys are unprotected in memory, and nothing here withstands attacks.
 */
@NullMarked
package org.jwtvalidation.testkit;

import org.jspecify.annotations.NullMarked;
