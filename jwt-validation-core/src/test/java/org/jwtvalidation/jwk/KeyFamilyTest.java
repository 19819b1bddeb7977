// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import org.junit.jupiter.api.Test;

class KeyFamilyTest {

  @Test
  void saysWhatIsWrongWithTheKey() {
    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> EcCurve.P_256.publicKey(new X509EncodedKeySpec(new byte[] {0x30, 0})))
        .withMessageStartingWith("not a usable EC key: ")
        .withCauseInstanceOf(InvalidKeySpecException.class);
  }
}
