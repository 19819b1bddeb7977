// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.DecodingException.Fault.LIMIT_EXCEEDED;
import static org.jwtvalidation.internal.codec.JsonText.malformed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one JSON text, from its first octet to its last (RFC 8259 sections 2 to 5). */
final class JsonReader {

  /** The bytes of memory that an object takes, and each of its members besides name and value. */
  private static final int MEMORY_OF_AN_OBJECT = 168;

  private static final int MEMORY_OF_A_MEMBER = 56;

  /** The bytes of memory that an array takes, and each of its elements besides its value. */
  private static final int MEMORY_OF_AN_ARRAY = 104;

  private static final int MEMORY_OF_AN_ELEMENT = 18;

  private final JsonText text;
  private int members;

  JsonReader(JsonText text) {
    this.text = text;
  }

  @Nullable Object read() throws DecodingException {
    @Nullable Object value = value(1);
    text.expectEnd();
    return value;
  }

  /** A value with the white space around it. */
  private @Nullable Object value(int depth) throws DecodingException {
    text.skipWhiteSpace();
    @Nullable Object value =
        switch (text.peek()) {
          case '{' -> object(depth);
          case '[' -> array(depth);
          case '"' -> string();
          case 't' -> literal("true", true);
          case 'f' -> literal("false", false);
          case 'n' -> literal("null", null);
          case JsonText.END -> throw malformed("no JSON value");
          default -> JsonNumber.read(text);
        };
    text.skipWhiteSpace();
    return value;
  }

  private Map<String, @Nullable Object> object(int depth) throws DecodingException {
    begin(depth);
    if (text.reads('}')) {
      return Collections.emptyMap();
    }
    text.take(MEMORY_OF_AN_OBJECT);
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    do {
      String name = name();
      int distinct = object.size();
      object.put(name, value(depth + 1));
      if (object.size() == distinct) {
        throw namedTwice();
      }
    } while (text.reads(','));
    text.expect('}');
    return Collections.unmodifiableMap(object);
  }

  static DecodingException namedTwice() {
    return malformed("a JSON object names a member twice");
  }

  /** The name of the next member, with the colon and the white space around it. */
  String name() throws DecodingException {
    if (++members > text.limits.members()) {
      throw new DecodingException(LIMIT_EXCEEDED, "more JSON object members than allowed");
    }
    text.take(MEMORY_OF_A_MEMBER);
    text.skipWhiteSpace();
    String name = string();
    text.skipWhiteSpace();
    text.expect(':');
    return name;
  }

  private List<@Nullable Object> array(int depth) throws DecodingException {
    begin(depth);
    if (text.reads(']')) {
      return Collections.emptyList();
    }
    text.take(MEMORY_OF_AN_ARRAY);
    List<@Nullable Object> array = new ArrayList<>();
    do {
      text.take(MEMORY_OF_AN_ELEMENT);
      array.add(value(depth + 1));
    } while (text.reads(','));
    text.expect(']');
    return Collections.unmodifiableList(array);
  }

  private void begin(int depth) throws DecodingException {
    if (depth > text.limits.depth()) {
      throw new DecodingException(LIMIT_EXCEEDED, "JSON nested deeper than allowed");
    }
    text.position++;
    text.skipWhiteSpace();
  }

  private String string() throws DecodingException {
    text.expect('"');
    return JsonString.read(text);
  }

  private @Nullable Object literal(String literal, @Nullable Object value)
      throws DecodingException {
    text.expect(literal);
    return value;
  }
}
