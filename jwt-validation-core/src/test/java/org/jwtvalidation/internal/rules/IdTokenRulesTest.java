// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.security.MessageDigest;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.RawToken;

class IdTokenRulesTest {

  private static final String ACCESS_TOKEN = "an access token";

  @Test
  void takesTheLeftHalfOfTheHash() throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(ACCESS_TOKEN.getBytes(UTF_8));

    assertThat(RawToken.decoded(IdTokenRules.leftHalfOfHash(ACCESS_TOKEN, "SHA-256")))
        .isEqualTo(Arrays.copyOf(hash, 16));
  }

  @Test
  void saysWhichHashTheJdkLacks() {
    assertThatIllegalStateException()
        .isThrownBy(() -> IdTokenRules.leftHalfOfHash(ACCESS_TOKEN, "SHA-0"))
        .withMessage("this JDK has no SHA-0");
  }
}
