// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SkippedKey;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** Attacks on what is said about a token: to the caller, to the log, to a debugger. */
class LeakAttackTest {

  private static final String SECRET = "s3cr3t-of-the-user";

  private final Scene scene = new Scene();

  /** A token with the secret wherever a string may be. */
  private TokenBuilder token() {
    return scene
        .token()
        .header("x-" + SECRET, SECRET)
        .subject(SECRET)
        .claim("jti", SECRET)
        .claim("x-" + SECRET, Map.of(SECRET, List.of(SECRET)));
  }

  /** One token for nearly every way to be rejected. */
  private List<String> rejectedTokens() {
    TestKey attacker = TestKey.generate(SignatureAlgorithm.ES256, scene.key().keyId());
    String token = token().compact();
    List<String> tokens =
        new ArrayList<>(
            List.of(
                SECRET,
                SECRET + "." + SECRET,
                " " + token,
                token + "=",
                token + "." + SECRET,
                token().rawClaims("{\"" + SECRET + "\":\"" + SECRET + "\",}").compact(),
                token().rawHeader("{\"" + SECRET + "\":1,\"" + SECRET + "\":2}").compact(),
                token().claim("x", SECRET.repeat(500)).compact(),
                token().claim("x", SECRET.repeat(2000)).compact(),
                token().unsecured().compact(),
                token().header("alg", SECRET).compact(),
                token().header("crit", List.of(SECRET)).compact(),
                token().header("jku", "https://" + SECRET).compact(),
                token().header("typ", SECRET).compact(),
                token().header("cty", SECRET).compact(),
                token().header("kid", List.of(SECRET)).compact(),
                token().header("kid", SECRET).compact(),
                token().header("kid", SECRET.repeat(20)).compact(),
                token().claim("iss", SECRET).compact(),
                token().claim("iss", List.of(SECRET)).compact(),
                token().audience(SECRET).compact(),
                token().signedBy(attacker).compact(),
                Tampering.flipSignatureBit(token),
                RawToken.withSignature(token, new byte[64])));
    for (String claim : List.of("exp", "nbf", "iat", "scope", "roles", "typ", "cnf")) {
      Object wrong = claim.equals("scope") ? Map.of("x", SECRET) : SECRET;
      tokens.add(token().claim(claim, wrong).compact());
    }
    return tokens;
  }

  private TokenValidator validator() {
    return scene.validator(config ->
        config
            .roles(RoleMapper.claim("roles"))
            .claimCheck(
                "tenant",
                claims -> {
                  if (claims.contains("fails")) {
                    throw new IllegalStateException("no " + claims.string("sub"));
                  }
                  return true;
                }));
  }

  @Test
  @Row("36")
  @DisplayName("the expected signature, or a key, in the error")
  void saysNothingAboutTheRightSignature() {
    TokenValidator validator = scene.validator();
    String token = scene.token().compact();
    String forged = Tampering.flipSignatureBit(token);

    Throwable failure = catchThrowable(() -> validator.validate(forged));

    assertThat(failure)
        .isInstanceOf(TokenRejectedException.class)
        .hasNoCause()
        .hasMessage("token rejected: SIGNATURE_INVALID in SIGNATURE_VALIDATION");
    String key = scene.key().jwk();
    String x = key.substring(key.indexOf("\"x\":\"") + 5, key.indexOf("\"x\":\"") + 25);
    assertThat(everythingIn(failure))
        .doesNotContain(RawToken.base64url(RawToken.signature(token)).substring(0, 20))
        .doesNotContain(x);
    assertAccepted(validator, token);
  }

  private static String everythingIn(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    return trace + failure.toString() + serialized(failure);
  }

  private static String serialized(Object object) {
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    try (ObjectOutputStream stream = new ObjectOutputStream(octets)) {
      stream.writeObject(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return octets.toString(ISO_8859_1);
  }

  private static void assertHoldsNothingOf(String token, String text) {
    assertThat(text).doesNotContain(SECRET);
    for (String segment : token.split("\\.", -1)) {
      if (segment.length() > 12) {
        assertThat(text).doesNotContain(segment.substring(0, 12));
        assertThat(text).doesNotContain(segment.substring(segment.length() - 12));
      }
    }
  }

  @Test
  @Row("102")
  @DisplayName("the token in an exception, a result or a log line")
  void saysNothingOfRejectedToken() {
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = validator();
      List<String> tokens = rejectedTokens();
      tokens.add(token().claim("fails", true).compact());
      for (String token : tokens) {
        Throwable failure = catchThrowable(() -> validator.validate(token));
        assertThat(failure).isInstanceOf(TokenRejectedException.class);
        assertHoldsNothingOf(token, everythingIn(failure));
        assertHoldsNothingOf(token, validator.tryValidate(token).toString());
        assertHoldsNothingOf(token, log.text());
      }
      // They have been logged, each of them, but not where a flood of them would fill a disk.
      assertThat(log.records()).hasSizeGreaterThan(tokens.size() - 1);
      assertThat(log.lines(Level.CONFIG))
          .hasSize(2)
          .anyMatch(line -> line.contains("the role mapper of " + Scene.ISSUER + " failed"))
          .anyMatch(line -> line.contains("the claim check tenant of " + Scene.ISSUER + " failed"));
    }
  }

  @Test
  @Row("102")
  @DisplayName("an ID token in an exception, a result or a log line")
  void saysNothingOfRejectedIdToken() {
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = validator();
      IdTokenExpectation expected =
          IdTokenExpectation.of("client", SECRET).accessToken(token().compact());
      for (String token :
          List.of(
              token().idToken("client", "other-" + SECRET).compact(),
              token().idToken("client", SECRET).claim("at_hash", SECRET).compact(),
              token().idToken("client", SECRET).claim("azp", SECRET).compact(),
              token().idToken("client", SECRET).claim("auth_time", SECRET).compact())) {
        Throwable failure = catchThrowable(() -> validator.validateIdToken(token, expected));
        assertThat(failure).isInstanceOf(TokenRejectedException.class);
        assertHoldsNothingOf(token, everythingIn(failure));
        assertHoldsNothingOf(token, validator.tryValidateIdToken(token, expected).toString());
        assertHoldsNothingOf(token, log.text());
      }
      assertThat(String.valueOf((Object) expected)).doesNotContain(SECRET);
      assertThat(log.linesOfThisThread(Level.CONFIG)).isEmpty();
    }
  }

