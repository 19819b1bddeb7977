// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.JwkText;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SigningKey;

class KeySourceTest {

  private static final String DOCUMENT =
      JwkText.set(SigningKey.shared(SignatureAlgorithm.ES256).jwk("k"));

  @Test
  void givesKeysThatNeverChange() {
    JwkSet set = JwkSet.parse(DOCUMENT);
    try (KeySource source = KeySource.of(set)) {
      assertThat(Waiting.jwkSet(source)).isSameAs(set);
      assertThat(Waiting.refreshed(source, set)).isSameAs(set);
    }
    assertThatNullPointerException().isThrownBy(() -> KeySource.of(null)).withMessage("jwkSet");
  }

  /** The default implementation. */
  @Test
  void isAsWellAsItsKeys() {
    JwkSet set = JwkSet.parse(DOCUMENT);
    KeySource sound = () -> set;
    assertThat(sound.health()).usingRecursiveComparison().isEqualTo(KeySourceHealth.constant(set));

    KeySource failing =
        () -> {
          throw new KeySourceException("gone", null);
        };
    assertThat(failing.health())
        .usingRecursiveComparison()
        .isEqualTo(KeySourceHealth.unavailable("gone"));
    assertThat(failing.health().state()).isEqualTo(KeySourceHealth.State.UNAVAILABLE);
    assertThat(failing.health().lastError()).isEqualTo("gone");
  }

  @Test
  void readsFile(@TempDir Path folder) throws IOException {
    Path path = Files.writeString(folder.resolve("jwks.json"), DOCUMENT);
    try (KeySource source = KeySource.file(path)) {
      assertThat(Waiting.jwkSet(source).size()).isEqualTo(1);
    }
  }

  @Test
  void opensNoConnectionBeforeItIsAsked() {
    assertThatCode(
            () -> {
              KeySource.jwksUri(URI.create("https://keys.invalid/")).close();
              KeySource.discovered("https://issuer.invalid").close();
            })
        .doesNotThrowAnyException();
  }

  @Test
  void refusesUrisThatAreNotHttps() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeySource.jwksUri(URI.create("http://keys.example/")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeySource.discovered("http://issuer.example"));
    assertThatIllegalArgumentException().isThrownBy(() -> KeySource.discovered("issuer"));
  }
}
