// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.security.Authenticated;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("jdk-independent")
class ExpireTimeTest {

  @RegisterExtension static final QuarkusUnitTest APPLICATION = Application.orders(Expiring.class);

  @Path("/expiring")
  public static class Expiring {

    @Inject SecurityIdentity identity;

    @GET
    @Authenticated
    public String expireTime() {
      Long seconds = identity.getAttribute("quarkus.identity.expire-time");
      return String.valueOf(seconds);
    }
  }

  private static long expireTime(Instant expiration) {
    String token = Issuer.ISSUER.token().claim("exp", expiration).compact();
    return Long.parseLong(Client.get("/expiring", "Bearer " + token).body());
  }

  @Test
  void isThatOfTheToken() {
    Instant expiration = Instant.now().plusSeconds(300);
    assertThat(expireTime(expiration)).isEqualTo(expiration.getEpochSecond());
  }

  @Test
  void isInTheFutureWithinTheLeeway() {
    Instant now = Instant.now();
    assertThat(expireTime(now.minusSeconds(10))).isGreaterThan(now.getEpochSecond() + 1);
  }
}
