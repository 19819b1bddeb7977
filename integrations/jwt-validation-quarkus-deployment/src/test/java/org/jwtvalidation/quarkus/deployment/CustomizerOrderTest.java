// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.annotation.Priority;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.http.config.IssuerCustomizer;

@Tag("jdk-independent")
class CustomizerOrderTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(A.class, B.class, C.class, D.class, Roles.class);

  /** Takes the roles from one claim; of several such claims the last one counts. */
  static class Roles implements IssuerCustomizer {

    @Override
    public void customize(String name, IssuerConfig.Builder issuer) {
      issuer.roles(RoleMapper.claim(getClass().getSimpleName().toLowerCase(Locale.ROOT)));
    }
  }

  @Singleton
  @Priority(20)
  public static class A extends Roles {}

  @Singleton
  @Priority(10)
  public static class C extends Roles {}

  @Singleton
  @Priority(-10)
  public static class B extends Roles {}

  @Singleton
  @Priority(30)
  public static class D extends Roles {}

  private static int status(String claim) {
    return Client.get(
            "/orders/clerks",
            "Bearer " + Issuer.ISSUER.token().claim(claim, List.of("clerk")).compact())
        .statusCode();
  }

  @Test
  void followsPrioritiesSoThatTheLeastHasTheLastWord() {
    assertThat(status("b")).isEqualTo(200);
    assertThat(status("a")).isEqualTo(403);
    assertThat(status("c")).isEqualTo(403);
    assertThat(status("d")).isEqualTo(403);
  }
}
