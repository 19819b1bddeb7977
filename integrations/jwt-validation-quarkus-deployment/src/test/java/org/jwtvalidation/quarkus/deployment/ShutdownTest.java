// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestResponse;

@Tag("jdk-independent")
class ShutdownTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(ClosedKeys.class)
          .overrideConfigKey("jwt-validation.issuers.other.url", "https://other.example")
          .overrideConfigKey("jwt-validation.issuers.other.audience", "orders")
          .setBeforeAllCustomizer(ClosedKeys::forget)
          .setAfterUndeployListener(ShutdownTest::assertClosed);

  private static void assertClosed() {
    assertThat(ClosedKeys.count()).isEqualTo(1);
    ClosedKeys.awaitEndOfThreads();
  }

  @Test
  void closesTheValidatorAfterTheLastRequest() {
    // A token by a new key has the keys fetched, by threads of the library.
    Issuer.ISSUER.rotate(SignatureAlgorithm.ES256);
    String token = Issuer.ISSUER.token().compact();
    AtomicReference<List<String>> fetching = new AtomicReference<>();
    Issuer.ISSUER.jwksResponder(request -> {
      fetching.set(ClosedKeys.threads());
      return TestResponse.json(Issuer.ISSUER.jwkSetJson());
    });
    assertThat(Client.get("/orders/mine", "Bearer " + token).statusCode()).isEqualTo(200);
    assertThat(fetching.get()).isNotEmpty();
    assertThat(ClosedKeys.count()).isZero();
  }
}
