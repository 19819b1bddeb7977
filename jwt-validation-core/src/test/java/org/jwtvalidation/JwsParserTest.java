package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JwsParserTest {

  private static final String HEADER = RawToken.base64url("{\"alg\":\"ES256\"}");
  private static final String CLAIMS = RawToken.base64url("{\"iss\":\"me\"}");

  private final JwsParser parser = new JwsParser(TokenLimits.defaults());

  private void assertRejected(String token, Reason reason) {
    assertThatExceptionOfType(TokenRejectedException.class)
        .isThrownBy(() -> parser.parse(token))
        .satisfies(e ->
            assertThat(e.rejection())
                .isEqualTo(new Rejection(ValidationStep.TOKEN_PARSING, reason, null)));
  }

  @Test
  void takesThreeSegmentsApart() {
    CompactJws jws = parser.parse(HEADER + "." + CLAIMS + ".AQI");

    assertThat(jws.header()).containsOnlyKeys("alg").containsEntry("alg", "ES256");
    assertThat(jws.claims()).containsOnlyKeys("iss").containsEntry("iss", "me");
    assertThat(jws.signature()).containsExactly(1, 2);
    assertThat(jws.headerLength()).isEqualTo(HEADER.length());
    assertThat(jws.signingInputLength()).isEqualTo(HEADER.length() + 1 + CLAIMS.length());
    assertThat(jws.octets()).hasSize(HEADER.length() + 1 + CLAIMS.length() + 4);
    assertThat(parser.parse("e30.e30.").signature()).isEmpty();
  }

  @Test
  void showsNothingOfATokenInALog() {
    CompactJws jws = parser.parse(HEADER + "." + CLAIMS + ".AQI");

    assertThat(jws).hasToString("CompactJws, not verified");
    assertThat(new UntrustedClaims(jws.claims())).hasToString("UntrustedClaims");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e30", "e30.", ".e30", ".", "..", ".e30.AQ", "..AQ", "e30..AQ", "e30..", "e30.e30"
      })
  void rejectsWhatHasNoThreeSegments(String token) {
    assertRejected(token, Reason.MALFORMED_SEGMENTS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"e30.e30.AQ.", "e30.e30.AQ.AQ", "e30.e30..", "...", "e30.e30.AQ.AQ.AQ.", "......"})
  void rejectsMoreSegments(String token) {
    assertRejected(token, Reason.MALFORMED_SEGMENTS);
  }

  @Test
  void readsSegmentsOfOneCharacter() {
    assertRejected("x.e30.AQ", Reason.MALFORMED_BASE64);
    assertRejected("e30.x.AQ", Reason.MALFORMED_BASE64);
    assertRejected("e30.e30.x", Reason.MALFORMED_BASE64);
  }

  /** Any of the five may be empty (RFC 7516 section 7.1). */
  @ParameterizedTest
  @ValueSource(strings = {"e30.AQ.AQ.AQ.AQ", "e30..AQ.AQ.AQ", "e30.AQ...", "....", "....AQ"})
  void rejectsFiveSegmentsAsEncrypted(String token) {
    assertRejected(token, Reason.ENCRYPTED_TOKEN);
  }

  @Test
  void takesHeadersUpToTheirLimit() {
    String header = RawToken.base64url("{\"alg\":\"" + "x".repeat(40) + "\"}");
    String token = header + ".e30.AQ";

    assertThat(parserOfHeadersUpTo(header.length()).parse(token).header()).containsKey("alg");
    JwsParser stricter = parserOfHeadersUpTo(header.length() - 1);
    assertThatExceptionOfType(TokenRejectedException.class)
        .isThrownBy(() -> stricter.parse(token))
        .satisfies(e -> assertThat(e.rejection().reason()).isEqualTo(Reason.LIMIT_EXCEEDED));
  }

  private static JwsParser parserOfHeadersUpTo(int length) {
    return new JwsParser(TokenLimits.defaults().withHeaderLength(length));
  }

  @Test
  void readsTheHeaderOfAVerifiedTokenOnce() {
    CompactJws first = parser.parse(HEADER + ".e30.AQ");
    assertThat(parser.parse(HEADER + ".e30.AQ").header()).isNotSameAs(first.header());

    parser.remember(first);

    assertThat(parser.parse(HEADER + "." + CLAIMS + ".AQI").header()).isSameAs(first.header());
  }

  @Row("102")
  @Test
  void showsNothingOfWhatIsNotVerified() {
    Scene scene = new Scene();
    String token = scene.token().subject("a-telling-subject").compact();
    CompactJws jws = new JwsParser(TokenLimits.defaults()).parse(token);

    assertThat(jws.claims()).containsEntry("sub", "a-telling-subject");
    assertThat(jws + " " + new UntrustedClaims(jws.claims()))
        .doesNotContain("a-telling-subject")
        .doesNotContain(token.substring(0, 12));
    assertThat(scene.validator().validate(token).claims())
        .hasToString("ClaimsSet of " + jws.claims().size() + " claims");
  }
}
