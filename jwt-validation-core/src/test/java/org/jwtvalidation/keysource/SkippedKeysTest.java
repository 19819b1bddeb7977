// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.RefreshReporter.LogLine;
import org.jwtvalidation.testkit.TestKey;

class SkippedKeysTest {

  private static final String USABLE = TestKey.generate(SignatureAlgorithm.ES256, "usable").jwk();

  private static JwkSet withUnusable(int keys, String name) {
    return JwkSet.parse(
        IntStream.range(0, keys)
            .mapToObj(i -> "{\"kty\":\"RSA\",\"kid\":\"" + name + i + "\"}")
            .collect(Collectors.joining(",", "{\"keys\":[", "," + USABLE + "]}")));
  }

  private static List<LogLine> lines(JwkSet set, JwkSet previous) {
    return SkippedKeys.lines("issuer", set, previous);
  }

  @Test
  void saysEachKeyOnce() {
    JwkSet one = withUnusable(1, "a");
    assertThat(SkippedKeys.lines("issuer", one, null))
        .singleElement()
        .isEqualTo(new LogLine(Level.WARNING, "issuer " + one.skipped().get(0)));
    assertThat(lines(withUnusable(1, "a"), one)).isEmpty();
    assertThat(lines(withUnusable(2, "a"), one))
        .extracting(LogLine::text)
        .singleElement()
        .asString()
        .startsWith("issuer keys[1] kid \"a1\": ");
  }

  @Test
  void saysNoMoreOfManyKeysThanAPersonReads() {
    JwkSet ten = withUnusable(SkippedKeys.MAX_LINES, "a");
    assertThat(lines(ten, withUnusable(1, "other"))).hasSize(SkippedKeys.MAX_LINES);
    assertThat(lines(withUnusable(99, "b"), ten))
        .hasSize(SkippedKeys.MAX_LINES + 1)
        .endsWith(new LogLine(Level.WARNING, "issuer and 89 more keys that are not used"));
  }
}
