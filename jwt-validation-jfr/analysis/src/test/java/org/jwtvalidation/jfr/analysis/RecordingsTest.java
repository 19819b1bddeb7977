// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.jfr.Recorded;

/** Recordings of two chunks, as those that are dumped one after another into a file. */
@Timeout(300)
class RecordingsTest {

  @TempDir private Path folder;

  private byte[] first;
  private byte[] second;

  @BeforeEach
  void record() throws IOException {
    first = chunk("first.jfr");
    second = chunk("second.jfr");
  }

  private byte[] chunk(String name) throws IOException {
    return Files.readAllBytes(
        Recorded.into(folder.resolve(name), Map.of(), () -> AnalysisTest.validation(1, 1)));
  }

  private Path file(byte[] begin, byte[] end) throws IOException {
    byte[] both = Arrays.copyOf(begin, begin.length + end.length);
    System.arraycopy(end, 0, both, begin.length, end.length);
    return Files.write(folder.resolve("service.jfr"), both);
  }

  @Test
  void readsAllChunks() throws IOException {
    assertThat(validations(file(first, second))).isEqualTo(2);
  }

  private static long validations(Path recording) {
    return Analysis.of(recording).parts().get("recording").measured().whole().count();
  }

  @Test
  void refusesARecordingThatIsCutInALaterChunk() throws IOException {
    for (int left : new int[] {1, 15, second.length / 2, second.length - 1}) {
      assertRefused(file(first, Arrays.copyOf(second, left)));
    }
    byte[] other = second.clone();
    other[0] = 'f';
    assertRefused(file(first, other));
    assertRefused(file(first, ByteBuffer.wrap(second.clone()).putLong(8, 0).array()));
    assertRefused(file(first, ByteBuffer.wrap(second.clone()).putLong(8, Long.MAX_VALUE).array()));
  }

  private static void assertRefused(Path recording) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Analysis.of(recording))
        .withMessage(
            recording + " cannot be read (it ends within a chunk); choose a complete recording");
  }
}
