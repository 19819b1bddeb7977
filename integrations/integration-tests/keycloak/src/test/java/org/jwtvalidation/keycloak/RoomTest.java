// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoomTest {

  private static final Path FOLDER = Path.of("target/keycloak");

  @Test
  void isContentWithJustEnough() {
    assertThatCode(() -> new Room(Room.DISK_NEEDED, Room.MEMORY_NEEDED).check(FOLDER))
        .doesNotThrowAnyException();
  }

  @Test
  void saysThatTheDiskIsTooFullAndWhatToDo() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new Room(300, 8000).check(FOLDER))
        .withMessage(
            "Keycloak needs 1000 MB of disk space in %s, which has 300 MB; "
                + "make room there, or build elsewhere",
            FOLDER);
  }

  @Test
  void saysThatMemoryIsTooShortAndWhatToDo() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new Room(8000, 300).check(FOLDER))
        .withMessage(
            "Keycloak needs 1000 MB of memory, and 300 MB are available; "
                + "end other programs, or give this machine or container more");
  }

  @Test
  void measuresThisMachine(@TempDir Path folder) throws IOException {
    Room room = Room.in(folder);

    assertThat(room.disk()).isPositive();
    assertThat(room.memory()).isPositive();
  }
}
