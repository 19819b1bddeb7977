// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** JSON is read as by Jackson; what only Jackson accepts is refused for a reason. */
@Tag("jdk-independent")
class StrictJsonFuzzTest {

  /** Narrow limits, which random texts exceed soon. */
  private static final JsonLimits LIMITS = new JsonLimits(5, 32, 12);

  private static final int MEMORY = 4096;

  private static final StrictJson JSON = new StrictJson(LIMITS);

  @FuzzTest
  void readsWhatJacksonReads(byte[] text) {
    JsonReference reference = new JsonReference(text, LIMITS, MEMORY);
    try {
      @Nullable Object value = JSON.parse(text, MEMORY);
      assertThat(reference.malformed()).as("malformed").isFalse();
      assertThat(reference.exceeded()).as("beyond a limit").isFalse();
      assertThat(JsonReference.isSame(value, reference.tree())).as("the same value").isTrue();
    } catch (DecodingException e) {
      boolean explained =
          switch (e.fault()) {
            case MALFORMED_JSON -> reference.malformed();
            case LIMIT_EXCEEDED -> reference.exceeded() || reference.mayTakeTooMuchMemory();
            case MALFORMED_BASE64 -> false;
          };
      assertThat(explained).as("%s: %s", e.fault(), e.getMessage()).isTrue();
    }
  }
}
