package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.JsonText.malformed;

import java.math.BigDecimal;
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

  private final JsonLimits limits;

  /** A reader that holds to {@code limits}. */
  public StrictJson(JsonLimits limits) {
    this.limits = limits;
  }

  /**
   * Parses a text whose value is an object.
   *
   * @param memory the most octets of memory that the text and its values may take together: three
   *     characters can be an object of a hundred octets
   * @throws DecodingException if {@code utf8} is anything else
   */
  public Map<String, @Nullable Object> parseObject(byte[] utf8, int memory)
      throws DecodingException {
    if (parse(utf8, memory) instanceof Map<?, ?> object) {
      @SuppressWarnings("unchecked") // every map made here has names for keys
      Map<String, @Nullable Object> members = (Map<String, @Nullable Object>) object;
      return members;
    }
    throw malformed("not a JSON object");
  }

  /**
   * Parses a text of any value; a JSON null gives null.
   *
   * @param memory the most octets of memory that the text and its values may take together
   * @throws DecodingException if {@code utf8} is not one JSON text within the limits
   */
  public @Nullable Object parse(byte[] utf8, int memory) throws DecodingException {
    return new JsonReader(utf8, limits, memory).read();
  }
}
