/**
 * A token issuer for the tests of a resource server: real keys, real tokens of every algorithm, and
 * a real HTTP server of keys on loopback.
 *
 * <pre>{@code
 * try (TestIssuer issuer = TestIssuer.start();
 *     TokenValidator validator =
 *         TokenValidator.builder()
 *             .issuer(issuer.config().audience("orders-api").build())
 *             .build()) {
 *   String token = issuer.token().audience("orders-api").scope("orders:read").compact();
 *   AccessToken accepted = validator.validate(token);
 * }
 * }</pre>
 *
 * <p>{@link org.jwtvalidation.testkit.TestIssuer} makes the keys, publishes them, rotates and
 * withdraws them. {@link org.jwtvalidation.testkit.TokenBuilder} mints valid tokens unless told
 * otherwise, and hostile ones when told: any header, any claim, any text in place of either. {@link
 * org.jwtvalidation.testkit.TestKey} is a key pair of its own, for forgers and other issuers.
 * {@link org.jwtvalidation.testkit.TestResponse} has the server answer badly, down to connections
 * that stall, break off or never end, {@link org.jwtvalidation.testkit.TestCertificate} has it
 * speak TLS, and {@link org.jwtvalidation.testkit.Tampering} changes finished tokens.
 *
 * <p>{@link org.jwtvalidation.testkit.Workload} is a pool of tokens and an order in which callers
 * bring them, for benchmarks and load tests.
 *
 * <p>For tests alone: private keys lie open in memory, and nothing here is meant to withstand an
 * attacker.
 */
@NullMarked
package org.jwtvalidation.testkit;

import org.jspecify.annotations.NullMarked;
