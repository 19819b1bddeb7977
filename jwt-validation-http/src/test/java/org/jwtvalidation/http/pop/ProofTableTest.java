// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProofTableTest {

  private final ProofTable table = new ProofTable(0x1234_5678_9ABC_DEF1L);

  private List<Long> clientsRemoved(int now) {
    List<Long> removed = new ArrayList<>();
    table.removeExpired(now, removed::add);
    return removed;
  }

  @Test
  void findsWhatAMapFinds() {
    Random random = new Random(2);
    Map<Long, Integer> expected = new HashMap<>();
    List<Long> wrong = new ArrayList<>();
    int now = -700;
    assertThat(clientsRemoved(now)).isEmpty();

    for (int round = 0; round < 100_000; round++) {
      if (random.nextInt(500) == 0) {
        // Mostly a little, sometimes more than a turn of the wheel.
        now += random.nextInt(20) == 0 ? random.nextInt(2000) : random.nextInt(30);
        int then = now;
        Set<Long> expired = new HashSet<>();
        expected.forEach((proof, expiry) -> {
          if (expiry <= then) {
            expired.add(~proof);
          }
        });
        List<Long> removed = clientsRemoved(now);
        assertThat(removed).hasSameSizeAs(expired);
        assertThat(new HashSet<>(removed)).isEqualTo(expired);
        expected.values().removeIf(expiry -> expiry <= then);
      }
      long proof = random.nextInt(50_000);
      if (table.contains(proof, -proof) != expected.containsKey(proof)
          || table.contains(proof, proof + 1)) {
        wrong.add(proof);
      }
      if (!expected.containsKey(proof)) {
        int expiry = now + 1 + random.nextInt(random.nextInt(10) == 0 ? 3000 : 120);
        table.add(proof, -proof, ~proof, expiry);
        expected.put(proof, expiry);
      }
      if (table.size() != expected.size()) {
        wrong.add(proof);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void findsWhatExpiresAfterTheClockWasSetBack() {
    table.add(1, 1, 7, 1000);
    assertThat(clientsRemoved(900)).isEmpty();
    assertThat(clientsRemoved(100)).isEmpty();
    table.add(2, 2, 8, 110);

    assertThat(clientsRemoved(109)).isEmpty();
    assertThat(clientsRemoved(110)).containsExactly(8L);
    assertThat(clientsRemoved(999)).isEmpty();
    assertThat(clientsRemoved(1000)).containsExactly(7L);
  }

  @Test
  void takesMemoryForThoseThatAreThere() {
    int smallest = table.capacity();

    for (int proof = 0; proof < 10_000; proof++) {
      table.add(proof, proof, proof, proof < 1000 ? 20 : 10);
    }
    assertThat(table.capacity()).isEqualTo(16_384);
    assertThat(clientsRemoved(10)).hasSize(9000);
    assertThat(table.capacity()).isEqualTo(1024);
    assertThat(table.contains(999, 999)).isTrue();
    assertThat(clientsRemoved(20)).hasSize(1000);
    assertThat(table.capacity()).isEqualTo(smallest);
  }

  @Test
  void shrinksBelowAQuarterAndLeavesRoomForAsManyAgain() {
    for (int proof = 0; proof < 100; proof++) {
      table.add(proof, proof, proof, proof < 16 ? 30 : proof < 32 ? 20 : 10);
    }
    assertThat(table.capacity()).isEqualTo(128);
    assertThat(clientsRemoved(10)).hasSize(68);
    assertThat(table.capacity()).as("for a quarter, 32").isEqualTo(128);
    assertThat(clientsRemoved(20)).hasSize(16);
    assertThat(table.capacity()).as("for 16").isEqualTo(32);
  }

  @Test
  @Timeout(10)
  void spreadsProofsWhoseHashesAreNeighbours() {
    // In one list, so many would take minutes.
    int found = 0;
    for (long proof = 0; proof < 200_000; proof++) {
      found += table.contains(proof, proof) ? 1 : 0;
      table.add(proof, proof, 7, 20);
    }
    assertThat(found).isZero();
    assertThat(table.contains(199_999, 199_999)).isTrue();
  }
}
