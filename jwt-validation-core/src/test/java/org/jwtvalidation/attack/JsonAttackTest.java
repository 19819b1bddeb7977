// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Allocation;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** Attacks with JSON that parsers read differently, or at great expense. All of it is signed. */
@Tag("jdk-independent")
class JsonAttackTest {

  /**
   * Ages for a parser whose work grows with its input, and not enough for one whose work explodes.
   */
  private static final Duration SOON = Duration.ofMinutes(2);

  /**
   * Beside what header and claims may take: the token's octets, and what a rejection is made of.
   */
  private static final int MAX_MEMORY = 10 * TokenLimits.defaults().tokenLength() + 10 * 1024;

  private final Scene scene = new Scene();
  private final TokenValidator validator = scene.validator();
  private final String header = RawToken.header(scene.token().compact());
  private final String claims = RawToken.claims(scene.token().compact());

  private void assertRejectedWhileParsing(String token, Reason reason) {
    assertRejected(validator, token, ValidationStep.TOKEN_PARSING, reason);
  }

  /** These claims and more members. */
  private String claimsAnd(String members) {
    return claims.substring(0, claims.length() - 1) + "," + members + "}";
  }

  private String headerAnd(String members) {
    return header.substring(0, header.length() - 1) + "," + members + "}";
  }

  private String token(String headerJson, String claimsJson) {
    return scene.token().rawHeader(headerJson).rawClaims(claimsJson).compact();
  }

