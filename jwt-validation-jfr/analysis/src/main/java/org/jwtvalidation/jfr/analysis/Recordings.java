// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordingFile;

/** Streams recordings with the JDK's own parser. */
final class Recordings {

  /** "FLR" and a zero, with which each chunk begins. */
  private static final int MAGIC = 0x464c_5200;

  private static final int LENGTH = 8;
  private static final int HEADER = 16;

  /** Where the first chunk has the time of its begin, in nanoseconds since 1970. */
  private static final int BEGIN = 32;

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
      // A stream of another kind of file, or of a part of one, would end without an error.
      new RecordingFile(recording).close();
      checkChunks(recording);
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

  /** Whether a file begins as a recording does. */
  static boolean beginsAsOne(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (FileChannel file = FileChannel.open(path)) {
      ByteBuffer begin = ByteBuffer.allocate(Integer.BYTES);
      return file.read(begin) == Integer.BYTES && begin.getInt(0) == MAGIC;
    }
  }

  /** Checks that the chunks, each of which begins with its length, fill the file. */
  private static void checkChunks(Path recording) throws IOException {
    try (FileChannel file = FileChannel.open(recording)) {
      long left = file.size();
      ByteBuffer header = ByteBuffer.allocate(HEADER);
      while (left > 0) {
        header.clear();
        file.read(header, file.size() - left);
        long length = header.getLong(LENGTH);
        if (header.hasRemaining()
            || header.getInt(0) != MAGIC
            || length < HEADER
            || length > left) {
          throw new IOException("it ends within a chunk");
        }
        left -= length;
      }
    }
  }

  /**
   * The time at which a recording begins.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  static Instant begin(Path recording) {
    try (FileChannel file = FileChannel.open(recording)) {
      ByteBuffer begin = ByteBuffer.allocate(Long.BYTES);
      file.read(begin, BEGIN);
      return Instant.EPOCH.plusNanos(begin.getLong(0));
    } catch (IOException e) {
      throw unreadable(recording, e);
    }
  }

  private static IllegalArgumentException unreadable(Path recording, Exception e) {
    return new IllegalArgumentException(
        recording + " cannot be read (" + e.getMessage() + "); choose a complete recording", e);
  }
}
