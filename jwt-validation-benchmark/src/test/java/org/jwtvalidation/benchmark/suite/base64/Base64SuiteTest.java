// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.base64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.common.io.BaseEncoding;
import com.nimbusds.jose.util.Base64URL;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.internal.codec.Base64Url;

/** Checks what the benchmark measures, and that each decoder is as strict as documented. */
class Base64SuiteTest {

  private final DecoderBenchmark benchmark = new DecoderBenchmark();

  @ParameterizedTest
  @ValueSource(ints = {100, 1000, 10_000})
  void decodesStringsOfTheirLength(int length) throws Exception {
    benchmark.length = length;
    benchmark.prepare();

    int octets = length / 4 * 3;
    assertThat(benchmark.ours()).hasSize(octets);
    assertThat(benchmark.jdk()).hasSize(octets);
    assertThat(benchmark.nimbus()).hasSize(octets);
    assertThat(benchmark.guava()).hasSize(octets);
    assertThat(benchmark.commonsCodec()).hasSize(octets);
  }

  @Test
  void decodesOneStringToTheSameOctets() throws Exception {
    benchmark.strings = 1;
    benchmark.prepare();
    byte[] octets = Base64.getUrlDecoder().decode(benchmark.next());

    assertThat(
            List.of(
                benchmark.ours(),
                benchmark.jdk(),
                benchmark.nimbus(),
                benchmark.guava(),
                benchmark.commonsCodec()))
        .allMatch(decoded -> Arrays.equals(decoded, octets));
  }

  @Test
  void drawsFromDistinctStrings() {
    benchmark.prepare();
    assertThat(Stream.generate(benchmark::next).limit(200_000).distinct()).hasSize(10_000);
  }

  static Stream<Arguments> dialects() {
    return Stream.of(
        //                          ours, jdk, nimbus, guava, commons
        arguments("plain", "AQID", List.of(true, true, true, true, true)),
        arguments("padding", "AQ==", List.of(false, true, true, true, true)),
        arguments("a line break", "AQ\nID", List.of(false, false, true, false, true)),
        arguments("the other alphabet", "A+ID", List.of(false, false, true, false, true)),
        arguments("spare bits", "AR", List.of(false, true, true, true, true)));
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void acceptsDialects(String dialect, String text, List<Boolean> accepted) {
    assertThat(
            Stream.<Decoding>of(
                    Base64Url::decode,
                    Base64.getUrlDecoder()::decode,
                    value -> new Base64URL(value).decode(),
                    BaseEncoding.base64Url()::decode,
                    org.apache.commons.codec.binary.Base64::decodeBase64UrlSafe)
                .map(decoding -> decoding.accepts(text)))
        .as(dialect)
        .isEqualTo(accepted);
  }

  private interface Decoding {

    byte[] decode(String text) throws Exception;

    default boolean accepts(String text) {
      try {
        decode(text);
        return true;
      } catch (Exception e) {
        return false;
      }
    }
  }
}
