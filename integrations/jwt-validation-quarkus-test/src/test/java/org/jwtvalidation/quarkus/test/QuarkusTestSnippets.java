// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TestIssuer;

/** The example of {@code doc/quarkus-dev.adoc}, literally. */
@SuppressWarnings({"ClassCanBeStatic", "UnusedVariable"}) // as the example has it
final class QuarkusTestSnippets {

  private QuarkusTestSnippets() {}

  // tag::quarkus-test[]
  @QuarkusTest
  @WithTestIssuer("shop")
  class OrdersTest {

    TestIssuer issuer;

    @Test
    void servesClerks() {
      String token = issuer.token().subject("jo").roles("clerk").scope("orders:read").compact();
    }
  }
  // end::quarkus-test[]
}
