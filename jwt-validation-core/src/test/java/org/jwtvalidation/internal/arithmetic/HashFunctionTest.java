// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import org.junit.jupiter.api.Test;

class HashFunctionTest {

  private static final byte[] INPUT = "abc".getBytes(US_ASCII);

  @Test
  void beginsAnewEachTime() throws Exception {
    HashFunction sha256 = new HashFunction("SHA-256");
    MessageDigest abandoned = sha256.begin();
    abandoned.update((byte) 1);

    MessageDigest digest = sha256.begin();

    assertThat(digest).isNotSameAs(abandoned);
    assertThat(digest.digest(INPUT)).isEqualTo(MessageDigest.getInstance("SHA-256").digest(INPUT));
  }

  @Test
  void looksUpAgainWhatCannotBeCopied() {
    Security.addProvider(new Uncopied());
    try {
      HashFunction function = new HashFunction(Uncopied.HASH);
      function.begin().update((byte) 1);

      assertThat(function.begin().digest(INPUT)).containsExactly(INPUT.length);
    } finally {
      Security.removeProvider(Uncopied.NAME);
    }
  }

  @Test
  void saysWhichHashTheJdkLacks() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new HashFunction("SHA-0"))
        .withMessage("this JDK has no SHA-0");
  }

  /** Has a hash function that cannot be cloned. */
  static final class Uncopied extends Provider {

    private static final long serialVersionUID = 1L;
    private static final String NAME = "Uncopied";
    private static final String HASH = "LENGTH";

    Uncopied() {
      super(NAME, "1", "counts octets");
      put("MessageDigest." + HASH, Length.class.getName());
    }
  }

  /** Counts octets. Public, because the provider creates it. */
  public static final class Length extends MessageDigest {

    private byte octets;

    public Length() {
      super(Uncopied.HASH);
    }

    @Override
    protected void engineUpdate(byte input) {
      octets++;
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      octets += (byte) length;
    }

    @Override
    protected byte[] engineDigest() {
      byte[] hash = {octets};
      engineReset();
      return hash;
    }

    @Override
    protected void engineReset() {
      octets = 0;
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
      throw new CloneNotSupportedException("by intent");
    }
  }
}
