// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.JsonText.malformed;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader of JSON texts (RFC 8259) that leaves no room for interpretation. It refuses everything
 * but valid UTF-8 without a byte order mark, objects at any level that name a member twice, lone
 * surrogates, anything after the value, and anything beyond its {@link JsonLimits}.
 *
 * <p>Strings become {@link String}, integers {@link Long} or {@link java.math.BigInteger}, other
 * numbers {@link BigDecimal}, arrays and objects unmodifiable {@link List}s and {@link Map}s in the
 * order of the text. Thread-safe.
 */
public final class StrictJson {

  private final JsonLimits limits;

  /** A reader with {@code limits}. */
  public StrictJson(JsonLimits limits) {
    this.limits = limits;
  }

  /**
   * Parses a text whose value is an object.
   *
   * @param memory how many bytes of memory the text and its values may take together; three
   *     characters can be an object of a hundred bytes
   * @throws DecodingException if {@code utf8} is anything else, or beyond the limits
   */
  public ParsedObject parseObject(byte[] utf8, int memory) throws DecodingException {
    JsonText text = new JsonText(utf8, limits, memory);
    if (new JsonReader(text).read() instanceof Map<?, ?> object) {
      @SuppressWarnings("unchecked") // the keys of every map made here are names
      Map<String, @Nullable Object> members = (Map<String, @Nullable Object>) object;
      return new ParsedObject(members, memory - utf8.length - text.memoryLeft());
    }
    throw malformed("not a JSON object");
  }

  /**
   * Parses a text of any value; a JSON null gives null.
   *
   * @param memory how many bytes of memory the text and its values may take together
   * @throws DecodingException if {@code utf8} is not one JSON text within the limits
   */
  public @Nullable Object parse(byte[] utf8, int memory) throws DecodingException {
    return new JsonReader(new JsonText(utf8, limits, memory)).read();
  }

  /**
   * Splits the array in a member of an object into its elements. Each element is a JSON text of its
   * own, which {@link #parse} may still refuse: a limit that it exceeds, a lone surrogate, or a
   * member that it names twice, then costs this element alone. The text as a whole is valid JSON.
   * The limits apply to the members of the outermost object, none of which is named twice; the
   * values of its other members are not limited.
   *
   * @param memory how many bytes of memory the text, the names and the elements may take together
   * @return the elements in UTF-8, or null if the object has no such member, or its value is not an
   *     array
   * @throws DecodingException if {@code utf8} is not JSON, or not an object, or names a member of
   *     the outermost object twice, or is beyond the limits
   */
  public @Nullable List<byte[]> elements(byte[] utf8, String member, int memory)
      throws DecodingException {
    return new JsonSplitter(new JsonText(utf8, limits, memory)).elements(member);
  }
}