  @Test
  @Row("102")
  @DisplayName("an accepted token in its toString or in a log line")
  void saysNothingOfAcceptedToken() {
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = validator();
      String accessToken =
          scene.token().subject(SECRET).scope(SECRET).claim("x", Map.of("y", SECRET)).compact();
      String idToken = scene.token().idToken("client", SECRET).subject(SECRET).compact();
      AccessToken access = assertAccepted(validator, accessToken);
      IdToken id = validator.validateIdToken(idToken, IdTokenExpectation.of("client", SECRET));

      for (Object said :
          List.of(
              access,
              access.claims(),
              new ValidationResult.Accepted<>(access),
              id,
              id.claims(),
              validator)) {
        assertHoldsNothingOf(accessToken, said.toString());
        assertHoldsNothingOf(idToken, said.toString());
      }
      assertThat(access.toString()).contains(Scene.ISSUER);
      assertThat(log.linesOfThisThread(Level.ALL)).isEmpty();
      assertHoldsNothingOf(accessToken, log.text());
      assertHoldsNothingOf(idToken, log.text());
    }
  }

  @Test
  @Row("102")
  @DisplayName("the token in a failure of the keys")
  void saysNothingOfTokenThatCannotBeDecided() {
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator =
          scene.validator(config ->
              config.keySource(() -> {
                throw new UndecidedException("down", null);
              }));
      String token = token().compact();

      Throwable failure = catchThrowable(() -> validator.validate(token));

      assertThat(failure).isInstanceOf(UndecidedException.class);
      assertHoldsNothingOf(token, everythingIn(failure));
      assertHoldsNothingOf(token, validator.tryValidate(token).toString());
      assertHoldsNothingOf(token, log.text());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x\r\nWARNING: all is well",
        "x\u001b[2J\u001b[31mred",
        "x\u0007\b\b\b",
        "${jndi:ldap://127.0.0.1/a}",
        "\u202Etxt.exe",
        "x\u2028y",
        "x\u0085y",
        "x%n%s%d{0}"
      })
  @Row("42")
  @DisplayName("line breaks, escape sequences and look-ups in a kid")
  void keepsKidOutOfTheLogOrEscapesIt(String kid) {
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = scene.validator();
      assertRejected(
          validator,
          scene.token().header("kid", kid).compact(),
          ValidationStep.KEY_RESOLUTION,
          Reason.KEY_UNKNOWN,
          "kid");
      assertThat(log.records()).isNotEmpty();
      assertThat(log.text()).doesNotContain(kid).doesNotContain(kid.substring(2));

      // A key set may contain such a kid, too, and the problems of its bad keys are logged.
      String shared = kid + "y".repeat(200);
      JwkSet jwkSet =
          JwkSet.parse(
              Scene.jwkSet(
                  TestKey.generate(SignatureAlgorithm.ES256, shared).jwk(),
                  scene.key().jwk(),
                  TestKey.generate(SignatureAlgorithm.ES256, shared).jwk()));
      assertThat(jwkSet.skipped())
          .map(SkippedKey::toString)
          .hasSize(2)
          .allSatisfy(line -> {
            assertThat(line).hasSizeLessThan(400).doesNotContain("y".repeat(70));
            assertThat(line.chars()).allMatch(c -> c >= ' ' && c <= '~' && c != '$');
          });

      JwkSet named =
          JwkSet.parse(Scene.jwkSet(TestKey.generate(SignatureAlgorithm.ES256, kid).jwk()));
      assertThat(named.toString().chars()).allMatch(c -> c >= ' ' && c <= '~');

      assertAccepted(validator, scene.token().compact());
      assertAccepted(scene.validatorWithKeys(jwkSet), scene.token().compact());
    }
  }
}
