// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.RawToken.base64url;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Allocation;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** Attacks on the outer form of a token: its size, segments and encoding. */
class FormatAttackTest {

  private final Scene scene = new Scene();
  private final TokenValidator validator = scene.validator();
  private final String token = scene.token().compact();
  private final List<String> segments = List.of(token.split("\\.", -1));

  private void assertMalformed(String text, Reason reason) {
    assertRejected(validator, text, ValidationStep.TOKEN_PARSING, reason);
  }

  private void assertAcceptedAsItIs() {
    assertAccepted(validator, token);
  }

  private long octetsToReject(String text) {
    return Allocation.octetsOf(() -> assertThat(validator.tryValidate(text)).isNotNull());
  }

  @Test
  @Row("62")
  @DisplayName("token over its size")
  void rejectsTooLongTokenBeforeReadingIt() {
    String padding = "x".repeat(TokenLimits.defaults().tokenLength());
    String tooLong = scene.token().claim("padding", padding).compact();
    String enormous = "e".repeat(64 * 1024 * 1024);

    for (String text :
        List.of(tooLong, enormous, "\n".repeat(1024 * 1024), ".".repeat(1024 * 1024))) {
      assertRejected(validator, text, ValidationStep.TOKEN_FORMAT_CHECK, Reason.TOKEN_TOO_LARGE);
      assertThat(octetsToReject(text)).isLessThan(2000);
    }

    int spare = TokenLimits.defaults().tokenLength() - token.length() - 100;
    // Base64url makes four characters of three.
    List<String> words = List.of("x".repeat(spare / 8 * 3), "y".repeat(spare / 8 * 3));
    String large = scene.token().claim("padding", words).compact();
    assertThat(large.length()).isBetween(15_000, TokenLimits.defaults().tokenLength());
    assertAccepted(validator, large);
  }

  @Test
  @Row("63")
  @DisplayName("many dots")
  void rejectsManyDotsWithoutAnArrayOfParts() {
    String dots = ".".repeat(TokenLimits.defaults().tokenLength());
    String withSegments = "a.".repeat(TokenLimits.defaults().tokenLength() / 2);
    String behindToken = token + ".".repeat(4096);

    for (String text : List.of(dots, withSegments, behindToken)) {
      assertMalformed(text, Reason.MALFORMED_SEGMENTS);
      assertThat(octetsToReject(text)).isLessThan(2000);
    }

    assertAcceptedAsItIs();
  }

