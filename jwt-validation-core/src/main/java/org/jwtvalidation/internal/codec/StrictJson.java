package org.jwtvalidation.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;
import static org.jwtvalidation.internal.codec.DecodingException.Fault.MALFORMED_JSON;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader of JSON texts (RFC 8259) that has one answer for each: nothing but valid UTF-8 without a
 * byte order mark, no member named twice at any level, no lone surrogate, nothing behind the value,
 * and nothing beyond the {@link JsonLimits}.
 *
 * <p>Strings become {@link String}, integers {@link Long} or {@link java.math.BigInteger}, other
 * numbers {@link BigDecimal}, arrays and objects unmodifiable {@link List}s and {@link Map}s in the
 * order of the text. Thread-safe.
 */
public final class StrictJson {

  /** Characters of a number; a NumericDate has ten. */
  private static final int MAX_NUMBER_LENGTH = 128;

  /**
   * Powers of ten of a number, so that whoever converts it to an integer pays little; beyond those
   * of a double.
   */
  private static final int MAX_EXPONENT = 400;

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final JsonFactory factory;
  private final JsonLimits limits;

  /** A reader that holds to {@code limits}. */
  public StrictJson(JsonLimits limits) {
    this.limits = limits;
    this.factory =
        new JsonFactoryBuilder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(limits.depth())
                    .maxStringLength(limits.stringLength())
                    .maxNameLength(limits.stringLength())
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .build())
            // Neither tables that outlive a text, which strangers could fill, nor buffers bound to
            // a thread.
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
            .build();
  }

  /**
   * Parses a text whose value is an object.
   *
   * @throws DecodingException if {@code utf8} is anything else
   */
  public Map<String, @Nullable Object> parseObject(byte[] utf8) throws DecodingException {
    if (parse(utf8) instanceof Map<?, ?> object) {
      @SuppressWarnings("unchecked") // every map made here has names for keys
      Map<String, @Nullable Object> members = (Map<String, @Nullable Object>) object;
      return members;
    }
    throw new DecodingException(MALFORMED_JSON, "not a JSON object");
  }

  /**
   * Parses a text of any value; a JSON null gives null.
   *
   * @throws DecodingException if {@code utf8} is not one JSON text within the limits
   */
  public @Nullable Object parse(byte[] utf8) throws DecodingException {
    char[] text = decodeUtf8(utf8);
    try (JsonParser parser = factory.createParser(text, 0, text.length)) {
      Reader reader = new Reader(parser);
      @Nullable Object value = reader.value(parser.nextToken(), 1);
      if (parser.nextToken() != null) {
        throw new DecodingException(MALFORMED_JSON, "more than one JSON value");
      }
      return value;
    } catch (StreamConstraintsException e) {
      throw new DecodingException(
          LIMIT_EXCEEDED, "a JSON string, name, number or depth beyond its limit");
    } catch (IOException | NumberFormatException e) {
      throw new DecodingException(MALFORMED_JSON, "not a JSON text");
    }
  }

  private static char[] decodeUtf8(byte[] utf8) throws DecodingException {
    char[] text = new char[utf8.length];
    for (int i = 0; i < utf8.length; i++) {
      if (utf8[i] < 0) {
        return decodeBeyondAscii(utf8);
      }
      text[i] = (char) utf8[i];
    }
    return text;
  }

  private static char[] decodeBeyondAscii(byte[] utf8) throws DecodingException {
    try {
      CharBuffer text =
          UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(utf8));
      if (text.charAt(0) == BYTE_ORDER_MARK) {
        throw new DecodingException(MALFORMED_JSON, "starts with a byte order mark");
      }
      char[] characters = new char[text.remaining()];
      text.get(characters);
      return characters;
    } catch (CharacterCodingException e) {
      throw new DecodingException(MALFORMED_JSON, "not valid UTF-8");
    }
  }

  /** One text being read: where the parser stands and how many members it has met. */
  private final class Reader {

    private final JsonParser parser;
    private int members;

    Reader(JsonParser parser) {
      this.parser = parser;
    }

    @Nullable Object value(@Nullable JsonToken token, int depth)
        throws IOException, DecodingException {
      if (token == null) {
        throw new DecodingException(MALFORMED_JSON, "no JSON value");
      }
      return switch (token) {
        case START_OBJECT -> object(depth);
        case START_ARRAY -> array(depth);
        case VALUE_STRING -> wellFormed(parser.getText());
        case VALUE_NUMBER_INT -> integer();
        case VALUE_NUMBER_FLOAT -> decimal();
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        case VALUE_NULL -> null;
        default -> throw new DecodingException(MALFORMED_JSON, "not a JSON value");
      };
    }

    private Number integer() throws IOException {
      if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
        return parser.getBigIntegerValue();
      }
      return parser.getLongValue();
    }

    private Map<String, @Nullable Object> object(int depth) throws IOException, DecodingException {
      checkDepth(depth);
      Map<String, @Nullable Object> object = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        if (++members > limits.members()) {
          throw new DecodingException(LIMIT_EXCEEDED, "more JSON object members than allowed");
        }
        String name = wellFormed(parser.currentName());
        int distinct = object.size();
        object.put(name, value(parser.nextToken(), depth + 1));
        if (object.size() == distinct) {
          throw new DecodingException(MALFORMED_JSON, "a JSON object names a member twice");
        }
      }
      return Collections.unmodifiableMap(object);
    }

    private List<@Nullable Object> array(int depth) throws IOException, DecodingException {
      checkDepth(depth);
      List<@Nullable Object> array = new ArrayList<>();
      for (JsonToken token = parser.nextToken();
          token != JsonToken.END_ARRAY;
          token = parser.nextToken()) {
        array.add(value(token, depth + 1));
      }
      return Collections.unmodifiableList(array);
    }

    private void checkDepth(int depth) throws DecodingException {
      if (depth > limits.depth()) {
        throw new DecodingException(LIMIT_EXCEEDED, "JSON nested deeper than allowed");
      }
    }

    /** Valid UTF-8 has no lone surrogates, but an escape may bring one. */
    private static String wellFormed(String string) throws DecodingException {
      for (int i = 0; i < string.length(); i++) {
        if (Character.isSurrogate(string.charAt(i))) {
          int next = i + 1;
          if (next == string.length()
              || !Character.isSurrogatePair(string.charAt(i), string.charAt(next))) {
            throw new DecodingException(MALFORMED_JSON, "a lone surrogate in a JSON string");
          }
          i = next;
        }
      }
      return string;
    }

    private BigDecimal decimal() throws DecodingException {
      try {
        BigDecimal number = parser.getDecimalValue();
        if (Math.abs((long) number.precision() - number.scale()) <= MAX_EXPONENT) {
          return number;
        }
      } catch (IOException | NumberFormatException e) {
        // The grammar has been checked: the number is too long, or its exponent is no int.
      }
      throw new DecodingException(LIMIT_EXCEEDED, "a JSON number beyond any practical magnitude");
    }
  }
}
