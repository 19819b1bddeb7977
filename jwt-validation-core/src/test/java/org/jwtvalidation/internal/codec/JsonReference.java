// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A second opinion of a text: Jackson's tree without limits, and whether the text exceeds the
 * limits of {@link StrictJson}.
 */
public final class JsonReference {

  private static final int MAX_NUMBER_DIGITS = 128;
  private static final int MAX_POWER_OF_TEN = 400;
  private static final BigDecimal LARGEST = BigDecimal.ONE.movePointRight(MAX_POWER_OF_TEN);
  private static final BigDecimal SMALLEST = BigDecimal.ONE.movePointLeft(MAX_POWER_OF_TEN + 1);

  private static final Pattern EXPONENT = Pattern.compile("[0-9][eE][+-]?[0-9]");

  /** After an even number of backslashes, escapes of a pair of surrogates or of a lone one. */
  private static final Pattern SURROGATES =
      Pattern.compile(
          "(?<!\\\\)((?:\\\\\\\\)*)"
              + "(?:(\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2})"
              + "|\\\\u[dD][89a-fA-F][0-9a-fA-F]{2})");

  private static final JsonLimits NO_LIMITS =
      new JsonLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  private static final ObjectMapper STRICT = mapper(true);
  private static final ObjectMapper GRAMMAR = mapper(false);

