package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.AccessToken;

@Tag("once")
class SharedBeanTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Shared.class)
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining("bean that several requests share")
                  .hasStackTraceContaining("make the bean @RequestScoped"));

  @Path("/shared")
  @Singleton
  public static class Shared {

    @Inject AccessToken token;

    @GET
    public String subject() {
      return token.subject();
    }
  }

  @Test
  void failsTheBuildIfATokenWouldOutliveItsRequest() {
    fail("the application has started");
  }
}
