// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidatedToken;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationResult.Accepted;
import org.jwtvalidation.token.ValidationResult.Rejected;

/**
 * Forges tokens, before signing or after. A token is accepted only if its issuer's own key has
 * signed exactly these octets and {@link OtherLibraries} accept it, too; an unchanged token is
 * accepted; and each token gets the same answer again, which contains nothing of it.
 */
@Tag("jdk-independent")
class TokenValidatorFuzzTest {

  private static final SigningParty ISSUER = new SigningParty(Scene.ISSUER);
  private static final SigningParty OTHER_ISSUER = new SigningParty("https://other.example");
  private static final SigningParty STRANGER = new SigningParty("https://stranger.example");

  private static final String NONCE = "n-1";
  private static final IdTokenExpectation EXPECTATION =
      IdTokenExpectation.of(SigningParty.CLIENT, NONCE);

  /** So many values choose an algorithm; those beyond the list the quickest, at its quickest. */
  private static final int CHOICES = 32;

  /**
   * What is to be made, and to be expected.
   *
   * @param options bits; none for a token as it ought to be
   */
  private record Order(SignatureAlgorithm algorithm, boolean byProvidersOnly, int options) {

    static Order of(byte first, byte second) {
      int choice = Math.floorMod(first - '0', CHOICES);
      boolean isListed = choice < SigningParty.ALGORITHMS.size();
      return new Order(
          SigningParty.ALGORITHMS.get(isListed ? choice : 0),
          !isListed,
          Math.floorMod(second - '0', 128));
    }

    boolean hasKeyId() {
      return (options & 1) == 0;
    }

    boolean keysAreNamed() {
      return (options & 2) == 0;
    }

    boolean isIdToken() {
      return (options & 4) != 0;
    }

    SigningParty issuer() {
      return (options & 8) == 0 ? ISSUER : OTHER_ISSUER;
    }

    SigningParty signer() {
      SigningParty neighbour = issuer() == ISSUER ? OTHER_ISSUER : ISSUER;
      return (options & 16) != 0 ? neighbour : (options & 32) != 0 ? STRANGER : issuer();
    }

    String algorithmName() {
      boolean byOldName = algorithm == SignatureAlgorithm.ED25519 && (options & 64) == 0;
      return byOldName ? "EdDSA" : algorithm.joseName();
    }

    String header() {
      return "{\"alg\":\"%s\",\"typ\":\"%s\"%s}"
          .formatted(
              algorithmName(),
              isIdToken() ? "JWT" : "at+jwt",
              hasKeyId() ? ",\"kid\":\"" + algorithm.joseName() + "\"" : "");
    }

    String claims() {
      long now = Scene.NOW.getEpochSecond();
      return "{\"iss\":\"%s\",\"sub\":\"somebody\",\"aud\":\"%s\",\"iat\":%d,\"exp\":%d,%s}"
          .formatted(
              issuer().name(),
              isIdToken() ? SigningParty.CLIENT : Scene.AUDIENCE,
              now - 10,
              now + 300,
              isIdToken() ? "\"nonce\":\"" + NONCE + "\"" : "\"scope\":\"read write\"");
    }

    /** Whether the token, unless it is changed, is to be accepted. */
    boolean isSound() {
      return signer() == issuer() && (keysAreNamed() || !hasKeyId());
    }

    TokenValidator validator() {
      TokenValidator.Builder builder =
          TokenValidator.builder()
              .clock(InstantSource.fixed(Scene.NOW))
              .issuer(ISSUER.published(keysAreNamed()).config())
              .issuer(OTHER_ISSUER.published(keysAreNamed()).config());
      // A fuzzer slows the arithmetic of this library down.
      return (byProvidersOnly ? builder.signaturePolicy(SignaturePolicy.providersOnly()) : builder)
          .build();
    }

    /** The validators for each signing party, whose name an edit may have put into {@code iss}. */
    OtherLibraries otherLibraries() {
      SigningParty.Published published = signer().published(keysAreNamed());
      return isIdToken() ? published.forIdTokens() : published.forAccessTokens();
    }
  }

  @FuzzTest
  void acceptsWhatIsSignedAsItIsAndNothingElse(byte[] input) throws ParseException {
    if (input.length < 2) {
      return;
    }
    Order order = Order.of(input[0], input[1]);
    Forge forge = new Forge(input, 2);
    String signingInput = forge.signingInput(order.header(), order.claims());
    byte[] signature = order.signer().sign(order.algorithm(), signingInput);
    String token = forge.token(signingInput, signature);

    try (TokenValidator validator = order.validator()) {
      ValidationResult<? extends ValidatedToken> result =
          order.isIdToken()
              ? validator.tryValidateIdToken(token, EXPECTATION)
              : validator.tryValidate(token);

      if (result instanceof Rejected<?> rejected) {
        assertThat(forge.isHonest() && order.isSound()).as("refused").isFalse();
        assertRejectedAgain(validator, order, token, rejected.rejection());
      } else {
        assertThat(result).isInstanceOf(Accepted.class);
        assertAcceptedAgain(validator, order, token, (Accepted<?>) result);
        assertThat(token).isEqualTo(signingInput + "." + RawToken.base64url(signature));
        assertSigned(order, token, ((Accepted<?>) result).token());
      }
    }
  }

  private static void assertRejectedAgain(
      TokenValidator validator, Order order, String token, Rejection why) {
    assertThat(why.claim() == null || SoundAnswer.NAMES.contains(why.claim())).isTrue();
    if (order.isIdToken()) {
      Answers.assertRejectedIdToken(
          validator, token, EXPECTATION, why.step(), why.reason(), why.claim());
    } else {
      Answers.assertRejected(validator, token, why.step(), why.reason(), why.claim());
    }
  }

  private static void assertAcceptedAgain(
      TokenValidator validator, Order order, String token, Accepted<?> result) {
    assertThat(
            order.isIdToken()
                ? Answers.assertAcceptedIdToken(validator, token, EXPECTATION)
                : Answers.assertAccepted(validator, token))
        .isEqualTo(result.token());
  }

  private static void assertSigned(Order order, String compact, ValidatedToken token)
      throws ParseException {
    assertThat(token.issuer()).isEqualTo(order.signer().name());
    assertThat(token.algorithm()).isEqualTo(order.algorithm());
    for (String segment : compact.split("\\.", -1)) {
      assertThat(RawToken.base64url(RawToken.decoded(segment))).isEqualTo(segment);
    }
    Map<String, Object> header = JSONObjectUtils.parse(RawToken.header(compact));
    assertThat(header).doesNotContainKeys("crit", "b64", "jwk", "jku", "x5u", "x5c", "cty");
    Map<String, Object> claims = JSONObjectUtils.parse(RawToken.claims(compact));
    assertThat(claims.keySet()).isEqualTo(token.claims().asMap().keySet());
    assertThat(claims.get("iss")).isEqualTo(token.issuer());
    assertThat(claims.get("sub")).isEqualTo(token.subject());
    if (OtherLibraries.ALGORITHMS.contains(header.get("alg"))) {
      List<Exception> refusals = new ArrayList<>();
      assertThat(order.otherLibraries().accept(compact, refusals::add))
          .as("accepted by another: %s", refusals)
          .isTrue();
    }
  }
}
