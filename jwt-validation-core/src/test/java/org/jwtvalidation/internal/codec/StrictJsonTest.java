// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;
import static org.jwtvalidation.internal.codec.DecodingException.Fault.MALFORMED_JSON;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Allocation;
import org.jwtvalidation.internal.codec.DecodingException.Fault;

class StrictJsonTest {

  private static final int ENOUGH = 1 << 20;

  private static final JsonLimits LIMITS = new JsonLimits(4, 20, 8);
  private static final StrictJson JSON = new StrictJson(LIMITS);
  private static final StrictJson WIDE = new StrictJson(new JsonLimits(64, 1 << 16, 1 << 12));

  // Values

  @Test
  void readsEveryKindOfValue() throws DecodingException {
    assertThat(parsed("\"text\"")).isEqualTo("text");
    assertThat(parsed("7")).isEqualTo(7L);
    assertThat(parsed("-7")).isEqualTo(-7L);
    assertThat(parsed("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
    assertThat(parsed("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(parsed("9223372036854775808")).isEqualTo(new BigInteger("9223372036854775808"));
    assertThat(parsed("1.50")).isEqualTo(new BigDecimal("1.50"));
    assertThat(parsed("1e3")).isEqualTo(new BigDecimal("1e3"));
    assertThat(parsed("true")).isEqualTo(true);
    assertThat(parsed("false")).isEqualTo(false);
    assertThat(parsed("null")).isNull();
    assertThat(parsed(" [ 1 , [ ] ] ")).isEqualTo(List.of(1L, List.of()));
    assertThat(parsed(" { \"a\" : 1 , \"b\" : { } } ")).isEqualTo(Map.of("a", 1L, "b", Map.of()));
    assertThat(parsed("{}")).isEqualTo(Map.of());
  }

  @Test
  void keepsTheOrderOfTheText() throws DecodingException {
    Map<String, @Nullable Object> object = object("{\"z\":1,\"a\":2,\"m\":null}");
    assertThat(object.keySet()).containsExactly("z", "a", "m");
    assertThat(object).containsEntry("m", null);
  }

  @Test
  void readsCharactersOfEveryLength() throws DecodingException {
    assertThat(parsed("\"é€😀\"")).isEqualTo("é€😀");
    assertThat(parsed("\"\\u00e9\\u20ac\\ud83d\\ude00\"")).isEqualTo("é€😀");
    assertThat(object("{\"\\ud83d\\ude00é\":1}")).containsOnlyKeys("😀é");
  }

  /** The first and the last of each length, and those around the surrogates. */
  @ParameterizedTest
  @ValueSource(
      ints = {0x7f, 0x80, 0x7ff, 0x800, 0xfff, 0x1000, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff})
  void readsTheCharactersAtTheEndsOfEachLength(int codePoint) throws DecodingException {
    String character = Character.toString(codePoint);
    assertThat(parsed('"' + character + '"')).isEqualTo(character);
    assertThat(parsed('"' + character + "\\n\"")).isEqualTo(character + "\n");
  }

  @Test
  void keepsNulLiterally() throws DecodingException {
    assertThat(object("{\"a\\u0000b\":\"\\u0000c\"}")).isEqualTo(Map.of("a\u0000b", "\u0000c"));
    assertThat(object("{\"a\":1,\"a\\u0000\":2}")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{}]", "\"{}\"", "1", "true", "null"})
  void refusesOtherValuesWhereAnObjectIsDue(String text) {
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> object(text))
        .satisfies(e -> assertThat(e.fault()).isEqualTo(MALFORMED_JSON));
  }

  // Members named twice

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":1}",
        "{\"a\":1,\"b\":2,\"a\":3}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"\\u0061\":1,\"a\":2}",
        "{\"a\":null,\"a\":null}",
        "{\"\":1,\"\":2}",
        "{\"é\":1,\"\\u00e9\":2}",
        "{\"/\":1,\"\\/\":2}",
        "{\"😀\":1,\"\\ud83d\\ude00\":2}",
        "{\"x\":{\"a\":1,\"a\":2}}",
        "{\"x\":[{\"a\":1,\"a\":2}]}",
        "[[{\"a\":1,\"\\u0061\":2}]]"
      })
  void refusesMembersThatAreNamedTwice(String text) {
    assertRefused(text, MALFORMED_JSON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"A\":2}",
        "{\"a\":{\"a\":{\"a\":1}}}",
        "{\"é\":1,\"e\\u0301\":2}",
        "[{\"a\":1},{\"a\":1}]",
        "{\"a\":1,\"a \":2}"
      })
  void acceptsNamesThatOnlyLookAlike(String text) throws DecodingException {
    assertThat(parsed(text)).isNotNull();
  }

