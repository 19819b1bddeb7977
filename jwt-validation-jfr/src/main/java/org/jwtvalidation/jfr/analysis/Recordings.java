package org.jwtvalidation.jfr.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordingFile;

/** Reads recordings by the JDK's own parser, event by event: of none of them more is kept. */
final class Recordings {

  private Recordings() {}

  /**
   * Reads a recording from its beginning to its end.
   *
   * @param subscription says what is to be done with which events; an event is only valid there
   * @throws IllegalArgumentException if it is not there, or not a recording
   */
  static void read(Path recording, Consumer<EventStream> subscription) {
    if (!Files.isRegularFile(recording)) {
      throw new IllegalArgumentException(
          recording + " is no file; name a recording, as JFR.dump writes it");
    }
    try {
      // A stream of what is no recording ends without a word.
      new RecordingFile(recording).close();
    } catch (IOException | RuntimeException e) {
      // The parser checks little of what it reads.
      throw unreadable(recording, e);
    }
    try (EventStream events = EventStream.openFile(recording)) {
      // The order costs memory, and nothing here depends on it.
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
        recording + " cannot be read (" + e.getMessage() + "); name a whole recording", e);
  }
}
