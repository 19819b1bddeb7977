// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.JsonText.malformed;

import java.util.BitSet;

/**
 * Skips one value of a JSON text. Checks the grammar and the characters, but no limits, no pairs of
 * surrogates and no names of members. Keeps its own stack, so that no depth overflows the thread's.
 */
final class JsonSkipper {

  private final JsonText text;

  /** One bit for each object and array that is open: whether it is an object. */
  private final BitSet objects = new BitSet();

  private int depth;

  private JsonSkipper(JsonText text) {
    this.text = text;
  }

  /** Skips the next value and the white space around it. */
  static void skip(JsonText text) throws DecodingException {
    new JsonSkipper(text).skip();
  }

  private void skip() throws DecodingException {
    boolean more;
    do {
      text.skipWhiteSpace();
      boolean opened =
          switch (text.peek()) {
            case '{' -> open(true);
            case '[' -> open(false);
            default -> {
              skipScalar();
              yield false;
            }
          };
      more = opened || another();
    } while (more);
  }

  private void skipScalar() throws DecodingException {
    switch (text.peek()) {
      case '"' -> skipString();
      case 't' -> text.expect("true");
      case 'f' -> text.expect("false");
      case 'n' -> text.expect("null");
      case JsonText.END -> throw malformed("no JSON value");
      default -> JsonNumber.skip(text);
    }
  }

  /** Opens an object or array, and returns whether it has a value, which comes next. */
  private boolean open(boolean object) throws DecodingException {
    text.position++;
    text.skipWhiteSpace();
    if (text.reads(object ? '}' : ']')) {
      return false;
    }
    objects.set(depth++, object);
    if (object) {
      skipName();
    }
    return true;
  }

  /** Closes what ends after a value, and returns whether another value comes next. */
  private boolean another() throws DecodingException {
    text.skipWhiteSpace();
    while (depth > 0) {
      boolean object = objects.get(depth - 1);
      if (text.reads(',')) {
        if (object) {
          skipName();
        }
        return true;
      }
      text.expect(object ? '}' : ']');
      text.skipWhiteSpace();
      depth--;
    }
    return false;
  }

  private void skipName() throws DecodingException {
    text.skipWhiteSpace();
    skipString();
    text.skipWhiteSpace();
    text.expect(':');
  }

  private void skipString() throws DecodingException {
    text.expect('"');
    JsonString.skip(text);
  }
}
