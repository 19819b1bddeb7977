// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.RawToken.base64url;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KnownHeadersTest {

  /** A token that names a key, and what parsing its header gives. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Headed(byte[] token, int length, Map<String, @Nullable Object> header) {

    static Headed by(String keyId) {
      String json = "{\"alg\":\"RS256\",\"kid\":\"" + keyId + "\",\"typ\":\"at+jwt\"}";
      String encoded = base64url(json.getBytes(ISO_8859_1));
      return new Headed(
          (encoded + ".e30.c2ln").getBytes(ISO_8859_1),
          encoded.length(),
          Map.of("alg", "RS256", "kid", keyId, "typ", "at+jwt"));
    }

    void addTo(KnownHeaders headers) {
      headers.add(token, length, header);
    }

    boolean isIn(KnownHeaders headers) {
      Map<String, @Nullable Object> found = headers.find(token, length);
      assertThat(found).isIn(null, header);
      return found != null;
    }
  }

  private static List<Headed> headed(int count, IntFunction<String> keyId) {
    return IntStream.range(0, count).mapToObj(keyId).map(Headed::by).toList();
  }

  private final KnownHeaders headers = new KnownHeaders();

  @Test
  void knowsNothingAtFirst() {
    assertThat(Headed.by("k").isIn(headers)).isFalse();
  }

  @Test
  void findsTheHeaderOfAnotherToken() {
    Headed.by("k").addTo(headers);
    byte[] other = Headed.by("k").token();
    other[other.length - 1] = 'A';
    assertThat(headers.find(other, Headed.by("k").length())).containsEntry("kid", "k");
  }

  @Test
  void comparesTheWholeHeader() {
    Headed known = Headed.by("the-key");
    known.addTo(headers);
    assertThat(headers.find(known.token(), known.length() - 1)).isNull();
    assertThat(headers.find(known.token(), known.length() + 1)).isNull();
    for (int i = 0; i < known.length(); i++) {
      byte[] changed = known.token().clone();
      changed[i]++;
      assertThat(headers.find(changed, known.length())).isNull();
    }
    assertThat(known.isIn(headers)).isTrue();
  }

  @Test
  void keepsTheOctetsForItself() {
    Headed known = Headed.by("k");
    byte[] given = known.token().clone();
    headers.add(given, known.length(), known.header());
    given[3]++;
    assertThat(known.isIn(headers)).isTrue();
    assertThat(headers.find(given, known.length())).isNull();
  }

  /** Several issuers, each with a hundred keys in rotation. */
  @Test
  void keepsTheHeadersOfHundredsOfKeys() {
    List<IntFunction<String>> issuers =
        List.of(
            number -> "key-" + number,
            number -> number + "-2026-signing",
            number -> "%08x".formatted(number * 0x9e3779b9));
    for (IntFunction<String> keyId : issuers) {
      KnownHeaders own = new KnownHeaders();
      List<Headed> all = headed(256, keyId);
      all.forEach(one -> one.addTo(own));
      // Chance decides where headers are kept: one in many may have no place of its own.
      assertThat(all.stream().filter(one -> one.isIn(own)).count()).isGreaterThanOrEqualTo(250);
      KnownHeaders smaller = new KnownHeaders();
      List<Headed> hundred = all.subList(0, 100);
      hundred.forEach(one -> one.addTo(smaller));
      assertThat(hundred).allMatch(one -> one.isIn(smaller));
    }
  }

  @Test
  void holdsNoMoreThanItHasPlacesFor() {
    List<Headed> all = headed(5000, number -> "key-" + number);
    all.forEach(one -> one.addTo(headers));
    assertThat(all.stream().filter(one -> one.isIn(headers)).count()).isBetween(400L, 512L);
  }

  /** Those of proofs are written by clients. */
  @Test
  void keepsNoLongHeader() {
    Headed longest = Headed.by("k".repeat(729));
    assertThat(longest.length()).isEqualTo(KnownHeaders.MAX_LENGTH);
    longest.addTo(headers);
    assertThat(longest.isIn(headers)).isTrue();
    Headed longer = Headed.by("k".repeat(730));
    longer.addTo(headers);
    assertThat(longer.isIn(headers)).isFalse();
  }

  @Test
  void knowsTheNewestHeaderHoweverManyThereAre() {
    for (Headed one : headed(5000, number -> "key-" + number)) {
      one.addTo(headers);
      assertThat(one.isIn(headers)).isTrue();
    }
  }

  @Test
  void takesOnePlaceForAHeaderThatIsAddedAgain() {
    Headed often = Headed.by("often");
    for (int i = 0; i < 1000; i++) {
      often.addTo(headers);
    }
    List<Headed> others = headed(100, number -> "key-" + number);
    others.forEach(one -> one.addTo(headers));
    assertThat(others).allMatch(one -> one.isIn(headers));
    assertThat(often.isIn(headers)).isTrue();
  }

  @Test
  void givesEachThreadTheHeaderOfItsToken() throws Exception {
    List<Headed> all = headed(600, number -> "key-" + number);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        int start = thread * 75;
        tasks.add(() -> {
          for (int i = 0; i < 20_000; i++) {
            Headed one = all.get((start + i * 7) % all.size());
            if (!one.isIn(headers)) {
              one.addTo(headers);
            }
          }
          return true;
        });
      }
      for (Future<Boolean> done : threads.invokeAll(tasks)) {
        assertThat(done.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
    Headed last = Headed.by("last");
    last.addTo(headers);
    assertThat(last.isIn(headers)).isTrue();
  }

  /** Headers whose search begins at the same place. */
  private static List<Headed> neighbours(int count) {
    return IntStream.range(0, 50_000)
        .mapToObj(number -> Headed.by("key-" + number))
        .filter(one -> {
          CRC32C checksum = new CRC32C();
          checksum.update(one.token(), 0, one.length());
          return (checksum.getValue() & 511) == 77;
        })
        .limit(count)
        .toList();
  }

  @Test
  void keepsSixteenHeadersOfOnePlace() {
    List<Headed> neighbours = neighbours(17);
    assertThat(neighbours).hasSize(17);
    Headed first = neighbours.get(0);
    first.addTo(headers);
    neighbours.subList(0, 16).forEach(one -> one.addTo(headers));
    first.addTo(headers);
    assertThat(neighbours.subList(0, 16)).allMatch(one -> one.isIn(headers));
    assertThat(neighbours.get(16).isIn(headers)).isFalse();

    neighbours.get(16).addTo(headers);
    assertThat(first.isIn(headers)).isFalse();
    assertThat(neighbours.subList(1, 17)).allMatch(one -> one.isIn(headers));
  }
}
