// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.jwk.SignatureAlgorithm;

@Tag("jdk-independent")
class InputFileTest {

  private static final String TEXT =
      """
      jwt-validation-native 1
      issuer https://issuer.example
      audience api
      clock 1795840000
      set one-key ES256
      key key-0 AQID e30
      token good key-0 aGVhZGVy.cGF5bG9hZA.AQI
      token bad-exp key-0 aGVhZGVy.cGF5bG9hZA.AwQ
      end
      """;

  @Test
  void readsEachLine() {
    InputFile input = InputFile.parse(TEXT.lines());

    assertThat(input.issuer()).isEqualTo("https://issuer.example");
    assertThat(input.audience()).isEqualTo("api");
    assertThat(input.clock()).isEqualTo(1_795_840_000);
    TokenSet set = input.set("one-key", "ES256").orElseThrow();
    assertThat(set.keys())
        .singleElement()
        .satisfies(key -> {
          assertThat(key.id()).isEqualTo("key-0");
          assertThat(key.spki()).containsExactly(1, 2, 3);
          assertThat(key.jwk()).isEqualTo("{}");
        });
    assertThat(set.tokens())
        .extracting(TokenSet.Token::kind)
        .containsExactly(TokenKind.GOOD, TokenKind.BAD_EXP);
    assertThat(set.good())
        .singleElement()
        .satisfies(token -> {
          assertThat(token.signature()).containsExactly(1, 2);
          assertThat(token.signingInput()).isEqualTo("aGVhZGVy.cGF5bG9hZA".getBytes(US_ASCII));
        });
  }

  @Test
  void writesWhatItReads() {
    assertThat(InputFile.parse(TEXT.lines()).text()).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jwt-validation-native 2\nend",
        "issuer i\nend",
        "jwt-validation-native 1\nissuer i",
        "jwt-validation-native 1\nend\nissuer i",
        "jwt-validation-native 1\njwt-validation-native 1\nend",
        "jwt-validation-native 1\n\nend",
        "jwt-validation-native 1\nissuer a b\nend",
        "jwt-validation-native 1\nkey k AQID e30\nend",
        "jwt-validation-native 1\nset one-key ES256\ntoken bad-mood k a.b.c\nend"
      })
  void rejectsOtherLines(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> InputFile.parse(text.lines()));
  }

  @Test
  void hasASetOfOneSignerAndASetOfMany() {
    InputFile input = new InputWriter(6, 3).input(List.of(SignatureAlgorithm.ED25519));

    TokenSet one = input.set("one-key", "Ed25519").orElseThrow();
    assertThat(one.keys()).hasSize(2);
    assertThat(one.good()).hasSize(6).extracting(TokenSet.Token::keyId).containsOnly("key-0");
    TokenSet many = input.set("3-keys", "Ed25519").orElseThrow();
    assertThat(many.keys()).hasSize(3);
    assertThat(many.good())
        .extracting(TokenSet.Token::keyId)
        .containsExactly("key-0", "key-1", "key-2", "key-0", "key-1", "key-2");
    assertThat(many.tokens()).extracting(TokenSet.Token::kind).contains(TokenKind.values());
    assertThat(InputFile.parse(input.text().lines()).text()).isEqualTo(input.text());
  }
}
