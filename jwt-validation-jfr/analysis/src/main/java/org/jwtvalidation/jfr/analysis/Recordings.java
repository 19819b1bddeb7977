// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordingFile;

/** Streams recordings with the JDK's own parser. */
final class Recordings {

  private Recordings() {}

  /**
   * Reads a whole recording.
   *
   * @param subscription subscribes to events, which are valid only during the callback
   * @throws IllegalArgumentException if the file does not exist or is not a recording
   */
  static void read(Path recording, Consumer<EventStream> subscription) {
    if (!Files.isRegularFile(recording)) {
      throw new IllegalArgumentException(
          recording + " is not a file; choose a recording, as JFR.dump writes it");
    }
    try {
      // A stream of another kind of file would end without an error.
      new RecordingFile(recording).close();
    } catch (IOException | RuntimeException e) {
      // The parser throws many kinds of exceptions for invalid input.
      throw unreadable(recording, e);
    }
    try (EventStream events = EventStream.openFile(recording)) {
      // Ordering costs memory, and the analysis does not depend on it.
      events.setOrdered(false);
      events.setReuse(true);
      subscription.accept(events);
      RuntimeException[] failure = new RuntimeException[1];
      events.onError(error -> failure[0] = new IllegalStateException(error));
      events.start();
      if (failure[0] != null) {
        throw failure[0];
      }
    } catch (IOException | RuntimeException e) {
      throw unreadable(recording, e);
    }
  }

  private static IllegalArgumentException unreadable(Path recording, Exception e) {
    return new IllegalArgumentException(
        recording + " cannot be read (" + e.getMessage() + "); choose a complete recording", e);
  }
}
