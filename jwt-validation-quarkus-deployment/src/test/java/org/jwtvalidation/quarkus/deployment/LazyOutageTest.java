package org.jwtvalidation.quarkus.deployment;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("once")
class LazyOutageTest extends Outage {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.ordersFrom(HangingIssuer.class, Outage.class)
          .overrideConfigKey("quarkus.http.auth.proactive", "false");
}
