package org.jwtvalidation.quarkus.deployment;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("once")
class LazyProofsTest extends Proofs {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Proofs.application().overrideConfigKey("quarkus.http.auth.proactive", "false");
}
