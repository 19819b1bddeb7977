// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Records a request to the application under test. */
final class RecordedRequest {

  private RecordedRequest() {}

  /** The names of the events of this library that a request with a good token leaves. */
  static List<String> events() throws IOException {
    // Not of JUnit, whose fields are those of the instance outside of the application.
    Path file = Files.createTempFile("validations", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jwt.TokenValidation").withThreshold(Duration.ZERO);
      recording.enable("jwt.Request").withThreshold(Duration.ZERO);
      recording.start();
      String token = Issuer.ISSUER.token().compact();
      assertThat(Client.get("/orders/mine", "Bearer " + token).statusCode()).isEqualTo(200);
      recording.stop();
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .map(event -> event.getEventType().getName())
          .toList();
    } finally {
      Files.delete(file);
    }
  }
}
