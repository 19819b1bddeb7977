// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.security.NoSuchAlgorithmException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import org.junit.jupiter.api.Test;

class KeyFactoriesTest {

  private static final X509EncodedKeySpec NO_KEY = new X509EncodedKeySpec(new byte[] {0x30, 0});

  @Test
  void saysWhatIsWrongWithTheKey() {
    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> KeyFactories.publicKey("EC", NO_KEY))
        .withMessageStartingWith("not a usable EC key: ")
        .withCauseInstanceOf(InvalidKeySpecException.class);
  }

  @Test
  void saysWhichKeysTheJdkLacks() {
    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> KeyFactories.publicKey("Nobody's", NO_KEY))
        .withMessageStartingWith("not a usable Nobody's key: ")
        .withCauseInstanceOf(NoSuchAlgorithmException.class);
  }
}
