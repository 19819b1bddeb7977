// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EntityTagTest {

  private static final EntityTag TAG = EntityTag.of("content".getBytes(US_ASCII));

  @Test
  void isEqualForEqualContentOnly() {
    assertThat(EntityTag.of("content".getBytes(US_ASCII))).isEqualTo(TAG);
    assertThat(EntityTag.of("Content".getBytes(US_ASCII))).isNotEqualTo(TAG);
    assertThat(TAG.text()).matches("\"[A-Za-z0-9_-]{43}\"");
  }

  @Test
  void isFoundAmongTheTagsOfAClient() {
    assertThat(TAG.isIn(TAG.text())).isTrue();
    assertThat(TAG.isIn("\"a,b\", W/" + TAG.text() + ", \"c\"")).isTrue();
    assertThat(TAG.isIn("*")).isTrue();
    assertThat(TAG.isIn("\"*\"")).isFalse();
    assertThat(TAG.isIn("\"a\"")).isFalse();
    assertThat(TAG.isIn(TAG.text().replace("\"", ""))).isFalse();
    assertThat(TAG.isIn("")).isFalse();
    assertThat(TAG.isIn(null)).isFalse();
  }
}
