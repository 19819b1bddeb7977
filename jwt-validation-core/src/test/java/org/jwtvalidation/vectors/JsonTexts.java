// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.vectors;

import java.util.Map;
import java.util.TreeMap;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.StrictJson;
import org.jwtvalidation.internal.codec.Vectors;

/**
 * The texts of JSONTestSuite, answered by the bounds of a token, with memory to spare: how many
 * there are of each label, and by their names those that are not refused though they need not or
 * must not be parsed, and those that are refused though they should be parsed.
 */
final class JsonTexts {

  static final String FOLDER = "json/test_parsing";

  private static final StrictJson JSON = new StrictJson(limits(TokenLimits.defaults()));

  private JsonTexts() {}

  private static JsonLimits limits(TokenLimits token) {
    return new JsonLimits(token.depth(), token.stringLength(), token.members());
  }

  static Map<String, String> answers() {
    Map<String, String> answers = new TreeMap<>();
    for (String file : Vectors.names(FOLDER)) {
      String name = file.substring(FOLDER.length() + 1).replace(".json", "");
      String label = name.substring(0, 1);
      answers.merge(label, "1", (count, one) -> "" + (Integer.parseInt(count) + 1));
      byte[] text = Vectors.octets(file);
      boolean parsed = parses(text);
      if (parsed != label.equals("y")) {
        answers.merge(parsed ? "parsed" : "refused", name, (names, more) -> names + "," + more);
      }
    }
    return answers;
  }

  private static boolean parses(byte[] text) {
    try {
      JSON.parse(text, 1 << 20);
      return true;
    } catch (DecodingException e) {
      return false;
    }
  }
}
