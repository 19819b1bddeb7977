// SPDX-License-Identifier: Apache-2.0
/**
 * An issuer for tests of Quarkus applications.
 *
 * <pre>{@code
 * @QuarkusTest
 * @WithTestIssuer("shop")
 * class OrdersTest {
 *
 *   TestIssuer issuer;
 *
 *   @Test
 *   void servesClerks() {
 *     String token = issuer.token().subject("jo").roles("clerk").scope("orders:read").compact();
 *     // send it
 *   }
 * }
 * }</pre>
 */
@NullMarked
package org.jwtvalidation.quarkus.test;

import org.jspecify.annotations.NullMarked;