  /** If not strict, numbers are doubles, which become infinite where decimals would fail. */
  private static ObjectMapper mapper(boolean strict) {
    JsonFactory factory =
        new JsonFactoryBuilder()
            .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, strict)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();
    return JsonMapper.builder(factory)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .configure(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, strict)
        .build();
  }

  private final boolean strict;
  private final ObjectMapper jackson;
  private final byte[] text;
  private final JsonLimits limits;
  private final int memory;
  private boolean malformed;
  private boolean exceeded;

  /** The opinion of a text as of a strict reader. */
  public JsonReference(byte[] text, JsonLimits limits, int memory) {
    this(true, text, limits, memory);
  }

  /** The opinion of the grammar alone: members may be named twice, and surrogates be alone. */
  public static JsonReference ofGrammar(byte[] text) {
    return new JsonReference(false, withoutLoneSurrogates(text), NO_LIMITS, Integer.MAX_VALUE);
  }

  /** Jackson refuses surrogates that are alone in a name, though not in a value. */
  private static byte[] withoutLoneSurrogates(byte[] text) {
    String characters = new String(text, ISO_8859_1);
    return SURROGATES
        .matcher(characters)
        .replaceAll(match ->
            match.group(2) == null
                ? Matcher.quoteReplacement(match.group(1) + "\\ufffd")
                : Matcher.quoteReplacement(match.group()))
        .getBytes(ISO_8859_1);
  }

  private JsonReference(boolean strict, byte[] text, JsonLimits limits, int memory) {
    this.strict = strict;
    this.jackson = strict ? STRICT : GRAMMAR;
    this.text = text;
    this.limits = limits;
    this.memory = memory;
    this.malformed = !isUtf8() || startsWithByteOrderMark() || hasNull();
    if (malformed) {
      exceeded = mayExceed();
    } else {
      measure();
    }
  }

  /** Whether the text is not JSON, or JSON that a strict reader refuses. */
  public boolean malformed() {
    return malformed;
  }

  /** Whether a limit is exceeded; for a malformed text, whether one might be. */
  public boolean exceeded() {
    return exceeded;
  }

  /** The value of a text that is neither malformed nor beyond a limit. */
  public JsonNode tree() {
    try {
      return jackson.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Octets that are not UTF-8 change when they are decoded and encoded. */
  private boolean isUtf8() {
    return Arrays.equals(new String(text, UTF_8).getBytes(UTF_8), text);
  }

  private boolean startsWithByteOrderMark() {
    return new String(text, UTF_8).startsWith("\uFEFF");
  }

  /** Jackson would take it for UTF-16 or UTF-32. */
  private boolean hasNull() {
    return count((byte) 0, (byte) 0) > 0;
  }

  private int count(byte one, byte other) {
    int count = 0;
    for (byte octet : text) {
      if (octet == one || octet == other) {
        count++;
      }
    }
    return count;
  }

  /** Whether a limit might be exceeded: a necessary condition. */
  private boolean mayExceed() {
    String characters = new String(text, ISO_8859_1);
    return count((byte) '[', (byte) '{') > limits.depth()
        || count((byte) ':', (byte) ':') > limits.members()
        || text.length > limits.stringLength()
        || mayTakeTooMuchMemory()
        || digits(characters) > MAX_NUMBER_DIGITS
        || EXPONENT.matcher(characters).find();
  }

  /** Whether the values might take too much memory, by an upper bound of what they take. */
  public boolean mayTakeTooMuchMemory() {
    int containers = count((byte) '[', (byte) '{');
    int separators = count((byte) ',', (byte) ':');
    return 250 * containers + 150 * separators + 9 * text.length + 150 > memory;
  }

  private void measure() {
    try (JsonParser parser = jackson.createParser(text)) {
      int depth = 0;
      int members = 0;
      JsonToken token = parser.nextToken();
      if (token == null) {
        malformed = true;
      }
      while (token != null) {
        switch (token) {
          case START_OBJECT, START_ARRAY -> exceeded |= ++depth > limits.depth();
          case END_OBJECT, END_ARRAY -> depth--;
          case FIELD_NAME -> {
            exceeded |= ++members > limits.members();
            checkString(parser.currentName());
          }
          case VALUE_STRING -> checkString(parser.getText());
          case VALUE_NUMBER_INT -> exceeded |= digits(parser.getText()) > MAX_NUMBER_DIGITS;
          case VALUE_NUMBER_FLOAT -> exceeded |= isBeyondMagnitude(parser.getText());
          default -> {}
        }
        token = parser.nextToken();
        malformed |= depth == 0 && token != null;
      }
    } catch (IOException e) {
      malformed = true;
    }
    exceeded |= malformed && mayExceed();
  }

  private void checkString(String string) {
    exceeded |= string.length() > limits.stringLength();
    malformed |=
        strict
            && string
                .codePoints()
                .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private static long digits(String number) {
    return number.chars().filter(c -> c >= '0' && c <= '9').count();
  }

  private static boolean isBeyondMagnitude(String number) {
    if (digits(number) > MAX_NUMBER_DIGITS) {
      return true;
    }
    try {
      BigDecimal magnitude = new BigDecimal(number).abs();
      return magnitude.signum() == 0
          ? Math.abs(1L - magnitude.scale()) > MAX_POWER_OF_TEN
          : magnitude.compareTo(LARGEST) >= 0 || magnitude.compareTo(SMALLEST) < 0;
    } catch (NumberFormatException e) {
      return true;
    }
  }

  /** Whether {@code value}, a result of {@link StrictJson}, equals {@code node}. */
  static boolean isSame(@Nullable Object value, JsonNode node) {
    if (value instanceof Map<?, ?> object) {
      return node.isObject() && isSame(object, node);
    }
    if (value instanceof List<?> array) {
      return node.isArray()
          && array.size() == node.size()
          && IntStream.range(0, array.size()).allMatch(i -> isSame(array.get(i), node.get(i)));
    }
    if (value instanceof BigDecimal decimal) {
      return node.isFloatingPointNumber() && decimal.compareTo(node.decimalValue()) == 0;
    }
    if (value instanceof Number integer) {
      return node.isIntegralNumber()
          && new BigInteger(integer.toString()).equals(node.bigIntegerValue());
    }
    if (value instanceof Boolean bool) {
      return node.isBoolean() && node.booleanValue() == bool;
    }
    return value == null ? node.isNull() : node.isTextual() && node.textValue().equals(value);
  }

  /** With the members in the same order. */
  private static boolean isSame(Map<?, ?> object, JsonNode node) {
    Iterator<Map.Entry<String, JsonNode>> members = node.properties().iterator();
    for (Map.Entry<?, ?> member : object.entrySet()) {
      if (!members.hasNext()) {
        return false;
      }
      Map.Entry<String, JsonNode> other = members.next();
      if (!other.getKey().equals(member.getKey()) || !isSame(member.getValue(), other.getValue())) {
        return false;
      }
    }
    return !members.hasNext();
  }
}
