package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.jwk.SignatureAlgorithm;

@Tag("once")
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
    ClosedKeys.assertThatThreadsEnd();
  }

  @Test
  void closesTheValidatorAfterTheLastRequest() {
    // A token by a new key has the keys fetched, by threads of the library.
    Issuer.ISSUER.rotate(SignatureAlgorithm.ES256);
    String token = Issuer.ISSUER.token().compact();
    assertThat(Client.get("/orders/mine", "Bearer " + token).statusCode()).isEqualTo(200);
    assertThat(ClosedKeys.threads()).isNotEmpty();
    assertThat(ClosedKeys.count()).isZero();
  }
}
