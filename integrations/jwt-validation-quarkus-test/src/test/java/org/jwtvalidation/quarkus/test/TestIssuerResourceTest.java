// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk-independent")
class TestIssuerResourceTest {

  @WithTestIssuer
  private static final class Plain {}

  @WithTestIssuer("my.shop")
  private static final class Dotted {}

  @WithTestIssuer("")
  private static final class Nameless {}

  private static TestIssuerResource resource(Class<?> test) {
    TestIssuerResource resource = new TestIssuerResource();
    resource.init(test.getAnnotation(WithTestIssuer.class));
    return resource;
  }

  @Test
  void configuresOneIssuer() {
    TestIssuerResource resource = resource(Plain.class);
    assertThat(resource.start())
        .containsEntry("jwt-validation.issuers.dev.audience", "test-api")
        .containsEntry("jwt-validation.issuers.dev.keys.allow-loopback-http", "true")
        .containsEntry("jwt-validation.issuers.dev.preset", "")
        .containsEntry("jwt-validation.issuers.dev.keys.unknown-key-cooldown", "PT0.000000001S")
        .containsKey("jwt-validation.issuers.dev.url")
        .hasSize(5);
    resource.stop();
  }

  @Test
  void quotesNamesWithDots() {
    TestIssuerResource resource = resource(Dotted.class);
    assertThat(resource.start()).containsKey("jwt-validation.issuers.\"my.shop\".url");
    resource.stop();
  }

  @Test
  void refusesWhatIsNoName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> resource(Nameless.class))
        .withMessage(
            "@WithTestIssuer(\"\"): not the name of an issuer; use that of the key"
                + " jwt-validation.issuers.<name>.url");
  }
}
