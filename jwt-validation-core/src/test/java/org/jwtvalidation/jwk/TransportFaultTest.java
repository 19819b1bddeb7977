package org.jwtvalidation.jwk;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What may go wrong on the way to the keys. */
@Timeout(60)
class TransportFaultTest {

  private final FaultScene scene = new FaultScene();

  @AfterEach
  void closeScene() {
    scene.close();
  }

  @Test
  @DisplayName("F1: connection refused")
  void outlivesServerThatIsDown() {
    scene.assertOutlives(
        scene.source(), scene.issuer::disconnect, scene.issuer::reconnect, "ConnectException");
  }
}
