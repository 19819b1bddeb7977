// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * An application that Quarkus starts before or after others in one JVM, whose registry they share.
 */
@Tag("jdk-independent")
@QuarkusTest
@WithTestIssuer(audience = "billing-api")
class AnotherApplicationTest {

  @TestHTTPResource("/")
  URI root;

  TestIssuer issuer;

  @Test
  void hasMetersOfItsOwn() throws Exception {
    assertThat(Client.ask(root, "orders/mine", issuer.token().subject("jo")))
        .isEqualTo("200 jo for [billing-api]");
    assertThat(Client.ask(root, "q/metrics", issuer.token()))
        .contains("jwt_keys{issuer=\"" + issuer.issuer() + "\"")
        .contains("jwt_http_requests_total{outcome=\"success\"} 1.0");
  }
}
