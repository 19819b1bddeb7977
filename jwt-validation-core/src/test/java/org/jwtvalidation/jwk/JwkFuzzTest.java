// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.jwtvalidation.internal.codec.JsonReference;

/** A JWK results in a sound key or none; the key, written as a JWK, results in the same key. */
@Tag("jdk-independent")
class JwkFuzzTest {

  private static final byte[] BEFORE = "{\"keys\":[".getBytes(UTF_8);
  private static final byte[] AFTER = "]}".getBytes(UTF_8);

  @FuzzTest
  void givesTheSameKeyAgain(byte[] jwk) {
    List<VerificationKey> keys = keys(jwk);
    if (keys.isEmpty()) {
      return;
    }
    JsonReference reference = new JsonReference(jwk, Jwk.LIMITS, Jwk.MAX_MEMORY);
    if (reference.malformed()) {
      // The end of one JWK and the beginning of another.
      assertThat(JsonReference.ofGrammar(set(jwk)).malformed()).isFalse();
      return;
    }
    assertThat(reference.exceeded()).as("beyond a limit").isFalse();
    JsonNode tree = reference.tree();
    for (VerificationKey key : keys) {
      SoundKey.assertSound(key, Arrays.hashCode(jwk));
      assertThat(SoundKey.isOf(key, tree)).isTrue();
      JwkText again = SoundKey.jwk(key).with("alg", key.algorithm().joseName());
      assertThat(JwkSet.parse(JwkText.set(again)).keys())
          .singleElement()
          .satisfies(same -> assertThat(same.publicKey()).isEqualTo(key.publicKey()))
          .satisfies(same -> assertThat(same.algorithm()).isEqualTo(key.algorithm()));
    }
  }

  private static byte[] set(byte[] jwk) {
    return ByteBuffer.allocate(BEFORE.length + jwk.length + AFTER.length)
        .put(BEFORE)
        .put(jwk)
        .put(AFTER)
        .array();
  }

  private static List<VerificationKey> keys(byte[] jwk) {
    try {
      return JwkSet.parse(set(jwk)).keys();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("JWK Set: ");
      return List.of();
    }
  }
}
