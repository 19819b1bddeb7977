// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.jwtvalidation.internal.codec.JsonText.malformed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Splits an array of a JSON text into the texts of its elements. */
final class JsonSplitter {

  /** The bytes of memory that an element takes besides its text. */
  private static final int MEMORY_OF_AN_ELEMENT = 24;

  private final JsonText text;

  JsonSplitter(JsonText text) {
    this.text = text;
  }

  /** The elements of the array that is the outermost object's member {@code name}, or null. */
  @Nullable List<byte[]> elements(String name) throws DecodingException {
    text.skipWhiteSpace();
    if (!text.reads('{')) {
      throw malformed(text.peek() == JsonText.END ? "no JSON value" : "not a JSON object");
    }
    text.skipWhiteSpace();
    List<byte[]> elements = text.reads('}') ? null : elementsInMembers(name);
    text.expectEnd();
    return elements;
  }

  private @Nullable List<byte[]> elementsInMembers(String name) throws DecodingException {
    @Nullable List<byte[]> elements = null;
    JsonReader names = new JsonReader(text);
    Set<String> seen = new HashSet<>();
    do {
      String member = names.name();
      if (!seen.add(member)) {
        throw JsonReader.namedTwice();
      }
      text.skipWhiteSpace();
      if (member.equals(name) && text.reads('[')) {
        elements = elementsUpToEnd();
      } else {
        JsonSkipper.skip(text);
      }
    } while (text.reads(','));
    text.expect('}');
    return elements;
  }

  private List<byte[]> elementsUpToEnd() throws DecodingException {
    List<byte[]> elements = new ArrayList<>();
    text.skipWhiteSpace();
    if (!text.reads(']')) {
      do {
        int from = text.position;
        JsonSkipper.skip(text);
        text.take(MEMORY_OF_AN_ELEMENT + text.position - from);
        elements.add(Arrays.copyOfRange(text.octets, from, text.position));
      } while (text.reads(','));
      text.expect(']');
    }
    text.skipWhiteSpace();
    return elements;
  }
}
