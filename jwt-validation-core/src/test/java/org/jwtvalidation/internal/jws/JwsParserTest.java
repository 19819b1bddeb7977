// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.internal.jws.MalformedJwsException.Fault;
import org.jwtvalidation.internal.rules.UntrustedClaims;

class JwsParserTest {

  private static final String HEADER = RawToken.base64url("{\"alg\":\"ES256\"}");
  private static final String CLAIMS = RawToken.base64url("{\"iss\":\"me\"}");

  private final JwsParser parser = new JwsParser(limits(4 * 1024));

  private CompactJws parse(String token) throws MalformedJwsException {
    return parser.parse(token);
  }

  private void assertMalformed(String token, Fault fault) {
    assertThatExceptionOfType(MalformedJwsException.class)
        .isThrownBy(() -> parse(token))
        .satisfies(e -> {
          assertThat(e.fault()).isEqualTo(fault);
          assertThat(e.getStackTrace()).isEmpty();
        });
  }

  @Test
  void takesThreeSegmentsApart() throws MalformedJwsException {
    CompactJws jws = parse(HEADER + "." + CLAIMS + ".AQI");

    assertThat(jws.header()).containsOnlyKeys("alg").containsEntry("alg", "ES256");
    assertThat(jws.claims()).containsOnlyKeys("iss").containsEntry("iss", "me");
    assertThat(jws.signature()).containsExactly(1, 2);
    assertThat(jws.headerLength()).isEqualTo(HEADER.length());
    assertThat(jws.signingInputLength()).isEqualTo(HEADER.length() + 1 + CLAIMS.length());
    assertThat(jws.octets()).hasSize(HEADER.length() + 1 + CLAIMS.length() + 4);
    assertThat(parse("e30.e30.").signature()).isEmpty();
  }

  @Test
  void showsNothingOfATokenInALog() throws MalformedJwsException {
    CompactJws jws = parse(HEADER + "." + CLAIMS + ".AQI");

    assertThat(jws).hasToString("CompactJws, not verified");
    assertThat(new UntrustedClaims(jws.claims())).hasToString("UntrustedClaims");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e30", "e30.", ".e30", ".", "..", ".e30.AQ", "..AQ", "e30..AQ", "e30..", "e30.e30"
      })
  void rejectsWhatHasNoThreeSegments(String token) {
    assertMalformed(token, Fault.SEGMENTS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"e30.e30.AQ.", "e30.e30.AQ.AQ", "e30.e30..", "...", "e30.e30.AQ.AQ.AQ.", "......"})
  void rejectsMoreSegments(String token) {
    assertMalformed(token, Fault.SEGMENTS);
  }

  @Test
  void readsSegmentsOfOneCharacter() {
    assertMalformed("x.e30.AQ", Fault.BASE64);
    assertMalformed("e30.x.AQ", Fault.BASE64);
    assertMalformed("e30.e30.x", Fault.BASE64);
  }

  /** Any of the five may be empty (RFC 7516 section 7.1). */
  @ParameterizedTest
  @ValueSource(strings = {"e30.AQ.AQ.AQ.AQ", "e30..AQ.AQ.AQ", "e30.AQ...", "....", "....AQ"})
  void rejectsFiveSegmentsAsEncrypted(String token) {
    assertMalformed(token, Fault.ENCRYPTED);
  }

  @Test
  void takesHeadersUpToTheirLimit() throws MalformedJwsException {
    String header = RawToken.base64url("{\"alg\":\"" + "x".repeat(40) + "\"}");
    String token = header + ".e30.AQ";

    JwsParser exact = parserOfHeadersUpTo(header.length());
    assertThat(exact.parse(token).header()).containsKey("alg");
    JwsParser stricter = parserOfHeadersUpTo(header.length() - 1);
    assertThatExceptionOfType(MalformedJwsException.class)
        .isThrownBy(() -> stricter.parse(token))
        .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
  }

  private static JwsLimits limits(int headerLength) {
    return JwsLimits.of(16 * 1024, headerLength, 16, 8 * 1024, 256);
  }

  private static JwsParser parserOfHeadersUpTo(int length) {
    return new JwsParser(limits(length));
  }

  @Test
  void readsTheHeaderOfAVerifiedTokenOnce() throws MalformedJwsException {
    CompactJws first = parse(HEADER + ".e30.AQ");
    assertThat(parse(HEADER + ".e30.AQ").header()).isNotSameAs(first.header());

    parser.knownHeaders.add(first.octets(), first.headerLength(), first.header());

    assertThat(parse(HEADER + "." + CLAIMS + ".AQI").header()).isSameAs(first.header());
  }

  /** A token with a header of its own keeps that as long as its claims. */
  @Test
  void countsTheMemoryOfAHeaderThatNoOtherTokenHad() throws MalformedJwsException {
    String header = RawToken.base64url("{\"alg\":\"" + "x".repeat(700) + "\"}");
    CompactJws first = parse(header + ".e30.AQ");
    parser.knownHeaders.add(first.octets(), first.headerLength(), first.header());

    assertThat(first.memory() - parse(header + ".e30.AQ").memory()).isGreaterThan(700);
  }

  @Row("102")
  @Test
  void showsNothingOfWhatIsNotVerified() throws MalformedJwsException {
    Scene scene = new Scene();
    String token = scene.token().subject("a-telling-subject").compact();
    CompactJws jws = parse(token);

    assertThat(jws.claims()).containsEntry("sub", "a-telling-subject");
    assertThat(jws + " " + new UntrustedClaims(jws.claims()))
        .doesNotContain("a-telling-subject")
        .doesNotContain(token.substring(0, 12));
    assertThat(scene.validator().validate(token).claims())
        .hasToString("ClaimsSet of " + jws.claims().size() + " claims");
  }
}