  @Test
  @Row("64")
  @DisplayName("extra, missing or empty segments")
  void rejectsAnythingButThreeSegments() {
    String header = segments.get(0);
    String claims = segments.get(1);
    String signature = segments.get(2);
    for (String wrong :
        List.of(
            header,
            header + "." + claims,
            "." + claims + "." + signature,
            header + "." + claims + signature,
            token + ".",
            "." + token,
            token + "." + signature,
            header + "." + header + "." + claims + "." + signature,
            "..",
            ".",
            "..." + signature,
            token + "....",
            token + "." + token)) {
      assertMalformed(wrong, Reason.MALFORMED_SEGMENTS);
    }
    assertRejected(
        validator,
        header + "." + claims + ".",
        ValidationStep.SIGNATURE_VALIDATION,
        Reason.SIGNATURE_INVALID);

    assertAccepted(validator, header + "." + claims + "." + signature);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " %s",
        "%s ",
        "\t%s",
        "%s\n",
        "%s\r\n",
        "\r\n%s",
        "\uFEFF%s",
        "%s\u0000",
        "\u00a0%s",
        "%s\u2028",
        "%s\u200b",
        "\"%s\"",
        "'%s'",
        "<%s>",
        "(%s)",
        "Bearer %s",
        "bearer %s",
        "Bearer:%s",
        "%s,",
        "%s;",
        "%s#",
        "%s?",
        "%s/",
        "access_token=%s",
        "{%s}",
        "%s%%"
      })
  @Row("65")
  @DisplayName("white space, quotes or a prefix around the token")
  void rejectsTokenWithAnythingAroundIt(String pattern) {
    String surrounded = String.format(pattern, token);
    assertMalformed(surrounded, reason(surrounded));

    assertAcceptedAsItIs();
  }

  private static Reason reason(String text) {
    boolean isAlone =
        text.equals(text.strip()) && !text.toLowerCase(Locale.ROOT).startsWith("bearer ");
    return isAlone ? Reason.MALFORMED_BASE64 : Reason.TEXT_AROUND_TOKEN;
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\n", "\t", "\r", "\u0000", "\u00a0", "\u200b", "\u2028"})
  @Row("65")
  @DisplayName("white space inside the token")
  void rejectsTokenWithWhiteSpaceInside(String space) {
    for (int segment = 0; segment < 3; segment++) {
      String text = segments.get(segment);
      for (int at : new int[] {0, 4, text.length() / 2, text.length()}) {
        String part = text.substring(0, at) + space + text.substring(at);
        String spaced =
            String.join(
                ".",
                segment == 0 ? part : segments.get(0),
                segment == 1 ? part : segments.get(1),
                segment == 2 ? part : segments.get(2));
        assertMalformed(spaced, reason(spaced));
      }
    }

    assertAcceptedAsItIs();
  }

  @Test
  @Row("66")
  @DisplayName("JSON serialization")
  void rejectsJsonSerialization() {
    String flattened =
        "{\"payload\":\""
            + segments.get(1)
            + "\",\"protected\":\""
            + segments.get(0)
            + "\",\"signature\":\""
            + segments.get(2)
            + "\"}";
    String general =
        "{\"payload\":\""
            + segments.get(1)
            + "\",\"signatures\":[{\"protected\":\""
            + segments.get(0)
            + "\",\"signature\":\""
            + segments.get(2)
            + "\"}]}";

    assertMalformed(flattened, Reason.MALFORMED_SEGMENTS);
    assertMalformed(general, Reason.MALFORMED_SEGMENTS);
    // What one parser takes for JSON and another for compact serialization.
    assertMalformed("{\"x\":\"" + token + "\"}", Reason.MALFORMED_BASE64);
    assertMalformed("[\"" + token + "\"]", Reason.MALFORMED_BASE64);

    assertAcceptedAsItIs();
  }

  @Test
  @Row("67")
  @DisplayName("several signatures in JSON serialization")
  void rejectsSeveralSignatures() {
    TestKey attacker = TestKey.generate(SignatureAlgorithm.ES256, "attacker");
    String forged = scene.token().signedBy(attacker).compact();
    String signatures =
        "{\"payload\":\""
            + segments.get(1)
            + "\",\"signatures\":["
            + signature(token)
            + ","
            + signature(forged)
            + "]}";

    assertMalformed(signatures, Reason.MALFORMED_SEGMENTS);
    // Nor is it taken for an encrypted token because of four dots, as there may be in Key IDs.
    String dotted = "{\"x\":\"a.b.c.d.e\"," + signatures.substring(1);
    assertMalformed(dotted, Reason.MALFORMED_SEGMENTS);

    assertAcceptedAsItIs();
  }

  private static String signature(String compact) {
    List<String> parts = List.of(compact.split("\\.", -1));
    return "{\"protected\":\"" + parts.get(0) + "\",\"signature\":\"" + parts.get(2) + "\"}";
  }

  @Test
  @Row("68")
  @DisplayName("detached payload")
  void rejectsDetachedPayload() {
    assertMalformed(segments.get(0) + ".." + segments.get(2), Reason.MALFORMED_SEGMENTS);
    // Properly signed over the empty payload.
    assertMalformed(RawToken.signed(scene.key(), segments.get(0), ""), Reason.MALFORMED_SEGMENTS);

    assertAcceptedAsItIs();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=", "==", "===", "A", "+", "/", "+/", "\n", "\r\n", "%3D", "*", "~", ",", "é", "\u0130"
      })
  @Row("69")
  @DisplayName("base64 padding, other alphabets and garbage")
  void rejectsOtherSpellingsOfBase64(String added) {
    for (int segment = 0; segment < 3; segment++) {
      String changed = multipleOfFour(segments.get(segment)) + added;
      String hostile =
          String.join(
              ".",
              segment == 0 ? changed : segments.get(0),
              segment == 1 ? changed : segments.get(1),
              segment == 2 ? changed : segments.get(2));
      assertMalformed(hostile, reason(hostile));
    }

    assertAcceptedAsItIs();
  }

  /** Cut so that a single character behind it cannot be right. */
  private static String multipleOfFour(String segment) {
    return segment.substring(0, segment.length() / 4 * 4);
  }

  @Test
  @Row("69")
  @DisplayName("padding that would be right")
  void rejectsCorrectPadding() {
    for (int segment = 0; segment < 3; segment++) {
      List<String> padded = new java.util.ArrayList<>(segments);
      String text = segments.get(segment);
      int missing = (4 - text.length() % 4) % 4;
      padded.set(segment, text + "=".repeat(missing == 0 ? 1 : missing));
      assertMalformed(String.join(".", padded), Reason.MALFORMED_BASE64);
    }

    // Signed with its padding, too: the form is wrong, not the signature.
    String header = base64url("{\"alg\":\"ES256\",\"kid\":\"" + scene.key().keyId() + "\" }");
    String claims = RawToken.claims(token);
    while (base64url(claims).length() % 4 == 0) {
      claims = claims + " ";
    }
    String payload = base64url(claims);
    assertMalformed(
        RawToken.signed(scene.key(), header, payload + "=".repeat(4 - payload.length() % 4)),
        Reason.MALFORMED_BASE64);
    assertAccepted(validator, RawToken.signed(scene.key(), header, payload));
    assertAcceptedAsItIs();
  }

  @Test
  @Row("69")
  @DisplayName("spare bits that are not zero")
  void rejectsSpareBits() {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    // 64 octets end in a group of two characters, the last of which has four spare bits.
    char last = token.charAt(token.length() - 1);
    int bits = alphabet.indexOf(last);
    assertThat(bits & 0xf).isZero();
    for (int spare = 1; spare < 16; spare++) {
      String twin = token.substring(0, token.length() - 1) + alphabet.charAt(bits | spare);
      assertThat(RawToken.signature(twin)).isEqualTo(RawToken.signature(token));
      assertMalformed(twin, Reason.MALFORMED_BASE64);
    }

    assertAcceptedAsItIs();
  }

  @Test
  @Row("69")
  @DisplayName("other spellings of a token that is in the cache")
  void rejectsOtherSpellingsOfCachedToken() {
    assertAcceptedAsItIs();
    assertThat(validator.cachedTokens()).isEqualTo(1);

    for (String spelling :
        List.of(
            token + "=", token + "==", token + "\n", " " + token, token.replace('.', '=') + ".")) {
      assertThat(validator.tryValidate(spelling)).isInstanceOf(ValidationResult.Rejected.class);
    }

    assertThat(validator.cachedTokens()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x100, 0x200, 0x400, 0x2000, 0xff00})
  @Row("70")
  @DisplayName("characters that become others when cut to an octet")
  void rejectsCharactersWhoseLowOctetIsRight(int high) {
    for (int at : new int[] {0, 5, segments.get(0).length() + 3, token.length() - 1}) {
      char alias = (char) (token.charAt(at) | high);
      assertMalformed(
          token.substring(0, at) + alias + token.substring(at + 1), Reason.MALFORMED_BASE64);
    }
    // The dots as well.
    String dot = String.valueOf((char) ('.' | high));
    assertMalformed(String.join(dot, segments), Reason.MALFORMED_SEGMENTS);

    assertAcceptedAsItIs();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u212A", "\u017F", "\u0131", "\uFF21", "\u0410", "\u13D0", "\uD835\uDC00"})
  @Row("70")
  @DisplayName("characters that look like those of base64")
  void rejectsLookAlikeCharacters(String lookAlike) {
    assertMalformed(lookAlike + token.substring(1), Reason.MALFORMED_BASE64);
    assertMalformed(
        token.substring(0, token.length() - lookAlike.length()) + lookAlike,
        Reason.MALFORMED_BASE64);

    assertAcceptedAsItIs();
  }

  /** Fewer octets than characters: positions of characters are not those of octets. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 1000})
  @Row("70")
  @DisplayName("pairs of surrogates")
  void rejectsPairsOfSurrogates(int count) {
    String pairs = "\uD83D\uDE00".repeat(count);
    for (int segment = 0; segment < 3; segment++) {
      List<String> replaced = new ArrayList<>(segments);
      replaced.set(segment, pairs);
      assertMalformed(String.join(".", replaced), Reason.MALFORMED_BASE64);
      List<String> prefixed = new ArrayList<>(segments);
      prefixed.set(segment, pairs + segments.get(segment));
      assertMalformed(String.join(".", prefixed), Reason.MALFORMED_BASE64);
    }
    assertMalformed(String.join(".", pairs, pairs, pairs), Reason.MALFORMED_BASE64);

    assertAcceptedAsItIs();
  }
}
