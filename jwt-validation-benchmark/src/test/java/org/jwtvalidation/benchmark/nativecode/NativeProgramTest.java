// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.benchmark.nativecode.TokenSet.Token;
import org.jwtvalidation.jwk.SignatureAlgorithm;

@Tag("system")
class NativeProgramTest {

  private static final InputFile INPUT =
      new InputWriter(12, 3)
          .input(
              List.of(
                  SignatureAlgorithm.RS256,
                  SignatureAlgorithm.PS256,
                  SignatureAlgorithm.ES384,
                  SignatureAlgorithm.ED25519));

  private final NativeProgram program = new NativeProgram(INPUT);

  /** RSA has one more token with another alg. */
  @ParameterizedTest
  @CsvSource({
    "one-key RS256 whole jwt-validation, 11",
    "3-keys PS256 whole jwt-validation, 11",
    "3-keys ES384 whole jwt-validation, 10",
    "one-key Ed25519 whole jwt-validation, 10",
    "3-keys RS256 bare jdk, 6",
    "one-key PS256 bare jdk, 6",
    "one-key ES384 bare jdk, 6",
    "3-keys Ed25519 bare jdk, 6",
    "3-keys RS256 bare bouncycastle, 6",
    "one-key PS256 bare bouncycastle, 6",
    "one-key ES384 bare bouncycastle, 6",
    "3-keys Ed25519 bare bouncycastle, 6"
  })
  void acceptsGoodTokensAndRefusesAlteredOnes(String measurement, int altered) {
    assertThat(program.answer("check " + measurement))
        .isEqualTo("ok accepted=12 refused=" + altered);
  }

  /** Each altered token in the place of a good one, as if a check were missing. */
  @ParameterizedTest
  @ValueSource(strings = {"bad-signature", "bad-payload", "bad-alg", "bad-aud", "bad-exp"})
  void saysWhichTokenIsAnsweredWrongly(String kind) {
    NativeProgram deceived = new NativeProgram(relabelled(TokenKind.of(kind), TokenKind.GOOD));

    assertThat(deceived.answer("check one-key RS256 whole jwt-validation"))
        .isEqualTo("failed: a token that is good is refused");
  }

  @Test
  void failsIfAnAlteredTokenIsAccepted() {
    NativeProgram deceived = new NativeProgram(relabelled(TokenKind.GOOD, TokenKind.BAD_AUD));

    assertThat(deceived.answer("check one-key RS256 whole jwt-validation"))
        .isEqualTo("failed: a token that is bad-aud is accepted");
  }

  private static InputFile relabelled(TokenKind from, TokenKind to) {
    TokenSet set = INPUT.set("one-key", "RS256").orElseThrow();
    List<Token> tokens =
        set.tokens().stream()
            .map(token ->
                token.kind() == from ? new Token(to, token.keyId(), token.octets()) : token)
            .toList();
    TokenSet changed = new TokenSet(set.regime(), set.algorithm(), set.keys(), tokens);
    return new InputFile(INPUT.issuer(), INPUT.audience(), INPUT.clock(), List.of(changed));
  }

  @Test
  void measuresSlots() {
    assertThat(program.answer("slot one-key RS256 whole jwt-validation 5 1"))
        .matches("slot operations=(\\d+) nanos=\\d{7,} accepted=\\1 cpu=\\d+");
  }

  @Test
  void measuresTheFirstVerificationOfEachKey() {
    // The other key of the set has no token.
    assertThat(program.answer("cold one-key RS256 bare jdk")).matches("cold( \\d+){1}");
    assertThat(program.answer("cold 3-keys RS256 whole jwt-validation")).matches("cold( \\d+){3}");
  }

  @Test
  void measuresTheFirstVerificationsOfTheProcessOnly() {
    assertThat(program.answer("first 3-keys ES384 whole jwt-validation 20"))
        .matches("first( \\d+){20}");
    assertThat(program.answer("first 3-keys ES384 whole jwt-validation 20"))
        .isEqualTo("failed: not the first command of this process");
  }

  @Test
  void measuresMemory() {
    assertThat(program.answer("memory 3-keys RS256 bare jdk")).matches("memory octets=\\d+");
  }

  @Test
  void listsWhatItMeasures() {
    List<String> lines = program.answer("list").lines().toList();

    assertThat(lines)
        .startsWith("program java")
        .contains("has one-key RS256 whole jwt-validation", "has 3-keys Ed25519 bare bouncycastle")
        .endsWith("end");
    assertThat(lines).anyMatch(line -> line.startsWith("links jdk "));
    assertThat(lines).anyMatch(line -> line.startsWith("flags"));
  }

  @Test
  void saysWhatIsAbsent() {
    List<TokenSet> sets = new ArrayList<>(INPUT.sets());
    TokenSet known = sets.get(0);
    sets.add(new TokenSet("one-key", "ES512K", known.keys(), known.tokens()));
    NativeProgram other =
        new NativeProgram(new InputFile(INPUT.issuer(), INPUT.audience(), INPUT.clock(), sets));

    assertThat(other.answer("list").lines())
        .anyMatch(line -> line.startsWith("absent one-key ES512K bare jdk "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "check",
        "check one-key RS256 whole nobody",
        "check one-key RS256 whole jwt-validation 1",
        "slot one-key RS256 whole jwt-validation 1",
        "slot one-key RS256 whole jwt-validation soon 1",
        "sing one-key RS256 whole jwt-validation",
        "draw 0 1 1"
      })
  void failsForOtherCommands(String command) {
    assertThat(program.answer(command)).startsWith("failed: ");
  }

  @Test
  void usesNoOldFile() {
    long old = INPUT.clock() - InputFile.USABLE - 60;
    NativeProgram late =
        new NativeProgram(new InputFile(INPUT.issuer(), INPUT.audience(), old, INPUT.sets()));

    assertThat(late.answer("check one-key RS256 whole jwt-validation"))
        .isEqualTo("failed: the input file is too old, or the clock is wrong");
  }

  @Test
  void answersUntilItIsToldToQuit() throws IOException {
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    String commands = "draw 600 1 3\ncheck one-key RS256 bare jdk\nquit\ndraw 600 1 3\n";

    program.run(
        new BufferedReader(new StringReader(commands)), new PrintStream(answers, true, UTF_8));

    assertThat(answers.toString(UTF_8).lines())
        .containsExactlyElementsOf(
            Stream.of("draw 518 528 135", "ok accepted=12 refused=6").toList());
  }
}
