// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/**
 * Tokens as issuers in use write them, to the letter, but signed by a key of ours. Those with
 * {@code iat} 1772366100 and {@code exp} 1772369700 were issued five minutes before {@link
 * Scene#NOW}, for an hour.
 */
public final class IssuedTokens {

  private static final TestKey KEY = TestKey.generate(SignatureAlgorithm.RS256, "k-1");

  /** The header of most issuers. */
  static final String HEADER =
      """
      {"alg":"RS256","typ":"JWT","kid":"k-1"}\
      """;

  private IssuedTokens() {}

  public static String token(String claims) {
    return token(HEADER, claims);
  }

  public static String token(String header, String claims) {
    return RawToken.signed(KEY, header.getBytes(UTF_8), claims.getBytes(UTF_8));
  }

  /** A text with one change, so that a token differs from a good one in a single detail. */
  public static String changed(String text, String from, String to) {
    assertThat(text).containsOnlyOnce(from);
    return text.replace(from, to);
  }

  /** A validator that trusts one issuer with our key. */
  public static TokenValidator trusting(IssuerConfig.Builder config) {
    return trusting(config, Scene.jwkSet(KEY.jwk()));
  }

  /** The same with a key that has no {@code alg}, but the members that Microsoft's keys have. */
  public static TokenValidator trustingKeyWithoutAlgorithm(
      IssuerConfig.Builder config, String issuer) {
    String jwk = changed(KEY.jwk(), "\"alg\":\"RS256\"", "\"issuer\":\"" + issuer + "\"");
    return trusting(
        config, Scene.jwkSet(changed(jwk, "{", "{\"x5t\":\"k-1\",\"x5c\":[\"MIIC\"],")));
  }

  public static void assertOtherAudience(TokenValidator validator, String claims) {
    Answers.assertRejected(
        validator,
        token(claims),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.AUDIENCE_MISMATCH,
        "aud");
  }

  private static TokenValidator trusting(IssuerConfig.Builder config, String jwkSet) {
    return TokenValidator.builder()
        .clock(new SettableClock(Scene.NOW))
        .issuer(config.keySource(KeySource.of(JwkSet.parse(jwkSet))).build())
        .build();
  }
}
