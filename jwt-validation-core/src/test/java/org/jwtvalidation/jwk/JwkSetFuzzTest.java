// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.jwtvalidation.internal.codec.JsonReference;
import org.jwtvalidation.internal.codec.Printable;

/** The keys of any JWK Set document are sound, and are those of its JWKs. */
@Tag("jdk-independent")
class JwkSetFuzzTest {

  /** Key material; shorter values may be words of an explanation. */
  private static final Pattern MATERIAL = Pattern.compile("[A-Za-z0-9_-]{20,}");

  @FuzzTest
  void keepsSoundKeysOnly(byte[] document) {
    JwkSet set = parsed(document);
    if (set == null) {
      return;
    }
    JsonReference reference = JsonReference.ofGrammar(document);
    assertThat(reference.malformed()).as("malformed").isFalse();
    JsonNode jwks = reference.tree().path("keys");
    assertThat(jwks.isArray()).isTrue();

    List<VerificationKey> keys = set.keys();
    assertThat(keys).isNotEmpty();
    for (VerificationKey key : keys) {
      SoundKey.assertSound(key, Arrays.hashCode(document));
      assertThat(jwks).as("JWKs of %s", key).anyMatch(jwk -> SoundKey.isOf(key, jwk));
    }
    assertThat(keys).doesNotHaveDuplicates();
    assertThat(keys.stream().map(KeyName::of).filter(Objects::nonNull)).doesNotHaveDuplicates();
    assertThat(set.size())
        .isEqualTo(
            (int)
                StreamSupport.stream(jwks.spliterator(), false)
                    .flatMap(jwk -> keys.stream().filter(key -> SoundKey.isOf(key, jwk)))
                    .map(VerificationKey::publicKey)
                    .distinct()
                    .count());
    assertThat(set.skipped()).noneMatch(key -> holdsMaterial(key, jwks));
    assertThat(set.ignored()).noneMatch(key -> holdsMaterial(key, jwks));
  }

  private static @Nullable JwkSet parsed(byte[] document) {
    try {
      return JwkSet.parse(document);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("JWK Set: ");
      return null;
    }
  }

  private static boolean holdsMaterial(SkippedKey key, JsonNode jwks) {
    String keyId = jwks.path(key.position()).path("kid").asText();
    String explanation = key.toString().replace(Printable.quoted(keyId), "");
    for (JsonNode jwk : jwks) {
      for (JsonNode value : jwk) {
        if (value.isTextual()
            && MATERIAL.matcher(value.textValue()).matches()
            && explanation.contains(value.textValue())) {
          return true;
        }
      }
    }
    return false;
  }
}
