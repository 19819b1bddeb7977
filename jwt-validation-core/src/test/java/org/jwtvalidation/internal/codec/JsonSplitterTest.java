// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;
import static org.jwtvalidation.internal.codec.DecodingException.Fault.MALFORMED_JSON;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.internal.codec.DecodingException.Fault;

/** What a text is split into, and that all of it has to be JSON. */
class JsonSplitterTest {

  private static final int ENOUGH = 1 << 20;

  private static final StrictJson JSON = new StrictJson(new JsonLimits(1, 20, 8));

  private static @Nullable List<String> elements(String text) throws DecodingException {
    List<byte[]> elements = JSON.elements(text.getBytes(UTF_8), "keys", ENOUGH);
    return elements == null
        ? null
        : elements.stream().map(element -> new String(element, UTF_8)).toList();
  }

  private static void assertRefused(String text, Fault fault) {
    assertRefused(text.getBytes(UTF_8), fault, ENOUGH);
  }

  private static void assertRefused(byte[] text, Fault fault, int memory) {
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> JSON.elements(text, "keys", memory))
        .satisfies(e -> assertThat(e.fault()).isEqualTo(fault));
  }

  @Test
  void givesTheTextOfEachElement() throws DecodingException {
    assertThat(elements("{\"keys\":[1,-2.5e3,\"a,]\",true,false,null,[1,[]],{\"a\":[{}]}]}"))
        .containsExactly(
            "1", "-2.5e3", "\"a,]\"", "true", "false", "null", "[1,[]]", "{\"a\":[{}]}");
    assertThat(elements("{\"keys\":[\"\\\"\\\\\",\"é😀\",\"\\ud83d\\ude00\"]}"))
        .containsExactly("\"\\\"\\\\\"", "\"é😀\"", "\"\\ud83d\\ude00\"");
    assertThat(elements("{\"a\":1,\"keys\":[0],\"b\":{\"keys\":[1]}}")).containsExactly("0");
    assertThat(elements("{\"k\\u0065ys\":[0]}")).containsExactly("0");
    assertThat(elements("{\"keys\":[]}")).isEmpty();
  }

  @Test
  void allowsWhiteSpaceEverywhere() throws DecodingException {
    String text = " {\n\"a\"\t: [ { } , { \"b\" : [ ] } ] ,\r \"keys\" : [ 1 , [ 2 , 3 ] ] } ";
    assertThat(elements(text).stream().map(String::strip)).containsExactly("1", "[ 2 , 3 ]");
    assertThat(elements(" { \"keys\" : [ ] } ")).isEmpty();
    assertThat(elements(" { } ")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"key\":[1]}",
        "{\"keys\":1}",
        "{\"keys\":{}}",
        "{\"keys\":null}",
        "{\"keys\":\"[1]\"}",
        "{\"x\":{\"keys\":[1]}}"
      })
  void givesNothingWithoutTheArray(String text) throws DecodingException {
    assertThat(elements(text)).isNull();
  }

  /** What only a parser of the element is to refuse. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":2}",
        "{\"x\":[{\"a\":1,\"\\u0061\":2}]}",
        "1e500",
        "-0.1E-99999999999999999999",
        "\"0123456789012345678901234567890\"",
        "{\"0123456789012345678901234567890\":1}",
        "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1}"
      })
  void leavesOtherFaultsToTheElement(String element) throws DecodingException {
    assertThat(elements("{\"keys\":[1," + element + "]}")).containsExactly("1", element);
    assertThat(elements("{\"x\":" + element + ",\"keys\":[1]}")).containsExactly("1");
  }

  @Test
  void takesAnyDepthAndLength() throws DecodingException {
    for (String element :
        List.of(
            "[".repeat(100_000) + "]".repeat(100_000),
            "{\"a\":".repeat(50_000) + "1" + "}".repeat(50_000),
            "[{\"a\":[".repeat(30_000) + "]}]".repeat(30_000),
            "1".repeat(100_000))) {
      assertThat(elements("{\"keys\":[" + element + ",0]}")).containsExactly(element, "0");
    }
    assertRefused("{\"keys\":[" + "[".repeat(100_000), MALFORMED_JSON);
    assertRefused("{\"keys\":[" + "[".repeat(9) + "]".repeat(9) + "}]}", MALFORMED_JSON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "{]",
        "[}",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":1 \"b\":2}",
        "{1:1}",
        "nul",
        "True",
        "tru",
        "falsy",
        "NaN",
        "+1",
        "01",
        "-01",
        "-",
        ".5",
        "1.",
        "1e",
        "1e+",
        "0x10",
        "\"a",
        "\"\\x\"",
        "\"\\u00g0\"",
        "\"a\nb\"",
        "1]",
        "1}",
        "/**/1"
      })
  void refusesTextThatIsNotJsonAtAnyPlace(String broken) {
    assertRefused("{\"keys\":[" + broken + ",1]}", MALFORMED_JSON);
    assertRefused("{\"keys\":[0,{\"a\":" + broken + "}]}", MALFORMED_JSON);
    assertRefused("{\"keys\":[[" + broken + ",{}]]}", MALFORMED_JSON);
    assertRefused("{\"keys\":[0],\"x\":" + broken + "}", MALFORMED_JSON);
    assertRefused("{\"x\":" + broken + ",\"keys\":[0]}", MALFORMED_JSON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ude00\\ud83d\"",
        "\"\\ud83d\\ud83d\\ude00\"",
        "\"\\ud83dx\"",
        "{\"\\ud83d\":1}"
      })
  void leavesLoneSurrogatesToTheReaderOfTheElement(String text) throws DecodingException {
    assertThat(elements("{\"keys\":[" + text + ",1]}")).containsExactly(text, "1");
    assertThat(elements("{\"x\":" + text + ",\"keys\":[0]}")).containsExactly("0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "[]",
        "\"keys\"",
        "null",
        "{",
        "{\"keys\"",
        "{\"keys\":",
        "{\"keys\":[",
        "{\"keys\":[1",
        "{\"keys\":[1]",
        "{\"keys\":[1]}}",
        "{\"keys\":[1]}x",
        "{\"keys\":[1]} {}",
        "{\"keys\":[1],}",
        "{,\"keys\":[1]}",
        "{keys:[1]}",
        "\uFEFF{\"keys\":[1]}"
      })
  void refusesTextThatIsNotOneObject(String text) {
    assertRefused(text, MALFORMED_JSON);
  }

  @Test
  void refusesInvalidUtf8() {
    for (String invalid : List.of("\u00e9", "\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00ff")) {
      String text = "{\"keys\":[\"" + invalid + "\"]}";
      assertRefused(text.getBytes(ISO_8859_1), MALFORMED_JSON, ENOUGH);
    }
  }

  @Test
  void refusesMembersOfTheObjectThatAreNamedTwice() {
    assertRefused("{\"keys\":[1],\"keys\":[1]}", MALFORMED_JSON);
    assertRefused("{\"keys\":[1],\"\\u006beys\":2}", MALFORMED_JSON);
    assertRefused("{\"a\":1,\"keys\":[1],\"a\":1}", MALFORMED_JSON);
  }

  @Test
  void boundsTheNamesOfTheObject() throws DecodingException {
    String members = "\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1";
    assertThat(elements("{" + members + ",\"keys\":[1]}")).containsExactly("1");
    assertRefused("{" + members + ",\"h\":1,\"keys\":[1]}", LIMIT_EXCEEDED);
    assertRefused("{\"" + "x".repeat(21) + "\":1}", LIMIT_EXCEEDED);
  }

  /** The text; a name; 24 octets and its text for each element. */
  @Test
  void countsTheMemoryOfTextNamesAndElements() throws DecodingException {
    byte[] text = "{\"keys\":[[1],23]}".getBytes(UTF_8);
    int octets = text.length + 56 + 44 + 4 + 24 + 3 + 24 + 2;
    assertThat(JSON.elements(text, "keys", octets)).hasSize(2);
    assertRefused(text, LIMIT_EXCEEDED, octets - 1);
  }
}
