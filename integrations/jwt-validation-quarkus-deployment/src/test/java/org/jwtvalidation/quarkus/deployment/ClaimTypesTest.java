// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Set;
import org.eclipse.microprofile.jwt.Claim;
import org.eclipse.microprofile.jwt.ClaimValue;
import org.eclipse.microprofile.jwt.Claims;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class ClaimTypesTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Odd.class)
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining("Odd#size: a claim cannot be injected as")
                  .hasStackTraceContaining("java.lang.Integer; use String, Long, Boolean or Set")
                  .hasStackTraceContaining("Odd#count: a claim cannot be injected as")
                  .hasStackTraceContaining("Odd#sizes: a claim cannot be injected as")
                  .hasStackTraceContaining("Odd#values: a claim cannot be injected as")
                  .hasStackTraceContaining("Odd#unnamed: @Claim does not name one claim")
                  .hasStackTraceContaining("Odd#twice: @Claim(")
                  .hasStackTraceContaining("set either value or standard"));

  @Path("/odd")
  @RequestScoped
  public static class Odd {

    @Inject
    @Claim("size")
    Integer size;

    @Inject
    @Claim("count")
    long count;

    @Inject
    @Claim("sizes")
    Set<Long> sizes;

    @Inject
    @Claim("values")
    ClaimValue<ClaimValue<String>> values;

    @Inject @Claim String unnamed;

    @Inject
    @Claim(value = "sub", standard = Claims.sub)
    String twice;

    @GET
    public String all() {
      return "" + size + count + sizes + values + unnamed + twice;
    }
  }

  @Test
  void failsTheBuildForTypesThatAreNotSupported() {
    fail("the application has started");
  }
}
