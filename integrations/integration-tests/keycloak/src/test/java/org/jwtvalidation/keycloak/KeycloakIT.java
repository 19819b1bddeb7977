// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.PS256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;
import static org.jwtvalidation.token.ValidationStep.CLAIMS_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.HEADER_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.KEY_RESOLUTION;
import static org.jwtvalidation.token.ValidationStep.TOKEN_PARSING;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keycloak.TokenEndpoint.Tokens;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** What a real Keycloak signs, held against a validator that knows its issuer and an audience. */
class KeycloakIT {

  private static final String API = "orders-api";
  private static final String TYPED = "shop-typed";
  private static final String LIGHTWEIGHT = "shop-lightweight";
  private static final String CHANGED = "shop-changed";

  /** Longer than any machine takes, however busy it is; nothing is proved by its passing. */
  private static final Duration TIME_TO_REFRESH = Duration.ofMinutes(2);

  private static KeycloakServer keycloak;
  private static KeycloakAdmin admin;
  private static Shop shop;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    keycloak = KeycloakServer.start();
    admin = new KeycloakAdmin(keycloak.origin());
    shop = new Shop(keycloak.issuer());
  }

  @AfterAll
  static void stop() throws IOException {
    if (keycloak != null) {
      keycloak.close();
    }
  }

  /** The client whose tokens are signed so. */
  private static String client(SignatureAlgorithm algorithm) {
    return "shop-" + algorithm.name().toLowerCase(Locale.ROOT);
  }

  private static KeySource keys() {
    return HttpKeySource.discovered(keycloak.issuer()).allowLoopbackHttp().build();
  }

  private static KeySource keysRefreshedEvery(Duration interval) {
    return HttpKeySource.discovered(keycloak.issuer())
        .allowLoopbackHttp()
        .refreshInterval(interval)
        .build();
  }

  private static IssuerConfig.Builder issuer(KeySource keys) {
    return IssuerConfig.builder(keycloak.issuer())
        .keySource(keys)
        .roles(RoleMapper.keycloakRealm().and(RoleMapper.keycloakClient(API)));
  }

  private static TokenValidator validator(IssuerConfig.Builder issuer) {
    return TokenValidator.builder().issuer(issuer.build()).build();
  }

  private static TokenValidator validator() {
    return validator(issuer(keys()).audience(API));
  }

  private static void assertRejected(
      TokenValidator validator,
      @Nullable String token,
      ValidationStep step,
      Reason reason,
      @Nullable String claim) {
    assertThat(validator.tryValidate(token))
        .isEqualTo(new ValidationResult.Rejected<>(new Rejection(step, reason, claim)));
  }

  private static void assertRejectedIdToken(
      TokenValidator validator,
      @Nullable String token,
      IdTokenExpectation expected,
      Reason reason,
      String claim) {
    assertThat(validator.tryValidateIdToken(token, expected))
        .isEqualTo(
            new ValidationResult.Rejected<>(new Rejection(CLAIMS_VALIDATION, reason, claim)));
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS256", "ES256", "ED25519"})
  void acceptsTokensOfClientCredentialsByDiscoveryAlone(SignatureAlgorithm algorithm)
      throws Exception {
    Tokens tokens = shop.byClientCredentials(client(algorithm));

    try (TokenValidator validator = validator()) {
      AccessToken token = validator.validate(tokens.accessToken());

      assertThat(token.algorithm()).isEqualTo(algorithm);
      assertThat(token.clientId()).isEqualTo(client(algorithm));
      assertThat(token.audience()).contains(API);
      assertThat(token.hasScope("orders:read")).isTrue();
      assertThat(token.hasScope("orders:write")).isFalse();
      assertThat(token.subject()).isNotBlank();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS256", "ES256", "ED25519"})
  void readsWhatKeycloakSaysOfTheUser(SignatureAlgorithm algorithm) throws Exception {
    Tokens tokens = shop.byPassword(client(algorithm));

    try (TokenValidator validator = validator()) {
      AccessToken token = validator.validate(tokens.accessToken());

      assertThat(token.algorithm()).isEqualTo(algorithm);
      assertThat(token.clientId()).isEqualTo(client(algorithm));
      assertThat(token.claims().string("preferred_username")).isEqualTo(Shop.USER);
      assertThat(token.scopes()).contains("openid", "orders:read", "profile", "email");
      assertThat(token.roles()).containsExactly("customer", "refund");
      assertThat(token.groups()).containsExactly("/berlin");
      assertThat(token.issuedAt()).isBefore(token.expiresAt());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS256", "ES256", "ED25519"})
  void acceptsTheIdTokenThatCameWithTheAccessToken(SignatureAlgorithm algorithm) throws Exception {
    Tokens tokens = shop.byPassword(client(algorithm));

    try (TokenValidator validator = validator()) {
      IdToken user =
          validator.validateIdToken(
              tokens.idToken(),
              IdTokenExpectation.withoutNonce(client(algorithm)).accessToken(tokens.accessToken()));

      assertThat(user.subject()).isEqualTo(validator.validate(tokens.accessToken()).subject());
      assertThat(user.claims().string("name")).isEqualTo("Jo Doe");
    }
  }

  @Test
  void rejectsTheIdTokenOfAnotherClient() throws Exception {
    Tokens tokens = shop.byPassword(client(RS256));

    try (TokenValidator validator = validator()) {
      assertRejectedIdToken(
          validator,
          tokens.idToken(),
          IdTokenExpectation.withoutNonce(client(PS256)),
          Reason.AUDIENCE_MISMATCH,
          "aud");
    }
  }

  @Test
  void rejectsAnIdTokenAsAccessTokenEvenOfItsOwnAudience() throws Exception {
    Tokens tokens = shop.byPassword(client(RS256));

    try (TokenValidator ours = validator();
        TokenValidator theirs = validator(issuer(keys()).audience(client(RS256)))) {
      assertRejected(ours, tokens.idToken(), CLAIMS_VALIDATION, Reason.AUDIENCE_MISMATCH, "aud");
      assertRejected(theirs, tokens.idToken(), CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, "at_hash");
    }
  }

  @Test
  void rejectsAnAccessTokenAsIdToken() throws Exception {
    Tokens tokens = shop.byPassword(client(RS256));

    try (TokenValidator validator = validator()) {
      assertRejectedIdToken(
          validator,
          tokens.accessToken(),
          IdTokenExpectation.withoutNonce(API),
          Reason.AUTHORIZED_PARTY_MISMATCH,
          "azp");
    }
  }

  @Test
  void rejectsARefreshTokenAsAccessToken() throws Exception {
    Tokens tokens = shop.byPassword(client(RS256));

    try (TokenValidator validator = validator(issuer(keys()).anyAudience())) {
      assertRejected(
          validator, tokens.refreshToken(), HEADER_VALIDATION, Reason.ALGORITHM_NOT_ALLOWED, "alg");
    }
  }

  @Test
  void rejectsWhatIsNoTokenOfThisRealm() throws Exception {
    String token = shop.byPassword(client(RS256)).accessToken();
    String[] segments = token.split("\\.", -1);
    String other = shop.byPassword(client(RS256)).accessToken();
    String mixed = segments[0] + "." + segments[1] + other.substring(other.lastIndexOf('.'));

    try (TokenValidator validator = validator()) {
      assertRejected(validator, "garbage", TOKEN_PARSING, Reason.MALFORMED_SEGMENTS, null);
      assertRejected(
          validator, mixed, ValidationStep.SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID, null);
    }
  }

  @Test
  void rejectsATokenForAnotherAudience() throws Exception {
    String token = shop.byPassword(client(RS256)).accessToken();

    try (TokenValidator validator = validator(issuer(keys()).audience("payments-api"))) {
      assertRejected(validator, token, CLAIMS_VALIDATION, Reason.AUDIENCE_MISMATCH, "aud");
    }
  }

  @Test
  void rejectsATokenWithoutTheScopeThatBringsTheAudience() throws Exception {
    String token = shop.byClientCredentials(client(RS256), "profile").accessToken();

    try (TokenValidator validator = validator()) {
      assertRejected(validator, token, CLAIMS_VALIDATION, Reason.AUDIENCE_MISMATCH, "aud");
    }
  }

  @Test
  void tellsAccessTokensByTheirTypeWhereKeycloakWritesIt() throws Exception {
    String typed = shop.byPassword(TYPED).accessToken();
    String untyped = shop.byPassword(client(RS256)).accessToken();

    try (TokenValidator validator =
        validator(issuer(keys()).audience(API).requireAccessTokenType())) {
      assertThat(validator.validate(typed).hasScope("orders:read")).isTrue();
      assertRejected(validator, untyped, HEADER_VALIDATION, Reason.TYPE_MISMATCH, "typ");
    }
  }

  @Test
  void acceptsALightweightTokenOnlyWhereItsGapsAreAllowed() throws Exception {
    String token = shop.byPassword(LIGHTWEIGHT).accessToken();

    try (TokenValidator strict = validator();
        TokenValidator lenient = validator(issuer(keys()).anyAudience().subjectOptional())) {
      assertRejected(strict, token, CLAIMS_VALIDATION, Reason.CLAIM_MISSING, "aud");
      assertThat(lenient.validate(token).subject()).isNull();
      assertThat(lenient.validate(token).hasScope("orders:read")).isTrue();
    }
  }

  @Test
  void followsAClientToAnotherAlgorithm() throws Exception {
    try (TokenValidator validator = validator()) {
      for (SignatureAlgorithm algorithm : List.of(RS256, PS256, ES256)) {
        admin.setClientAttribute(CHANGED, "access.token.signed.response.alg", algorithm.joseName());

        AccessToken token = validator.validate(shop.byClientCredentials(CHANGED).accessToken());

        assertThat(token.algorithm()).isEqualTo(algorithm);
      }
    }
  }

  @Test
  void makesNoMistakeWhileTheKeyIsRotated() throws Exception {
    String old = shop.byClientCredentials(client(RS256)).accessToken();

    try (TokenValidator validator = validator();
        TokenValidator uncached =
            TokenValidator.builder()
                .issuer(issuer(keys()).audience(API).build())
                .cacheSize(0)
                .build();
        Load hits = new Load(validator, old);
        Load misses = new Load(uncached, old)) {
      String oldKey = keyId(validator, old);
      admin.addKey("rs256-rotated", "rsa-generated", 200, "\"algorithm\": [\"RS256\"]");
      for (int i = 0; i < 20; i++) {
        String next = shop.byClientCredentials(client(RS256)).accessToken();
        assertThat(keyId(validator, next)).isNotEqualTo(oldKey);
        assertThat(keyId(uncached, next)).isNotEqualTo(oldKey);
      }
      assertThat(keyId(validator, old)).isEqualTo(oldKey);
      hits.assertAllAccepted();
      misses.assertAllAccepted();
    }
  }

  @Test
  void forgetsTheTokensOfADisabledKeyAndNoOthers() throws Exception {
    String old = shop.byClientCredentials(client(ES256)).accessToken();

    try (TokenValidator validator =
        validator(issuer(keysRefreshedEvery(Duration.ofSeconds(1))).audience(API))) {
      validator.validate(old);
      assertThat(validator.cachedTokens()).isEqualTo(1);
      admin.addKey(
          "es256-rotated", "ecdsa-generated", 200, "\"ecdsaEllipticCurveKey\": [\"P-256\"]");
      String next = shop.byClientCredentials(client(ES256)).accessToken();
      try (Load load = new Load(validator, next)) {
        admin.disableKey("es256");

        awaitRejection(validator, old);
        assertRejected(validator, old, KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
        load.assertAllAccepted();
      }
    }
  }

  private static void awaitRejection(TokenValidator validator, String token)
      throws InterruptedException {
    long deadline = System.nanoTime() + TIME_TO_REFRESH.toNanos();
    while (validator.tryValidate(token) instanceof ValidationResult.Accepted
        && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
  }

  private static String keyId(TokenValidator validator, String token) {
    return Objects.requireNonNull(validator.validate(token).keyId());
  }
}
