// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * An array is split into the same elements as by Jackson, and a text that is not JSON in any place
 * is refused.
 */
@Tag("jdk-independent")
class JsonElementsFuzzTest {

  /** Narrow limits, which random texts exceed soon. */
  private static final JsonLimits LIMITS = new JsonLimits(1, 32, 12);

  /** The same limits for the members and strings at any depth. */
  private static final JsonLimits AT_ANY_DEPTH = new JsonLimits(Integer.MAX_VALUE, 32, 12);

  private static final int MEMORY = 4096;

  private static final StrictJson JSON = new StrictJson(LIMITS);

  @FuzzTest
  void splitsWhatJacksonReads(byte[] text) {
    JsonReference reference = JsonReference.ofGrammar(text);
    try {
      List<byte[]> elements = JSON.elements(text, "keys", MEMORY);
      assertThat(reference.malformed()).as("malformed").isFalse();
      assertThat(reference.tree().isObject()).isTrue();
      JsonNode array = reference.tree().path("keys");
      assertThat(elements != null).isEqualTo(array.isArray());
      if (elements != null) {
        assertThat(elements).hasSize(array.size());
        for (int i = 0; i < array.size(); i++) {
          JsonReference element = JsonReference.ofGrammar(elements.get(i));
          assertThat(element.malformed()).isFalse();
          assertThat(element.tree().equals(array.get(i))).isTrue();
        }
      }
    } catch (DecodingException e) {
      JsonReference strict = new JsonReference(text, AT_ANY_DEPTH, MEMORY);
      boolean explained =
          switch (e.fault()) {
            case MALFORMED_JSON ->
                reference.malformed() || !reference.tree().isObject() || strict.malformed();
            case LIMIT_EXCEEDED -> strict.exceeded() || strict.mayTakeTooMuchMemory();
            case MALFORMED_BASE64 -> false;
          };
      assertThat(explained).as("%s: %s", e.fault(), e.getMessage()).isTrue();
    }
  }
}
