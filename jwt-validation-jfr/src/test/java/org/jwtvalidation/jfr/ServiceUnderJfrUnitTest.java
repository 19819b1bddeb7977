// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import static org.moditect.jfrunit.ExpectedEvent.event;
import static org.moditect.jfrunit.JfrEventsAssert.assertThat;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.moditect.jfrunit.EnableEvent;
import org.moditect.jfrunit.JfrEventTest;
import org.moditect.jfrunit.JfrEvents;

/**
 * Streams events as the tests of a service would. The class and its field are public because
 * JfrUnit requires it.
 */
@JfrEventTest
@Timeout(300)
public class ServiceUnderJfrUnitTest {

  /** Tells of each start and end; kept here, because a logger that nobody keeps forgets. */
  private static final Logger JFR_UNIT = Logger.getLogger(JfrEvents.class.getName());

  static {
    JFR_UNIT.setLevel(Level.WARNING);
  }

  public JfrEvents events = new JfrEvents();

  @Test
  @EnableEvent(value = Recorded.VALIDATION, threshold = 0)
  void seesEachValidation() {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator = watched(issuer)) {
      String token = issuer.token().compact();
      validator.validate(token);
      var unused = validator.tryValidate(Tampering.flipSignatureBit(token));
    }

    events.awaitEvents();
    assertThat(events)
        .contains(
            event(Recorded.VALIDATION)
                .with("issuer", "https://issuer.example")
                .with("outcome", "ACCEPTED")
                .with("cached", false)
                .has("signatureValidation"));
    assertThat(events)
        .contains(
            event(Recorded.VALIDATION)
                .with("outcome", "REJECTED")
                .with("reason", "SIGNATURE_INVALID"));
  }

  @Test
  @EnableEvent(Recorded.KEY_REFRESH)
  void seesKeyRefreshes() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = watched(issuer)) {
      issuer.token().compact();
      validator.warmUp();
      Recorded.awaitRefreshReports();
    }

    events.awaitEvents();
    assertThat(events)
        .contains(event(Recorded.KEY_REFRESH).with("cause", "NO_KEYS").with("outcome", "RENEWED"));
  }

  private static TokenValidator watched(TestIssuer issuer) {
    return TokenValidator.builder()
        .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
        .monitor(new JfrMonitor())
        .build();
  }
}