  // Encodings

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c0af", // overlong /
        "c080", // overlong NUL
        "e08080", // overlong NUL in three
        "f0808080", // and in four
        "c1bf", // overlong DEL
        "e09fbf", // overlong, the last of two octets
        "f08fbfbf", // overlong, the last of three octets
        "eda080", // a surrogate
        "edafbf", // the last of the high ones
        "edbfbf", // the last of the low ones
        "eda0bdedb880", // a pair of surrogates: CESU-8
        "eda0805c7564633030", // a pair of which the second is escaped
        "5c7564383030edbfbf", // a pair of which the first is escaped
        "f4908080", // beyond U+10FFFF
        "f8888080", // five octets
        "f8908080", // what would be a character in four
        "c27f", // no continuation, one too low
        "c2c0", // no continuation, one too high
        "80", // a continuation alone
        "c3", // truncated
        "e282", // truncated
        "f09f98", // truncated
        "ff",
        "fe",
        "c328" // a start without continuation
      })
  void refusesInvalidUtf8InValuesAndNames(String hex) {
    String invalid = new String(HexFormat.of().parseHex(hex), ISO_8859_1);
    assertRefused(("\"a" + invalid + "b\"").getBytes(ISO_8859_1), MALFORMED_JSON);
    assertRefused(("{\"" + invalid + "\":1}").getBytes(ISO_8859_1), MALFORMED_JSON);
    assertRefused(("{\"a\":1}" + invalid).getBytes(ISO_8859_1), MALFORMED_JSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE"})
  void refusesOtherUnicodeEncodings(String charset) {
    assertRefused("{\"a\":1}".getBytes(Charset.forName(charset)), MALFORMED_JSON);
    assertRefused("1".getBytes(Charset.forName(charset)), MALFORMED_JSON);
  }

  @Test
  void refusesByteOrderMark() {
    assertRefused("\uFEFF{}", MALFORMED_JSON);
    assertRefused(" \uFEFF{}", MALFORMED_JSON);
    assertRefused("{}\uFEFF", MALFORMED_JSON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\ud83d",
        "\\ude00",
        "\\ude00\\ud83d",
        "\\ud83d\\ud83d\\ude00",
        "\\ud83dx",
        "x\\udfff",
        "\\uD800\\u0041",
        "\\ud83d\\\\ude00"
      })
  void refusesLoneSurrogatesInValuesAndNames(String escaped) {
    assertRefused("\"" + escaped + "\"", MALFORMED_JSON);
    assertRefused("[\"" + escaped + "\"]", MALFORMED_JSON);
    assertRefused("{\"" + escaped + "\":1}", MALFORMED_JSON);
    assertRefused("{\"a\":\"" + escaped + "\"}", MALFORMED_JSON);
  }

  // Grammar

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{} {}",
        "{}1",
        "{},",
        "{}x",
        "{}\u0000",
        "{\"a\":1,}",
        "[1,]",
        "[,1]",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "{'a':1}",
        "['a']",
        "{\"a\":1 /* c */}",
        "// c\n{}",
        "# c\n{}",
        "[NaN]",
        "[Infinity]",
        "[-Infinity]",
        "[+1]",
        "[01]",
        "[-01]",
        "[.5]",
        "[1.]",
        "[1e]",
        "[0x10]",
        "[1_000]",
        "[True]",
        "[nul]",
        "\"a",
        "\"\\x41\"",
        "\"\\u00g0\"",
        "\"\\'\"",
        "\"a\nb\"",
        "\"a\tb\"",
        "\"\u0001\"",
        "{\"a\":1",
        "[1",
        "[1}",
        "{\"a\":1]",
        "]",
        "}",
        "{\"a\":1 \"b\":2}",
        "[1 2]",
        "\u00a0{}",
        "\u2028{}",
        "{\"a\u0000\":1}"
      })
  void refusesEverythingOutsideTheGrammar(String text) {
    assertRefused(text, MALFORMED_JSON);
  }

  // Bounds

  @Test
  void boundsDepth() throws DecodingException {
    assertThat(parsed("[[[[1]]]]")).isNotNull();
    assertThat(parsed("{\"a\":{\"a\":{\"a\":{\"a\":1}}}}")).isNotNull();
    assertRefused("[[[[[1]]]]]", LIMIT_EXCEEDED);
    assertRefused("[[[[[]]]]]", LIMIT_EXCEEDED);
    assertRefused("{\"a\":{\"a\":{\"a\":{\"a\":{}}}}}", LIMIT_EXCEEDED);
    assertRefused("[{\"a\":[{\"a\":[]}]}]", LIMIT_EXCEEDED);
    assertRefused("[".repeat(1_000_000), LIMIT_EXCEEDED);
    assertRefused("{\"a\":".repeat(1_000_000), LIMIT_EXCEEDED);
  }

  @Test
  void boundsStrings() throws DecodingException {
    assertThat(parsed("\"" + "x".repeat(20) + "\"")).isEqualTo("x".repeat(20));
    assertThat(parsed("\"" + "\\u0078".repeat(20) + "\"")).isEqualTo("x".repeat(20));
    assertRefused("\"" + "x".repeat(21) + "\"", LIMIT_EXCEEDED);
    assertRefused("\"" + "\\u0078".repeat(21) + "\"", LIMIT_EXCEEDED);
    assertRefused("[\"" + "x".repeat(100_000) + "\"]", LIMIT_EXCEEDED);
    assertRefused("[\"" + "\\n".repeat(100_000) + "\"]", LIMIT_EXCEEDED);
  }

  @Test
  void boundsNames() throws DecodingException {
    assertThat(object("{\"" + "x".repeat(20) + "\":1}")).containsOnlyKeys("x".repeat(20));
    assertThat(object("{\"" + "\\u0078".repeat(20) + "\":1}")).containsOnlyKeys("x".repeat(20));
    assertRefused("{\"" + "x".repeat(21) + "\":1}", LIMIT_EXCEEDED);
    assertRefused("{\"" + "\\u0078".repeat(21) + "\":1}", LIMIT_EXCEEDED);
    assertRefused("{\"" + "x".repeat(100_000) + "\":1}", LIMIT_EXCEEDED);
  }

  @Test
  void boundsMembersOfAllObjectsTogether() throws DecodingException {
    assertThat(object(flat(8))).hasSize(8);
    assertRefused(flat(9), LIMIT_EXCEEDED);
    assertThat(parsed("[" + flat(4) + "," + flat(4) + "]")).isNotNull();
    assertRefused("[" + flat(4) + "," + flat(5) + "]", LIMIT_EXCEEDED);
    assertRefused("{\"x\":" + flat(8) + "}", LIMIT_EXCEEDED);
  }

  @Test
  void boundsNumbers() throws DecodingException {
    byte[] longest = "1".repeat(128).getBytes(UTF_8);
    assertThat(WIDE.parse(longest, ENOUGH)).isEqualTo(new BigInteger("1".repeat(128)));
    assertRefused(WIDE, "1".repeat(129).getBytes(UTF_8), LIMIT_EXCEEDED);
    assertRefused(WIDE, ("[-" + "1".repeat(129) + "]").getBytes(UTF_8), LIMIT_EXCEEDED);
    assertThat(WIDE.parse(("-0." + "1".repeat(126) + "e+9").getBytes(UTF_8), ENOUGH)).isNotNull();
    assertRefused(WIDE, ("-0." + "1".repeat(127) + "e+9").getBytes(UTF_8), LIMIT_EXCEEDED);
    assertRefused("[" + "1".repeat(1_000_000) + "]", LIMIT_EXCEEDED);
  }

  @Test
  void allowsLongerNumbersThanStrings() throws DecodingException {
    String number = "9".repeat(LIMITS.stringLength() + 1);
    assertThat(parsed(number)).isEqualTo(new BigInteger(number));
    assertThat(parsed("0." + number)).isEqualTo(new BigDecimal("0." + number));
    assertRefused('"' + number + '"', LIMIT_EXCEEDED);
  }

  @Test
  void boundsExponents() throws DecodingException {
    assertThat(parsed("1e399")).isEqualTo(new BigDecimal("1e399"));
    assertThat(parsed("1e-399")).isEqualTo(new BigDecimal("1e-399"));
    assertThat(parsed("1.7976931348623157e308")).isInstanceOf(BigDecimal.class);
    assertRefused("1e400", LIMIT_EXCEEDED);
    assertRefused("-1e400", LIMIT_EXCEEDED);
    assertRefused("1e-402", LIMIT_EXCEEDED);
    assertRefused("0e500", LIMIT_EXCEEDED);
    assertRefused("1e2147483647", LIMIT_EXCEEDED);
    assertRefused("1e-2147483647", LIMIT_EXCEEDED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e2147483648",
        "1e-2147483649",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "0.1e-2147483648",
        "10e2147483647",
        "1E+1000000000"
      })
  void refusesExponentsThatNoNumberHoldsWithoutANumber(String text) {
    assertThat(Allocation.octetsOf(() -> assertRefused(text, LIMIT_EXCEEDED))).isLessThan(20_000);
  }

  @Test
  void boundsTheMemoryOfTextAndValues() throws DecodingException {
    assertThat(WIDE.parse("[[],{},[],{},0,1,true,null]".getBytes(UTF_8), 1000)).isNotNull();
    assertThat(WIDE.parse(("0" + " ".repeat(975)).getBytes(UTF_8), 1000)).isEqualTo(0L);
    assertTakesMoreThan(1000, "0" + " ".repeat(976));
    for (String value :
        List.of("[1]", "{\"a\":1}", "\"ab\"", "\"\\n\"", "\"Ж\"", "1.5", "12345678901234567890")) {
      String few = "[" + value + "," + value + "]";
      assertThat(WIDE.parse(few.getBytes(UTF_8), 1000)).isInstanceOf(List.class);
      assertTakesMoreThan(1000, "[" + value + ("," + value).repeat(30) + "]");
    }
  }

  @Test
  void countsCharactersBeyondLatin1ThreeTimes() throws DecodingException {
    // The text, the buffer for its characters, the string and its characters.
    int enough = 84 + 2 * 81 + 44 + 81;
    assertThat(WIDE.parse(("\"é" + "x".repeat(80) + "\"").getBytes(UTF_8), enough)).isNotNull();
    assertTakesMoreThan(enough, "\"Ж" + "x".repeat(80) + "\"");
  }

  /** The text, the buffer for decoding, and the value, exact to the octet. */
  @ParameterizedTest
  @MethodSource
  void countsTheMemoryOf(String text, int octets) throws DecodingException {
    assertThat(WIDE.parse(text.getBytes(UTF_8), octets)).isNotNull();
    assertTakesMoreThan(octets - 1, text);
  }

  static Stream<Arguments> countsTheMemoryOf() {
    return Stream.of(
        arguments("0", 1 + 24),
        arguments("1.5", 3 + 6 + 40),
        arguments("0.1234567890123456", 18 + 36 + 40),
        arguments("0.12345678901234567", 19 + 38 + 40 + 96 + 57),
        arguments("\"" + "x".repeat(10) + "\"", 12 + 44 + 10),
        arguments("\"\\n\\n\"", 6 + 4 + 44 + 2),
        arguments("\"\\u0061\\u0061\"", 14 + 4 + 44 + 2),
        arguments("\"\u00ff\"", 4 + 2 + 44 + 1),
        arguments("\"\u0100\"", 4 + 2 + 68 + 3),
        arguments("\"\ud83d\ude00\"", 6 + 4 + 68 + 6),
        arguments("[1]", 3 + 104 + 18 + 24),
        arguments("{\"a\":1}", 7 + 168 + 56 + 45 + 24));
  }

  private static void assertTakesMoreThan(int memory, String text) {
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> WIDE.parse(text.getBytes(UTF_8), memory))
        .satisfies(e -> assertThat(e.fault()).isEqualTo(LIMIT_EXCEEDED));
  }

  // What it gives

  @Test
  @SuppressWarnings("unchecked")
  void givesImmutableValuesAtEveryLevel() throws DecodingException {
    Map<String, @Nullable Object> object =
        object("{\"o\":{\"a\":[1]},\"l\":[{\"a\":1}],\"n\":null}");
    List<Object> values = new ArrayList<>();
    collect(object, values);
    assertThat(values).hasSize(5);
    for (Object value : values) {
      if (value instanceof Map<?, ?> map) {
        Map<String, Object> members = (Map<String, Object>) map;
        assertThatExceptionOfType(UnsupportedOperationException.class)
            .isThrownBy(() -> members.put("b", 1L));
        assertThatExceptionOfType(UnsupportedOperationException.class)
            .isThrownBy(() -> members.clear());
        assertThatExceptionOfType(UnsupportedOperationException.class)
            .isThrownBy(() -> members.entrySet().iterator().next().setValue(1L));
      } else {
        List<Object> elements = (List<Object>) value;
        assertThatExceptionOfType(UnsupportedOperationException.class)
            .isThrownBy(() -> elements.add(1L));
        assertThatExceptionOfType(UnsupportedOperationException.class)
            .isThrownBy(() -> elements.set(0, 1L));
      }
    }
  }

  private static void collect(@Nullable Object value, List<Object> values) {
    if (value instanceof Map<?, ?> map) {
      values.add(map);
      map.values().forEach(member -> collect(member, values));
    } else if (value instanceof List<?> list) {
      values.add(list);
      list.forEach(element -> collect(element, values));
    }
  }

  @Test
  void saysNothingOfTheTextAndTakesNoStackTrace() {
    for (String text : List.of("{\"secret\":secret}", "{\"secret\":1,\"secret\":1}", "\"secret")) {
      assertThatExceptionOfType(DecodingException.class)
          .isThrownBy(() -> parsed(text))
          .withMessageNotContaining("secret")
          .withNoCause()
          .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
    }
  }

  @Test
  void throwsNothingElseWhateverComes() throws DecodingException {
    byte[] seed =
        "{\"a\":[1,-2.5e3,true,null,{\"\\u00e9\":\"\\ud83d\\ude00é\"}],\"b\":\"x\"}"
            .getBytes(UTF_8);
    assertThat(WIDE.parse(seed, ENOUGH)).isNotNull();
    Random random = new Random(8259);
    int refused = 0;
    for (int i = 0; i < 50_000; i++) {
      byte[] text = Arrays.copyOf(seed, seed.length - (i % 3 == 0 ? random.nextInt(10) : 0));
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        text[random.nextInt(text.length)] =
            random.nextBoolean() ? seed[random.nextInt(seed.length)] : (byte) random.nextInt(256);
      }
      try {
        WIDE.parse(text, ENOUGH);
      } catch (DecodingException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(20_000, 49_999);
  }

  private static String flat(int members) {
    StringBuilder object = new StringBuilder("{");
    for (int i = 0; i < members; i++) {
      object.append(i == 0 ? "" : ",").append("\"m").append(i).append("\":").append(i);
    }
    return object.append('}').toString();
  }

  private static @Nullable Object parsed(String text) throws DecodingException {
    return JSON.parse(text.getBytes(UTF_8), ENOUGH);
  }

  private static Map<String, @Nullable Object> object(String text) throws DecodingException {
    return JSON.parseObject(text.getBytes(UTF_8), ENOUGH).members();
  }

  private static void assertRefused(String text, Fault fault) {
    assertRefused(text.getBytes(UTF_8), fault);
  }

  private static void assertRefused(byte[] text, Fault fault) {
    assertRefused(JSON, text, fault);
  }

  private static void assertRefused(StrictJson json, byte[] text, Fault fault) {
    assertThatExceptionOfType(DecodingException.class)
        .isThrownBy(() -> json.parse(text, ENOUGH))
        .satisfies(e -> assertThat(e.fault()).isEqualTo(fault));
  }
}
