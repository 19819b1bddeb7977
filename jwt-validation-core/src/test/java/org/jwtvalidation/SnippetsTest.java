// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** Runs the examples of the manual. */
@Tag("jdk-independent")
class SnippetsTest {

  @Test
  void showsOnTheFirstPageWhatAnswersARequest() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = trusting(Patience.keysOf(issuer), issuer.issuer())) {
      String reader = issuer.token().audience("orders-api").scope("orders:read").compact();
      String writer = issuer.token().audience("orders-api").scope("orders:write").compact();
      String stranger = issuer.token().audience("payments-api").compact();

      assertThat(ReadmeSnippets.answer(validator, reader).status()).isEqualTo(200);
      assertThat(ReadmeSnippets.answer(validator, writer).status()).isEqualTo(403);
      assertThat(ReadmeSnippets.answer(validator, stranger))
          .isEqualTo(new ReadmeSnippets.Response(401, null));
      assertThat(ConfigurationSnippets.framework(validator, reader).status()).isEqualTo(200);
      assertThat(ConfigurationSnippets.framework(validator, stranger).status()).isEqualTo(401);
      assertThat(
              ReadmeSnippets.watched(trusted(Patience.keysOf(issuer), issuer.issuer()), stranger))
          .endsWith("rejected {AUDIENCE_MISMATCH=1}");
    }
  }

  @Test
  void showsAnOutageAsSuch() {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator = trusting(outage(), issuer.issuer())) {
      String token = issuer.token().audience("orders-api").compact();

      assertThat(ReadmeSnippets.answer(validator, token).status()).isEqualTo(503);
      assertThat(ConfigurationSnippets.framework(validator, token).status()).isEqualTo(503);
    }
  }

  @Test
  void showsAnIdTokenOfTheClientThatAsked() {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator = trusting(issuer.keySource(), issuer.issuer())) {
      String idToken = issuer.token().idToken("shop-web", "n-1").subject("jo").compact();

      assertThat(ReadmeSnippets.user(validator, idToken, "n-1")).isEqualTo("jo");
    }
  }

  @Test
  void showsRevokedTokensThatAreRefusedAlthoughTheyAreCached() {
    RevocationSnippets.RevocationList tokens = new RevocationSnippets.RevocationList();
    RevocationSnippets.RevocationList sessions = new RevocationSnippets.RevocationList();
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator =
            TokenValidator.builder()
                .issuer(
                    RevocationSnippets.issuer(tokens, sessions)
                        .keySource(issuer.keySource())
                        .build())
                .build()) {
      TokenBuilder token = issuer.token().audience("orders-api");
      String stolen = token.claim("jti", "t-1").claim("sid", "s-1").compact();
      String sibling = token.claim("jti", "t-2").compact();
      String other = token.claim("jti", "t-3").withoutClaim("sid").compact();
      for (String good : List.of(stolen, sibling, other, stolen, sibling, other)) {
        assertThat(validator.tryValidate(good).isAccepted()).isTrue();
      }
      assertThat(validator.cacheStatistics().hits()).isEqualTo(3);

      tokens.add("t-1", Instant.now().plusSeconds(600));
      assertThat(rejection(validator.tryValidate(stolen)))
          .isEqualTo(
              new Rejection(ValidationStep.CUSTOM_CHECKS, Reason.CLAIM_CHECK_FAILED, "revoked"));
      assertThat(validator.tryValidate(sibling).isAccepted()).isTrue();

      RevocationSnippets.signOut(sessions, "s-1");
      assertThat(rejection(validator.tryValidate(sibling)).claim()).isEqualTo("signed out");
      assertThat(validator.tryValidate(other).isAccepted()).isTrue();
      assertThat(validator.cacheStatistics().hits()).isEqualTo(7);

      String nameless = token.withoutClaim("jti").compact();
      assertThat(reason(validator.tryValidate(nameless))).isEqualTo(Reason.CLAIM_MISSING);
    }
  }

  @Test
  void showsAListThatForgetsWhatHasEnded() {
    RevocationSnippets.RevocationList list = new RevocationSnippets.RevocationList();
    list.add("ended", Instant.now().minusSeconds(1));
    list.add("new", Instant.now().plusSeconds(600));

    assertThat(list.contains("ended")).isFalse();
    assertThat(list.contains("new")).isTrue();
    assertThat(list.contains(null)).isFalse();
  }

  @Test
  void showsReadinessThatComesWithTheKeys() {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example")) {
      try (TokenValidator validator =
          ConfigurationSnippets.warmedUp(trusted(issuer.keySource(), issuer.issuer()))) {
        assertThat(ConfigurationSnippets.isReady(validator)).isTrue();
      }
      try (TokenValidator validator = trusting(outage(), issuer.issuer())) {
        assertThat(ConfigurationSnippets.isReady(validator)).isFalse();
      }
    }
  }

  @Test
  void showsConfigurationsThatCanBeBuilt() {
    assertThat(ConfigurationSnippets.tenants().tenants()).isNotNull();
    assertThat(ConfigurationSnippets.insideCluster().issuer())
        .isEqualTo("https://sso.example/realms/shop");
    assertThat(ConfigurationSnippets.keyWithoutAlgorithm())
        .asString()
        .contains("algorithms=[RS256]");
    assertThat(ConfigurationSnippets.ownCheck()).asString().contains("claimChecks=[tenant]");
    assertThat(ConfigurationSnippets.idTokenExpectation("n-1", "token").clientId())
        .isEqualTo("shop-web");
    Stream.of(
            ReadmeSnippets.validator(),
            ProviderSnippets.preset(),
            ConfigurationSnippets.severalIssuers(),
            ConfigurationSnippets.resolvedIssuers(Set.of()),
            ConfigurationSnippets.givenProvider(ConfigurationSnippets.tunedHttp()),
            ConfigurationSnippets.providersOnly(ConfigurationSnippets.tunedHttp()),
            ConfigurationSnippets.boundedVerifications(ConfigurationSnippets.tunedHttp()),
            ConfigurationSnippets.smallerTokens(ConfigurationSnippets.tunedHttp()))
        .forEach(TokenValidator::close);
  }

  @Test
  void showsAResolverOfTheRealmsOfOneServer() {
    String shop = "https://sso.example/realms/shop";
    IssuerResolver realms = ProviderSnippets.realms();

    assertThat(realms.resolve(shop)).isNotNull().extracting(IssuerConfig::issuer).isEqualTo(shop);
    for (String stranger :
        List.of(
            shop + "/x", "https://sso.example.org/realms/shop", "https://ssoxexample/realms/a")) {
      assertThat(realms.resolve(stranger)).as(stranger).isNull();
    }
  }

  @Test
  void showsAnswersOnTheEventLoop() {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example")) {
      issuer.key(SignatureAlgorithm.ES256);
      try (TokenValidator validator = trusting(issuer.keySource(), issuer.issuer())) {
        assertThat(
                ConfigurationSnippets.eventLoop(
                        validator, issuer.token().audience("orders-api").compact(), Runnable::run)
                    .join()
                    .status())
            .isEqualTo(200);
      }
    }
  }

  private static TokenValidator trusting(KeySource keys, String issuer) {
    return TokenValidator.builder().issuer(trusted(keys, issuer)).build();
  }

  private static IssuerConfig trusted(KeySource keys, String issuer) {
    return IssuerConfig.builder(issuer).audience("orders-api").keySource(keys).build();
  }

  private static KeySource outage() {
    return () -> {
      throw new UndecidedException("down", null);
    };
  }

  private static Reason reason(ValidationResult<AccessToken> result) {
    return rejection(result).reason();
  }

  private static Rejection rejection(ValidationResult<AccessToken> result) {
    return ((ValidationResult.Rejected<AccessToken>) result).rejection();
  }
}
