// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.parsing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.proc.BadJWSException;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.benchmark.suite.TokenParsing;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenRejectedException;
import org.openjdk.jmh.infra.Blackhole;

/** Checks what the benchmark measures. */
@Tag("jdk-independent")
class ParsingSuiteTest {

  private final Blackhole values =
      new Blackhole(
          "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");
  private final ParsingBenchmark benchmark = new ParsingBenchmark();

  @ParameterizedTest
  @CsvSource({"100, 1", "100, 2", "1000, 1", "1000, 2", "10000, 1", "10000, 2"})
  void parsesAndValidatesTokensWithBothLibraries(int subjectLength, int reads) throws Exception {
    benchmark.subjectLength = subjectLength;
    benchmark.reads = reads;
    benchmark.prepare();

    assertThat(TokenParsing.claims(benchmark.parse(values)).get("sub"))
        .asString()
        .hasSize(subjectLength);
    assertThat(benchmark.nimbusParse(values).getJWTClaimsSet().getSubject()).hasSize(subjectLength);
    assertThat(benchmark.validate(values).string("sub")).hasSize(subjectLength);
    assertThat(benchmark.nimbusProcess(values).getSubject()).hasSize(subjectLength);
  }

  @Test
  void parsesButRejectsABadSignature() throws Exception {
    SubjectTokens tokens = new SubjectTokens(100);
    String token = tokens.next();
    String another = tokens.next();
    while (another.equals(token)) {
      another = tokens.next();
    }
    String forged =
        token.substring(0, token.lastIndexOf('.')) + another.substring(another.lastIndexOf('.'));

    TokenParsing parsing = new TokenParsing(SubjectTokens.LIMITS);
    assertThat(TokenParsing.claims(parsing.parse(forged))).containsKey("sub");
    assertThat(SignedJWT.parse(forged).getJWTClaimsSet().getSubject()).hasSize(100);
    assertThatThrownBy(() -> tokens.validator().validate(forged))
        .isInstanceOfSatisfying(
            TokenRejectedException.class,
            e -> assertThat(e.rejection().reason()).isEqualTo(Reason.SIGNATURE_INVALID));
    assertThatThrownBy(() -> tokens.processor().process(forged, null))
        .isInstanceOf(BadJWSException.class);
  }

  @Test
  void rejectsClaimsThatAreNotJsonWithBothLibraries() throws ParseException {
    String token = new SubjectTokens(100).next();
    String broken =
        token.substring(0, token.indexOf('.')) + ".AAAA" + token.substring(token.lastIndexOf('.'));

    TokenParsing parsing = new TokenParsing(TokenLimits.defaults());
    assertThatThrownBy(() -> parsing.parse(broken)).isInstanceOf(IllegalArgumentException.class);
    SignedJWT parsed = SignedJWT.parse(broken);
    assertThatThrownBy(parsed::getJWTClaimsSet).isInstanceOf(ParseException.class);
  }
}