  private String token(byte[] headerOctets, byte[] claimsOctets) {
    return RawToken.signed(scene.key(), headerOctets, claimsOctets);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"sub\":\"admin\"",
        "\"exp\":9999999999",
        "\"aud\":\"test-api\"",
        "\"iss\":\"https://issuer.example\"",
        "\"s\\u0075b\":\"admin\"",
        "\"x\":{\"y\":1,\"y\":2}",
        "\"x\":[[{\"y\":1,\"y\":1}]]",
        "\"\":1,\"\":2",
        "\"\u00e9\":1,\"\\u00e9\":2"
      })
  @Row("52")
  @DisplayName("duplicate names in the claims")
  void rejectsDuplicateNamesInClaims(String members) {
    assertRejectedWhileParsing(token(header, claimsAnd(members)), Reason.MALFORMED_JSON);

    assertAccepted(
        validator, token(header, claimsAnd("\"\":1,\"Sub\":2,\"x\":[{\"y\":1},{\"y\":1}]")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "ff",
        "c0af",
        "c1bf",
        "e080af",
        "f08080af",
        "c0a2",
        "eda080",
        "edb080",
        "eda081edb081",
        "f4908080",
        "f8888080af",
        "c3",
        "e282",
        "f09f98",
        "efbfbdff"
      })
  @Row("53")
  @DisplayName("octets that are not UTF-8")
  void rejectsInvalidUtf8(String hex) {
    byte[] invalid = HexFormat.of().parseHex(hex);
    byte[] sound = "\u00e9\u20ac\uD83D\uDE00".getBytes(UTF_8);

    for (String members : List.of("\"x\":\"@\"", "\"@\":1")) {
      assertRejectedWhileParsing(
          token(header.getBytes(UTF_8), replaced(claimsAnd(members), invalid)),
          Reason.MALFORMED_JSON);
      assertRejectedWhileParsing(
          token(replaced(headerAnd(members), invalid), claims.getBytes(UTF_8)),
          Reason.MALFORMED_JSON);

      assertAccepted(
          validator,
          token(replaced(headerAnd(members), sound), replaced(claimsAnd(members), sound)));
    }
  }

  /** The text with the octets in place of the one @. */
  private static byte[] replaced(String json, byte[] octets) {
    return json.replace("@", new String(octets, ISO_8859_1)).getBytes(ISO_8859_1);
  }

  @Test
  @Row("53")
  @DisplayName("byte order marks, UTF-16 and UTF-32")
  void rejectsOtherEncodingsOfUnicode() {
    byte[] headerOctets = header.getBytes(UTF_8);
    byte[] claimsOctets = claims.getBytes(UTF_8);
    for (String text : List.of(claims, "\uFEFF" + claims)) {
      for (Charset charset :
          List.of(UTF_16BE, UTF_16LE, Charset.forName("UTF-32BE"), Charset.forName("UTF-32LE"))) {
        assertRejectedWhileParsing(
            token(headerOctets, text.getBytes(charset)), Reason.MALFORMED_JSON);
      }
    }
    assertRejectedWhileParsing(
        token(headerOctets, ("\uFEFF" + claims).getBytes(UTF_8)), Reason.MALFORMED_JSON);
    assertRejectedWhileParsing(
        token(("\uFEFF" + header).getBytes(UTF_8), claimsOctets), Reason.MALFORMED_JSON);
    assertRejectedWhileParsing(
        token(headerOctets, claimsAnd("\"x\":\"\u00e9\"").getBytes(ISO_8859_1)),
        Reason.MALFORMED_JSON);

    assertAccepted(validator, token(headerOctets, claimsOctets));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\ud800",
        "\\udc00",
        "\\udc00\\ud800",
        "\\ud800x",
        "\\ud800\\ud800\\udc00",
        "x\\uDFFF"
      })
  @Row("54")
  @DisplayName("lone surrogates")
  void rejectsLoneSurrogates(String escaped) {
    for (String members :
        List.of(
            "\"x\":\"" + escaped + "\"", "\"" + escaped + "\":1", "\"x\":[\"" + escaped + "\"]")) {
      assertRejectedWhileParsing(token(header, claimsAnd(members)), Reason.MALFORMED_JSON);
      assertRejectedWhileParsing(token(headerAnd(members), claims), Reason.MALFORMED_JSON);
    }

    String pair = token(header, claimsAnd("\"x\":\"\\ud83d\\ude00\""));
    assertThat(assertAccepted(validator, pair).claims().string("x")).isEqualTo("\uD83D\uDE00");
  }

  @Test
  @Row("54")
  @DisplayName("NUL does not end a string")
  void keepsNulAsItIs() {
    String withNul = claims.replace("\"test-user\"", "\"admin\\u0000-not\"");
    assertThat(assertAccepted(validator, token(header, withNul)).subject())
        .isEqualTo("admin\u0000-not");

    String audienceWithNul = claims.replace("\"test-api\"", "\"test-api\\u0000x\"");
    assertRejected(
        validator,
        token(header, audienceWithNul),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.AUDIENCE_MISMATCH,
        "aud");
    // As itself, and not as an escape, it is no JSON.
    assertRejectedWhileParsing(
        token(header, claims.replace("test-user", "test\u0000user")), Reason.MALFORMED_JSON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CLAIMS//",
        "CLAIMS/**/",
        "/**/CLAIMS",
        "#\nCLAIMS",
        "CLAIMSx",
        "CLAIMS{}",
        "CLAIMS CLAIMS",
        "CLAIMS,",
        "[CLAIMS]",
        "CLAIMS\u0000",
        "CLAIMS\u00a0",
        "\u00a0CLAIMS",
        "\"\"",
        "null",
        "true",
        "7",
        "",
        " ",
        "{",
        "}",
        "[]"
      })
  @Row("55")
  @DisplayName("something around the claims, or in their place")
  void rejectsAnythingButOneObject(String pattern) {
    String hostile = pattern.replace("CLAIMS", claims);
    if (hostile.isEmpty()) {
      assertRejectedWhileParsing(token(header, hostile), Reason.MALFORMED_SEGMENTS);
    } else {
      assertRejectedWhileParsing(token(header, hostile), Reason.MALFORMED_JSON);
    }

    assertAccepted(validator, token(header, " \t\r\n" + claims + "\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"x\":NaN",
        "\"x\":Infinity",
        "\"x\":-Infinity",
        "\"x\":+1",
        "\"x\":01",
        "\"x\":.5",
        "\"x\":1.",
        "\"x\":0x10",
        "\"x\":1_0",
        "\"x\":1e",
        "\"x\":-",
        "\"x\":True",
        "\"x\":nul",
        "\"x\":'a'",
        "x:1",
        "'x':1",
        "\"x\":[1,]",
        "\"x\":[,1]",
        "\"x\":{\"y\":1,}",
        "\"x\":1,",
        "\"x\":/*c*/1",
        "\"x\":1 // c\n",
        "\"x\" 1",
        "\"x\":\"\t\"",
        "\"x\":\"\n\"",
        "\"x\":\"\\x41\"",
        "\"x\":\"\\'\"",
        "\"x\":\"\\u12\"",
        "\"x\":undefined",
        "7:1",
        "null:1"
      })
  @Row("55")
  @DisplayName("what lenient parsers accept")
  void rejectsAnythingButRfc8259(String members) {
    assertRejectedWhileParsing(token(header, claimsAnd(members)), Reason.MALFORMED_JSON);
    assertRejectedWhileParsing(token(headerAnd(members), claims), Reason.MALFORMED_JSON);

    assertAccepted(validator, token(headerAnd("\"x\" : [ -1.5E+3 ]"), claimsAnd("\"x\" : [ -0 ]")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  @Row("56")
  @DisplayName("nesting so deep that a parser runs out of stack")
  void rejectsDeepNestingBeforeVerifying(String open) throws InterruptedException {
    String close = open.equals("[") ? "]" : "}";
    int limit = TokenLimits.defaults().depth();
    for (int depth : new int[] {limit, 100, 1000, 1500}) {
      String deep = "\"x\":" + open.repeat(depth) + "1" + close.repeat(depth);
      assertRejectedWhileParsing(token(header, claimsAnd(deep)), Reason.LIMIT_EXCEEDED);
    }
    String inHeader = "\"x\":" + open.repeat(500) + "1" + close.repeat(500);
    assertRejectedWhileParsing(token(headerAnd(inHeader), claims), Reason.LIMIT_EXCEEDED);
    // Never closed, and on a thread with a small stack.
    String bomb = token(header, claimsAnd("\"x\":" + open.repeat(10_000 / open.length())));
    AtomicReference<ValidationResult<AccessToken>> result = new AtomicReference<>();
    Thread small =
        new Thread(null, () -> result.set(validator.tryValidate(bomb)), "small", 128 * 1024);
    small.start();
    small.join();
    assertThat(result.get())
        .isEqualTo(
            new ValidationResult.Rejected<AccessToken>(
                new Rejection(ValidationStep.TOKEN_PARSING, Reason.LIMIT_EXCEEDED, null)));

    // The claims set itself is the first level.
    String deepest = "\"x\":" + open.repeat(limit - 1) + "1" + close.repeat(limit - 1);
    assertAccepted(validator, token(headerAnd(deepest), claimsAnd(deepest)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e1000000000",
        "1e-1000000000",
        "1E+2147483647",
        "1e2147483648",
        "-1e999999999",
        "1e99999999999999999999",
        "0e1000000000",
        "1.5e401",
        "1e-402"
      })
  @Row("57")
  @DisplayName("number with a huge exponent")
  void rejectsHugeExponentInBoundedTime(String number) {
    Assertions.assertTimeoutPreemptively(
        SOON,
        () -> {
          for (String name : List.of("exp", "nbf", "iat", "x")) {
            String hostile =
                name.equals("x")
                    ? claimsAnd("\"x\":" + number)
                    : RawToken.claims(scene.token().claim(name, 1.25).compact())
                        .replace("1.25", number);
            assertThat(validator.tryValidate(token(header, hostile)))
                .isInstanceOfSatisfying(
                    ValidationResult.Rejected.class,
                    rejected -> {
                      assertThat(rejected.rejection().step())
                          .isEqualTo(ValidationStep.TOKEN_PARSING);
                      assertThat(rejected.rejection().reason())
                          .isIn(Reason.LIMIT_EXCEEDED, Reason.MALFORMED_JSON);
                    });
          }
        });

    assertAccepted(validator, token(header, claimsAnd("\"x\":[1e300,1e-300]")));
  }

  @Test
  @Row("57")
  @DisplayName("number of many digits")
  void rejectsNumberOfManyDigits() {
    for (int digits : new int[] {129, 1000, 10_000}) {
      String number = "9".repeat(digits);
      Assertions.assertTimeoutPreemptively(
          SOON,
          () -> {
            assertRejectedWhileParsing(
                token(header, claimsAnd("\"x\":" + number)), Reason.LIMIT_EXCEEDED);
            assertRejectedWhileParsing(
                token(header, claimsAnd("\"x\":0." + number)), Reason.LIMIT_EXCEEDED);
          });
    }

    assertAccepted(validator, token(header, claimsAnd("\"x\":" + "9".repeat(128))));
  }

  private TokenValidator validator(TokenLimits limits) {
    return scene.builder(scene.config().build()).limits(limits).build();
  }

  @Test
  @Row("60")
  @DisplayName("names of equal hash")
  void parsesNamesOfEqualHashInBoundedTime() {
    int names = 1 << 14;
    Map<String, Integer> colliding = new LinkedHashMap<>();
    for (int i = 0; i < names; i++) {
      StringBuilder name = new StringBuilder();
      for (int bit = 0; bit < 14; bit++) {
        // Both pairs of letters have the same hash, and so has any row of them.
        name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      colliding.put(name.toString(), i);
    }
    assertThat(colliding.keySet().stream().mapToInt(String::hashCode).distinct().count())
        .isEqualTo(1);
    TokenBuilder builder = scene.token();
    colliding.forEach(builder::claim);
    String token = builder.compact();

    TokenLimits ofLongTokens = TokenLimits.defaults().withTokenLength(1 << 20);
    assertRejected(
        validator(ofLongTokens), token, ValidationStep.TOKEN_PARSING, Reason.LIMIT_EXCEEDED);

    // Behind that limit, too, no name is compared with all before it.
    TokenValidator ofManyMembers = validator(ofLongTokens.withMembers(2 * names));
    Assertions.assertTimeoutPreemptively(
        SOON,
        () -> {
          for (int i = 0; i < 200; i++) {
            String fresh = RawToken.withSignature(token, new byte[64]);
            assertThat(ofManyMembers.tryValidate(fresh))
                .isInstanceOf(ValidationResult.Rejected.class);
          }
        });

    AccessToken accepted = assertAccepted(ofManyMembers, token);
    colliding.forEach((name, i) -> assertThat(accepted.claims().number(name)).isEqualTo((long) i));
  }

  @Test
  @Row("61")
  @DisplayName("many members")
  void rejectsManyMembers() {
    int limit = TokenLimits.defaults().members();
    int present = assertAccepted(validator, token(header, claims)).claims().asMap().size();

    assertRejectedWhileParsing(
        token(header, claimsAnd(members(limit - present + 1))), Reason.LIMIT_EXCEEDED);
    // Those of inner objects count as well.
    assertRejectedWhileParsing(
        token(header, claimsAnd("\"x\":{" + members(limit - present) + "}")),
        Reason.LIMIT_EXCEEDED);
    assertRejectedWhileParsing(token(headerAnd(members(limit)), claims), Reason.LIMIT_EXCEEDED);

    assertAccepted(validator, token(header, claimsAnd(members(limit - present))));
    assertAccepted(
        validator, token(header, claimsAnd("\"x\":{" + members(limit - present - 1) + "}")));
  }

  private static String members(int count) {
    return String.join(
        ",", IntStream.range(0, count).mapToObj(i -> "\"m" + i + "\":" + i).toList());
  }

  @Test
  @Row("61")
  @DisplayName("large strings")
  void rejectsLargeStrings() {
    int limit = TokenLimits.defaults().stringLength();
    String tooLong = "x".repeat(limit + 1);

    assertRejectedWhileParsing(
        token(header, claimsAnd("\"x\":\"" + tooLong + "\"")), Reason.LIMIT_EXCEEDED);
    assertRejectedWhileParsing(
        token(header, claimsAnd("\"x\":\"\\n" + "x".repeat(limit) + "\"")), Reason.LIMIT_EXCEEDED);
    assertRejectedWhileParsing(
        token(header, claimsAnd("\"" + tooLong + "\":1")), Reason.LIMIT_EXCEEDED);
    assertRejectedWhileParsing(
        token(headerAnd("\"x\":\"" + "x".repeat(4096) + "\""), claims), Reason.LIMIT_EXCEEDED);

    assertAccepted(validator, token(header, claimsAnd("\"x\":\"" + "x".repeat(limit) + "\"")));
    assertAccepted(validator, token(header, claimsAnd("\"" + "x".repeat(limit) + "\":1")));
    assertAccepted(validator, token(headerAnd("\"x\":\"" + "x".repeat(2900) + "\""), claims));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "[[[[[[[[]]]]]]]]",
        "{\"a\":{}}",
        "{\"a\":1,\"b\":[0]}",
        "0",
        "1234567890123456789012",
        "0.1",
        "1e9",
        "\"\"",
        "\"ab\"",
        "\"\\n\"",
        "\"\u0416\"",
        "\"\ud83d\ude00\""
      })
  @Row("61")
  @DisplayName("values that take many times the memory of their text")
  void takesNoMoreMemoryThanTenTimesTheToken(String value) {
    String filling = value + ("," + value).repeat(9000 / (value.getBytes(UTF_8).length + 1));
    for (String end : List.of("]", "!")) {
      String signed = token(header, claimsAnd("\"x\":[" + filling + end));
      assertThat(signed.length()).isBetween(12_000, TokenLimits.defaults().tokenLength());

      assertThat(octetsToReject(RawToken.withSignature(signed, new byte[64])))
          .isLessThan(MAX_MEMORY);
    }

    String header = "{\"x\":[" + filling.substring(0, filling.indexOf(value, 2800)) + value + "]}";
    for (String hostile :
        List.of(token(header, claims), token(header, claimsAnd("\"x\":[" + filling)))) {
      assertThat(octetsToReject(hostile)).isLessThan(MAX_MEMORY);
    }
  }

  @Test
  @Row("61")
  @DisplayName("values that take many times the memory of their text, and a long signature")
  void takesNoMoreMemoryForALongSignature() {
    String objects = claimsAnd("\"x\":[" + "{\"a\":{}},".repeat(200) + "0]");
    String hostile = RawToken.withSignature(token(header, objects), new byte[9000]);
    assertThat(hostile.length()).isBetween(14_000, TokenLimits.defaults().tokenLength());

    assertThat(octetsToReject(hostile)).isLessThan(MAX_MEMORY);
  }

  @Test
  @Row("61")
  @DisplayName("thousands of scopes")
  void takesNoMoreMemoryForThousandsOfScopes() {
    String signed = token(header, claimsAnd("\"scope\":\"" + "a ".repeat(4096).strip() + "\""));
    TokenValidator other = scene.builder(scene.config().build()).cacheSize(0).build();

    assertThat(Allocation.octetsOf(() -> other.validate(signed))).isLessThan(MAX_MEMORY);
    assertThat(other.validate(signed).scopes()).hasSize(4096);
  }

  @Test
  @Row("61")
  @DisplayName("values that take too much memory, under a header that is known or not")
  void givesTheSameAnswerWhetherTheHeaderIsKnownOrNot() {
    String padded = headerAnd("\"x\":\"" + "x".repeat(1500) + "\"");
    int accepted = 1;
    int refused = 10_000;
    while (refused - accepted > 1) {
      int middle = (accepted + refused) / 2;
      if (accepts(token(padded, claimsAnd(strings(middle))))) {
        accepted = middle;
      } else {
        refused = middle;
      }
    }
    assertThat(accepted).isGreaterThan(1);
    String oneTooMany = token(padded, claimsAnd(strings(refused)));
    TokenValidator other = scene.validator();
    assertRejected(other, oneTooMany, ValidationStep.TOKEN_PARSING, Reason.LIMIT_EXCEEDED);
    assertAccepted(other, token(padded, claims));
    assertRejected(other, oneTooMany, ValidationStep.TOKEN_PARSING, Reason.LIMIT_EXCEEDED);
  }

  private boolean accepts(String token) {
    return validator.tryValidate(token) instanceof ValidationResult.Accepted;
  }

  private static String strings(int count) {
    return "\"x\":[" + "\"s\",".repeat(count) + "0]";
  }

  private long octetsToReject(String token) {
    return Allocation.octetsOf(() ->
        assertThat(validator.tryValidate(token)).isInstanceOf(ValidationResult.Rejected.class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "role-%04d",
        "role-%d",
        "r-%d",
        "r%d",
        "%03d",
        "\u0440\u043e\u043b\u044c-%d",
        "\u89d2\u8272%d"
      })
  @Row("61")
  @DisplayName("as many strings as fit the token, which are fine")
  void acceptsAsManyRolesAsFit(String role) {
    int limit = TokenLimits.defaults().tokenLength();
    for (String place :
        List.of(
            "\"roles\":[@]",
            "\"groups\":[@]",
            "\"realm_access\":{\"roles\":[@]}",
            "\"resource_access\":{\"orders-api\":{\"roles\":[@]},\"account\":{\"roles\":[\"a\"]}}")) {
      int left = (limit - token(header, claimsAnd(place)).length()) * 3 / 4;
      List<String> roles = new ArrayList<>();
      String next = String.format(role, 0);
      while (left >= next.getBytes(UTF_8).length + 3) {
        left -= next.getBytes(UTF_8).length + 3;
        roles.add(next);
        next = String.format(role, roles.size());
      }
      String roleArray = "\"" + String.join("\",\"", roles) + "\"";
      String signed = token(header, claimsAnd(place.replace("@", roleArray)));

      assertThat(signed.length()).isBetween(limit - 50, limit);
      assertThat(assertAccepted(validator, signed).claims().asMap().toString())
          .contains(roles.get(0) + ", ", ", " + roles.get(roles.size() - 1) + "]");
    }
  }

  @Test
  @Row("61")
  @DisplayName("a thousand short roles, which are fine")
  void acceptsAThousandShortRoles() {
    for (String role : List.of("a", "ab", "abc", "r-%03d")) {
      List<String> roles = IntStream.range(0, 1000).mapToObj(i -> String.format(role, i)).toList();

      assertThat(assertAccepted(validator, scene.token().claim("roles", roles).compact()).roles())
          .isEqualTo(roles);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[0]",
        "[[]]",
        "[[[[[[[[0]]]]]]]]",
        "{\"\":0}",
        "{\"a\":{}}",
        "[\"\"]",
        "0.1",
        "\"\""
      })
  @Row("61")
  @DisplayName("a token full of values that take up to 38 times their text")
  void rejectsTokenFullOfTinyValues(String value) {
    String filling = value + ("," + value).repeat(11_500 / (value.length() + 1));

    assertRejectedWhileParsing(
        token(header, claimsAnd("\"x\":[" + filling + "]")), Reason.LIMIT_EXCEEDED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0416", "\u00e9", "\u6f22", "\\n"})
  @Row("61")
  @DisplayName("a long string in any script, which is fine")
  void acceptsLongStringsInAnyScript(String character) {
    int count = 11_800 / character.getBytes(UTF_8).length;
    String text = character.repeat(count);

    assertAccepted(validator, token(header, claimsAnd("\"x\":\"" + text + "\"")));
  }
}
