// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ClientCountsTest {

  private static final long SECRET = 0x1234_5678_9ABC_DEF1L;

  @Test
  void countsAsAMapDoes() {
    Random random = new Random(1);
    ClientCounts counts = new ClientCounts(random.nextLong());
    Map<Long, Integer> expected = new HashMap<>();
    List<Long> proofs = new ArrayList<>();
    List<Long> wrong = new ArrayList<>();

    for (int round = 0; round < 200_000; round++) {
      // Grows and shrinks in turn; few clients, among them 0, so that many have several proofs.
      boolean grows = round / 20_000 % 2 == 0 ? random.nextInt(4) > 0 : random.nextInt(4) == 0;
      if (grows || proofs.isEmpty()) {
        long client = random.nextInt(3000) * 0x1_0000_0001L;
        counts.increment(client);
        expected.merge(client, 1, Integer::sum);
        proofs.add(client);
      } else {
        int last = proofs.size() - 1;
        int chosen = random.nextInt(proofs.size());
        long client = proofs.get(chosen);
        proofs.set(chosen, proofs.get(last));
        proofs.remove(last);
        counts.decrement(client);
        expected.merge(client, -1, (count, one) -> count + one == 0 ? null : count + one);
      }
      long asked = random.nextInt(3000) * 0x1_0000_0001L;
      if (counts.count(asked) != expected.getOrDefault(asked, 0)) {
        wrong.add(asked);
      }
    }
    assertThat(wrong).isEmpty();
    for (long client = 0; client < 3000; client++) {
      long asked = client * 0x1_0000_0001L;
      assertThat(counts.count(asked)).isEqualTo(expected.getOrDefault(asked, 0));
    }
  }

  @Test
  void takesMemoryForThoseThatAreThere() {
    ClientCounts counts = new ClientCounts(SECRET);
    int smallest = counts.capacity();

    for (long client = 0; client < 10_000; client++) {
      counts.increment(client);
    }
    assertThat(counts.capacity()).isBetween(20_000, 40_000);
    for (long client = 0; client < 10_000; client++) {
      counts.decrement(client);
    }
    assertThat(counts.capacity()).isEqualTo(smallest);
  }

  @Test
  void growsAboveAHalfAndShrinksBelowAnEighth() {
    ClientCounts counts = new ClientCounts(SECRET);
    for (long client = 0; client < 32; client++) {
      counts.increment(client);
    }
    assertThat(counts.capacity()).isEqualTo(64);
    counts.increment(32);
    assertThat(counts.capacity()).isEqualTo(128);
    for (long client = 32; client >= 16; client--) {
      counts.decrement(client);
    }
    assertThat(counts.capacity()).as("for an eighth, 16").isEqualTo(128);
    counts.decrement(15);
    assertThat(counts.capacity()).isEqualTo(64);
  }

  @Test
  @Timeout(10)
  void spreadsClientsWhoseNumbersAreNeighbours() {
    ClientCounts counts = new ClientCounts(SECRET);
    // In one row, so many would take minutes.
    for (long client = 0; client < 200_000; client++) {
      counts.increment(client);
    }
    assertThat(counts.count(199_999)).isEqualTo(1);
    assertThat(counts.count(200_000)).isZero();
  }
}
