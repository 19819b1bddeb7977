// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.testkit.JsonWriter.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

  @Test
  void writesLiteralsAndNumbers() {
    assertThat(json(null)).isEqualTo("null");
    assertThat(json(true)).isEqualTo("true");
    assertThat(json(-7)).isEqualTo("-7");
    assertThat(json(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(json(new BigInteger("123456789012345678901234567890")))
        .isEqualTo("123456789012345678901234567890");
    assertThat(json(new BigDecimal("1E+400"))).isEqualTo("1E+400");
    assertThat(json(0.5)).isEqualTo("0.5");
  }

  @Test
  void writesInstantsAsWholeSeconds() {
    assertThat(json(Instant.parse("2026-01-02T03:04:05.999Z"))).isEqualTo("1767323045");
    assertThat(json(Instant.ofEpochMilli(-1))).isEqualTo("-1");
  }

  @Test
  void writesArraysAndObjectsInTheirOrder() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("b", List.of(1, "two", List.of()));
    object.put("a", Map.of());
    object.put("n", null);
    assertThat(json(object)).isEqualTo("{\"b\":[1,\"two\",[]],\"a\":{},\"n\":null}");
    assertThat(json(Arrays.asList(null, false))).isEqualTo("[null,false]");
  }

  @Test
  void escapesSpecialCharacters() {
    assertThat(json("\"\\/\b\f\n\r\t")).isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
    assertThat(json("\u0000\u001f\u007f")).isEqualTo("\"\\u0000\\u001f\u007f\"");
    assertThat(json(Map.of("a\"b", 1))).isEqualTo("{\"a\\\"b\":1}");
  }

  @Test
  void keepsSurrogatePairsAndEscapesLoneSurrogates() {
    assertThat(json("é€😀")).isEqualTo("\"é€😀\"");
    assertThat(json("\ud83d")).isEqualTo("\"\\ud83d\"");
    assertThat(json("\ude00")).isEqualTo("\"\\ude00\"");
    assertThat(json("\ude00\ud83d")).isEqualTo("\"\\ude00\\ud83d\"");
    assertThat(json("\ud83d\ud83d\ude00\ude00")).isEqualTo("\"\\ud83d😀\\ude00\"");
  }

  @Test
  void refusesValuesThatJsonCannotRepresent() {
    assertThatThrownBy(() -> json(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> json(Float.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> json(List.of(new Object())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Object");
    Map<String, Object> nameless = new HashMap<>();
    nameless.put(null, 1);
    assertThatThrownBy(() -> json(nameless)).isInstanceOf(NullPointerException.class);
  }
}
