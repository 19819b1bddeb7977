package org.jwtvalidation.quarkus.deployment;

import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("once")
class ProactiveRemoteStoreTest extends RemoteStore {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      RemoteStore.application().overrideConfigKey("quarkus.http.auth.proactive", "true");
}
