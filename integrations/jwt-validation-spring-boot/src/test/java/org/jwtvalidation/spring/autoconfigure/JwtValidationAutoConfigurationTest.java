// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.spring.ValidatingJwtDecoder;
import org.jwtvalidation.spring.ValidatingReactiveJwtDecoder;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenRejectedException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.ReactiveJwtAuthenticationConverter;
import reactor.core.publisher.Mono;

@Tag("jdk-independent")
@Timeout(300)
class JwtValidationAutoConfigurationTest {

  private static final TestIssuer ISSUER = TestIssuer.builder().audience("orders-api").start();
  private static final String SPRING = "spring.security.oauth2.resourceserver.jwt.";

  private final ApplicationContextRunner empty =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  JwtValidationAutoConfiguration.class, JwtDecoderAutoConfiguration.class));

  private final ApplicationContextRunner configured =
      empty.withPropertyValues(
          "jwt-validation.issuers.shop.url=" + ISSUER.issuer(),
          "jwt-validation.issuers.shop.audience=orders-api",
          "jwt-validation.issuers.shop.keys.allow-loopback-http=true");

  private final ApplicationContextRunner ofSpring =
      empty.withPropertyValues(
          SPRING + "issuer-uri=" + ISSUER.issuer(), SPRING + "audiences=orders-api");

  @AfterAll
  static void close() {
    ISSUER.close();
  }

  private static TokenValidator validator(AssertableApplicationContext context) {
    return context.getBean(TokenValidator.class);
  }

  private static void assertFails(AssertableApplicationContext context, String... parts) {
    assertThat(context).hasFailed();
    FailureAnalysis analysis =
        new JwtConfigurationFailureAnalyzer().analyze(context.getStartupFailure());
    assertThat(analysis).isNotNull();
    assertThat(analysis.getCause()).hasMessageContainingAll(parts);
    assertThat(analysis.getDescription()).contains(parts[0]);
    assertThat(analysis.getAction()).isNotBlank().endsWith(".");
  }

  @Test
  void validatesWithTheIssuersOfItsOwnProperties() {
    configured.run(context -> {
      AccessToken token = validator(context).validate(ISSUER.token().subject("jo").compact());
      assertThat(token.subject()).isEqualTo("jo");
      assertThat(context)
          .hasSingleBean(ValidatingJwtDecoder.class)
          .hasSingleBean(ValidatingReactiveJwtDecoder.class)
          .hasSingleBean(JwtAuthenticationConverter.class)
          .hasSingleBean(ReactiveJwtAuthenticationConverter.class);
    });
  }

  @Test
  void validatesWithTheIssuerOfSpringBootsProperties() {
    ofSpring.run(context -> {
      assertThat(validator(context).validate(ISSUER.token().compact()).issuer())
          .isEqualTo(ISSUER.issuer());
      assertThatExceptionOfType(TokenRejectedException.class)
          .isThrownBy(() -> validator(context).validate(ISSUER.token().audience("x").compact()))
          .matches(e -> e.rejection().reason() == Reason.AUDIENCE_MISMATCH);
    });
  }

  @Test
  void takesKeysAndAlgorithmsOfSpringBootsProperties() {
    ofSpring
        .withPropertyValues(
            SPRING + "jwk-set-uri=" + ISSUER.jwksUri(),
            SPRING + "jws-algorithms=RS256,PS256",
            "jwt-validation.max-training=0s")
        .run(context -> {
          long before = ISSUER.discoveryRequests();
          assertThatExceptionOfType(TokenRejectedException.class)
              .isThrownBy(() -> validator(context).validate(ISSUER.token().compact()))
              .matches(e -> e.rejection().reason() == Reason.ALGORITHM_NOT_ALLOWED);
          validator(context).warmUp();
          assertThat(ISSUER.discoveryRequests()).isEqualTo(before);
        });
  }

  @Test
  void refusesToStartWithIssuersInTwoPlaces() {
    configured
        .withPropertyValues(SPRING + "issuer-uri=https://other.example")
        .run(context ->
            assertFails(
                context,
                SPRING + "issuer-uri",
                "jwt-validation.issuers",
                "<name>.url",
                ".audience"));
    configured
        .withPropertyValues(SPRING + "jwk-set-uri=https://other.example/keys")
        .run(context -> assertFails(context, SPRING + "jwk-set-uri", ".keys.jwks-uri"));
  }

  @Test
  void trustsSeveralIssuersAndTenants() {
    try (TestIssuer other = TestIssuer.start()) {
      configured
          .withPropertyValues(
              "jwt-validation.issuers.other.url=" + other.issuer(),
              "jwt-validation.issuers.other.audience=" + other.audience(),
              "jwt-validation.issuers.other.keys.allow-loopback-http=true",
              "jwt-validation.issuers.tenants.url=https://login.example/{tenant}/v2",
              "jwt-validation.issuers.tenants.tenants=north,south",
              "jwt-validation.issuers.tenants.audience=orders-api",
              "jwt-validation.issuers.tenants.keys.jwks-uri=" + ISSUER.jwksUri(),
              "jwt-validation.issuers.tenants.keys.allow-loopback-http=true")
          .run(context -> {
            JwtDecoder decoder = context.getBean(JwtDecoder.class);
            String north = "https://login.example/north/v2";
            assertThat(decoder.decode(other.token().compact()).getClaimAsString("iss"))
                .isEqualTo(other.issuer());
            assertThat(
                    decoder
                        .decode(ISSUER.token().claim("iss", north).compact())
                        .getClaimAsString("iss"))
                .isEqualTo(north);
            assertThatExceptionOfType(TokenRejectedException.class)
                .isThrownBy(() ->
                    validator(context)
                        .validate(
                            ISSUER.token().claim("iss", "https://login.example/west/v2").compact()))
                .matches(e -> e.rejection().reason() == Reason.ISSUER_UNKNOWN);
          });
    }
  }

  @Test
  void appliesEveryKindOfProperty() {
    configured
        .withPropertyValues(
            "jwt-validation.cache-size=0",
            "jwt-validation.max-concurrent-verifications=4",
            "jwt-validation.max-training=0s",
            "jwt-validation.limits.token-length=2000",
            "jwt-validation.issuers.shop.leeway=10s",
            "jwt-validation.issuers.shop.roles.keycloak-realm=true",
            "jwt-validation.issuers.shop.scopes-claim=rights",
            "jwt-validation.issuers.shop.required-claims=jti,team",
            "jwt-validation.issuers.shop.keys.connect-timeout=1s",
            "jwt-validation.issuers.shop.keys.header.X-Api-Key=secret")
        .run(context -> {
          TokenValidator validator = validator(context);
          String good =
              ISSUER
                  .token()
                  .claim("jti", "1")
                  .claim("team", "a")
                  .claim("rights", List.of("read"))
                  .claim("realm_access", Map.of("roles", List.of("clerk")))
                  .compact();
          AccessToken token = validator.validate(good);
          assertThat(token.roles()).containsExactly("clerk");
          assertThat(token.scopes()).containsExactly("read");
          assertThat(validator.cacheStatistics().requests()).isZero();
          assertThat(ISSUER.requests())
              .anyMatch(request -> "secret".equals(request.header("X-Api-Key")));
          assertThatExceptionOfType(TokenRejectedException.class)
              .isThrownBy(() -> validator.validate(ISSUER.token().compact()))
              .matches(e -> e.rejection().reason() == Reason.CLAIM_MISSING);
          assertThatExceptionOfType(TokenRejectedException.class)
              .isThrownBy(
                  () -> validator.validate(ISSUER.token().claim("x", "y".repeat(2000)).compact()))
              .matches(e -> e.rejection().reason() == Reason.TOKEN_TOO_LARGE);
        });
  }

  @Test
  void findsKeysByTheMetadataOfAnotherIssuer() {
    empty
        .withPropertyValues(
            "jwt-validation.issuers.shop.url=https://sso.example",
            "jwt-validation.issuers.shop.audience=orders-api",
            "jwt-validation.issuers.shop.keys.discovered=" + ISSUER.issuer(),
            "jwt-validation.issuers.shop.keys.allow-loopback-http=true")
        .run(context ->
            assertThat(
                    validator(context)
                        .validate(ISSUER.token().claim("iss", "https://sso.example").compact())
                        .issuer())
                .isEqualTo("https://sso.example"));
  }

  /** By more and by less than without the property. */
  @Test
  void acceptsTokensThatHaveExpiredByLessThanTheLeeway() {
    Instant now = Instant.now();
    String lately = ISSUER.token().claim("exp", now.minusSeconds(30)).compact();
    String before = ISSUER.token().claim("exp", now.minusSeconds(90)).compact();
    for (boolean isLong : new boolean[] {true, false}) {
      configured
          .withPropertyValues("jwt-validation.issuers.shop.leeway=" + (isLong ? "5m" : "10s"))
          .run(context -> {
            assertThat(validator(context).tryValidate(lately).isAccepted()).isEqualTo(isLong);
            assertThat(validator(context).tryValidate(before).isAccepted()).isEqualTo(isLong);
          });
    }
  }

  @Test
  void refusesToStartWithoutAnAudience() {
    empty
        .withPropertyValues(SPRING + "issuer-uri=https://issuer.example")
        .run(context ->
            assertFails(context, SPRING + "audiences", "https://issuer.example", "any-audience"));
    empty
        .withPropertyValues("jwt-validation.issuers.shop.url=https://issuer.example")
        .run(context ->
            assertFails(context, "jwt-validation.issuers.shop.audience", "any-audience"));
  }

  @Test
  void startsForAnyAudienceIfThatIsSaidAloud() {
    empty
        .withPropertyValues(
            "jwt-validation.issuers.shop.url=https://issuer.example",
            "jwt-validation.issuers.shop.any-audience=true")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(TokenValidator.class));
  }

  @Test
  void refusesToStartWithoutTheNameOfTheIssuer() {
    empty
        .withPropertyValues(SPRING + "jwk-set-uri=https://issuer.example/keys")
        .run(context -> assertFails(context, SPRING + "issuer-uri", "jwk-set-uri"));
  }

  @Test
  void namesTheKeysThatTheApplicationHas() {
    empty
        .withPropertyValues(
            SPRING + "issuer-uri=http://issuer.example", SPRING + "audiences=orders-api")
        .run(context -> assertFails(context, SPRING + "issuer-uri", "http://issuer.example"));
    ofSpring
        .withPropertyValues(SPRING + "jws-algorithms=HS256")
        .run(context -> assertFails(context, SPRING + "jws-algorithms", "HS256"));
    ofSpring
        .withPropertyValues(SPRING + "jwk-set-uri=https://a b")
        .run(context -> assertFails(context, SPRING + "jwk-set-uri", "https://a b"));
    configured
        .withPropertyValues("jwt-validation.issuers.shop.leeway=6m")
        .run(context -> assertFails(context, "jwt-validation.issuers.shop.leeway", "PT6M"));
  }

  @Test
  void refusesWhatChallengesAndMetadataCannotHave() {
    Map.of(
            "jwt-validation.realm", "\u00e9",
            "jwt-validation.challenge-scopes", "orders read",
            "jwt-validation.resource.url", "http://orders.example",
            "jwt-validation.resource.scopes", "orders:read",
            "jwt-validation.issuers.shop.implied-scopes", "admin write")
        .forEach((key, value) ->
            configured
                .withPropertyValues(key + "=" + value)
                .run(context -> assertFails(context, key)));
  }

  @Test
  void leavesApplicationsWithoutIssuerAlone() {
    empty.run(context ->
        assertThat(context)
            .hasNotFailed()
            .doesNotHaveBean(TokenValidator.class)
            .doesNotHaveBean(JwtDecoder.class));
  }

  @Test
  void canBeTurnedOff() {
    configured
        .withPropertyValues("jwt-validation.enabled=false")
        .run(context ->
            assertThat(context)
                .doesNotHaveBean(TokenValidator.class)
                .doesNotHaveBean(JwtDecoder.class));
  }

  @Test
  void canBeTurnedOffBesideAValidatorOfTheApplication() {
    empty
        .withPropertyValues("jwt-validation.enabled=false")
        .withBean(TokenValidator.class, () -> ISSUER.validator().build())
        .run(context ->
            assertThat(context)
                .hasSingleBean(TokenValidator.class)
                .doesNotHaveBean(JwtDecoder.class)
                .doesNotHaveBean(ReactiveJwtDecoder.class)
                .doesNotHaveBean(JwtAuthenticationConverter.class));
  }

  @Test
  void stepsBackForADecoderOfTheApplication() {
    JwtDecoder own = NimbusJwtDecoder.withJwkSetUri("https://issuer.example/keys").build();
    empty
        .withBean("own", JwtDecoder.class, () -> own)
        .withPropertyValues(SPRING + "issuer-uri=https://issuer.example")
        .run(context -> {
          assertThat(context).hasNotFailed().doesNotHaveBean(TokenValidator.class);
          assertThat(context.getBean(JwtDecoder.class)).isSameAs(own);
        });
    configured
        .withBean("own", JwtDecoder.class, () -> own)
        .withPropertyValues(SPRING + "issuer-uri=https://issuer.example")
        .run(context -> {
          assertThat(context.getBean(JwtDecoder.class)).isSameAs(own);
          assertThat(context).hasSingleBean(TokenValidator.class);
        });
    ReactiveJwtDecoder reactive = token -> Mono.empty();
    configured
        .withBean("own", ReactiveJwtDecoder.class, () -> reactive)
        .run(context -> assertThat(context.getBean(ReactiveJwtDecoder.class)).isSameAs(reactive));
  }

  @Test
  void stepsBackForAValidatorOfTheApplication() {
    TokenValidator own = ISSUER.validator().build();
    empty
        .withBean("own", TokenValidator.class, () -> own)
        .run(context -> {
          assertThat(context.getBean(TokenValidator.class)).isSameAs(own);
          assertThat(
                  context.getBean(JwtDecoder.class).decode(ISSUER.token().compact()).getSubject())
              .isNotEmpty();
        });
  }

  @Test
  void stepsBackForConvertersOfTheApplicationAndOfSpringBoot() {
    JwtAuthenticationConverter own = new JwtAuthenticationConverter();
    configured
        .withBean("own", JwtAuthenticationConverter.class, () -> own)
        .run(
            context -> assertThat(context.getBean(JwtAuthenticationConverter.class)).isSameAs(own));
    configured
        .withPropertyValues(SPRING + "authorities-claim-name=permissions")
        .run(context ->
            assertThat(context)
                .doesNotHaveBean(JwtAuthenticationConverter.class)
                .doesNotHaveBean(ReactiveJwtAuthenticationConverter.class));
    configured
        .withPropertyValues(SPRING + "authorities-claim-expressions[0]=[a]")
        .run(context -> assertThat(context).doesNotHaveBean(JwtAuthenticationConverter.class));
  }

  @Test
  void usesMonitorsCustomizersAndResolverOfTheApplication() {
    LatencyMonitor first = new LatencyMonitor();
    LatencyMonitor second = new LatencyMonitor();
    try (TestIssuer resolved = TestIssuer.start()) {
      configured
          .withBean("first", TokenValidatorMonitor.class, () -> first)
          .withBean("second", TokenValidatorMonitor.class, () -> second)
          .withBean(
              IssuerCustomizer.class,
              () ->
                  (name, issuer) ->
                      issuer.claimCheck(name, claims -> !"evil".equals(claims.string("sub"))))
          .withBean(
              IssuerResolver.class,
              () ->
                  issuer ->
                      issuer.equals(resolved.issuer())
                          ? resolved.config().audience(resolved.audience()).build()
                          : null)
          .run(context -> {
            TokenValidator validator = validator(context);
            assertThatExceptionOfType(TokenRejectedException.class)
                .isThrownBy(() -> validator.validate(ISSUER.token().subject("evil").compact()))
                .matches(e -> "shop".equals(e.rejection().claim()));
            assertThat(validator.validate(resolved.token().compact()).issuer())
                .isEqualTo(resolved.issuer());
            assertThat(first.snapshot().rejected())
                .isEqualTo(second.snapshot().rejected())
                .containsEntry(Reason.CLAIM_CHECK_FAILED, 1L);
          });
    }
  }

  @Test
  void appliesTheChecksThatTheApplicationHasForSpringSecurity() {
    OAuth2TokenValidator<Jwt> none =
        jwt -> OAuth2TokenValidatorResult.failure(new OAuth2Error("none"));
    configured
        .withBean("none", OAuth2TokenValidator.class, () -> none)
        .run(context -> {
          String good = ISSUER.token().compact();
          assertThatExceptionOfType(BadJwtException.class)
              .isThrownBy(() -> context.getBean(JwtDecoder.class).decode(good));
          assertThatExceptionOfType(BadJwtException.class)
              .isThrownBy(() -> context.getBean(ReactiveJwtDecoder.class).decode(good).block());
        });
  }

  @Test
  void needsNoIssuerBesideAResolver() {
    try (TestIssuer resolved = TestIssuer.start()) {
      empty
          .withBean(
              IssuerResolver.class,
              () -> issuer -> resolved.config().audience(resolved.audience()).build())
          .run(context ->
              assertThat(validator(context).validate(resolved.token().compact()).issuer())
                  .isEqualTo(resolved.issuer()));
    }
  }

  @Test
  void checksProofsIfToldTo() {
    configured.run(context -> assertThat(context).doesNotHaveBean(ProofOfPossession.class));
    configured
        .withPropertyValues(
            "jwt-validation.pop.dpop.public-base=",
            "jwt-validation.pop.dpop.nonce-secret=",
            "jwt-validation.pop.mutual-tls=false",
            "jwt-validation.pop.mutual-tls-proxies=")
        .run(context -> assertThat(context).doesNotHaveBean(ProofOfPossession.class));
    configured
        .withPropertyValues(
            "jwt-validation.pop.dpop.public-base=https://api.example",
            "jwt-validation.pop.dpop.algorithms=ES256",
            "jwt-validation.pop.dpop.window=10s",
            "jwt-validation.pop.dpop.max-known-keys=10",
            "jwt-validation.pop.dpop.replay-store-timeout=500ms",
            "jwt-validation.pop.dpop.nonces=random",
            "jwt-validation.pop.dpop.nonce-window=1m",
            "jwt-validation.pop.mutual-tls=true",
            "jwt-validation.pop.mutual-tls-proxies=10.0.0.1,10.0.0.2",
            "jwt-validation.pop.required=true")
        .run(context -> {
          ProofOfPossession checks = context.getBean(ProofOfPossession.class);
          assertThat(checks.algorithms()).containsExactly(SignatureAlgorithm.ES256);
          assertThat(checks.methods()).hasSize(2);
          assertThat(checks.isRequired()).isTrue();
        });
  }

  private static ProofAnswer checked(AssertableApplicationContext context, DpopClient client) {
    ProofOfPossession checks = context.getBean(ProofOfPossession.class);
    String text = ISSUER.token().boundTo(client).compact();
    AccessToken token = validator(context).tryValidate(text, checks.methods()).orElseThrow();
    String proof =
        client.proof("GET", URI.create("https://api.example/orders")).accessToken(text).compact();
    return checks.checkAndWait(
        token,
        text,
        true,
        BearerRequest.of(
            "GET", "/orders", name -> name.equals("DPoP") ? List.of(proof) : List.of()));
  }

  @Test
  void keepsTheKeysOfAsManyClientsAsConfigured() {
    configured
        .withPropertyValues(
            "jwt-validation.pop.dpop.public-base=https://api.example",
            "jwt-validation.pop.dpop.max-known-keys=1")
        .run(context -> {
          for (int i = 0; i < 3; i++) {
            assertThat(checked(context, DpopClient.create()).isAccepted()).isTrue();
          }
          assertThat(context.getBean(ProofOfPossession.class).knownKeys()).isOne();
        });
  }

  /** Longer than the store would have without the property. */
  @Test
  void waitsForTheStoreAsLongAsConfigured() {
    ReplayStore slow =
        (key, until) ->
            new CompletableFuture<ReplayStore.Answer>()
                .completeOnTimeout(ReplayStore.Answer.FIRST, 1500, TimeUnit.MILLISECONDS);
    configured
        .withBean("slow", ReplayStore.class, () -> slow)
        .withPropertyValues(
            "jwt-validation.pop.dpop.public-base=https://api.example",
            "jwt-validation.pop.dpop.replay-store-timeout=30s")
        .run(context -> assertThat(checked(context, DpopClient.create()).isAccepted()).isTrue());
  }

  @Test
  void stepsBackForACheckOfTheApplication() {
    ProofOfPossession own = ProofOfPossession.builder().mutualTls().build();
    configured
        .withBean("own", ProofOfPossession.class, () -> own)
        .run(context -> assertThat(context.getBean(ProofOfPossession.class)).isSameAs(own));
  }

  @Test
  void saysWhatIsWrongAboutProofs() {
    String dpop = "jwt-validation.pop.dpop.";
    configured
        .withPropertyValues(dpop + "public-base=api.example")
        .run(context -> assertFails(context, dpop + "public-base", "api.example", "give the one"));
    configured
        .withPropertyValues(dpop + "window=1s")
        .run(context -> assertFails(context, dpop + "window", "dpop.public-base", "drop this"));
    configured
        .withPropertyValues(
            dpop + "public-base=https://api.example",
            dpop + "nonces=shared",
            dpop + "nonce-secret=c2VjcmV0")
        .run(context -> {
          assertFails(context, dpop + "nonce-secret", "6 octets", "at least 32");
          assertThat(context.getStartupFailure()).hasStackTraceContaining("nonce-secret");
          assertThat(context.getStartupFailure().toString()).doesNotContain("c2VjcmV0");
        });
    configured
        .withPropertyValues("jwt-validation.pop.required=true")
        .run(context -> assertFails(context, "jwt-validation.pop.required", "mutual-tls"));
    String proxies = "jwt-validation.pop.mutual-tls-proxies";
    configured
        .withPropertyValues(proxies + "=proxy.example")
        .run(context -> assertFails(context, proxies, "proxy.example", "IP address"));
    configured
        .withPropertyValues(proxies + "=10.0.0.1", "server.forward-headers-strategy=native")
        .run(context -> assertFails(context, proxies, "strategy=native", "set that to none"));
  }

  @Test
  void recordsEventsIfTheModuleIsThere() {
    configured.run(context -> assertThat(context).hasSingleBean(JfrMonitor.class));
    configured
        .withClassLoader(new FilteredClassLoader(JfrMonitor.class))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("jfrMonitor"));
  }

  @Test
  void runsWithoutReactorAndWithoutSpringSecurity() {
    configured
        .withClassLoader(new FilteredClassLoader(Mono.class))
        .run(context ->
            assertThat(context)
                .hasSingleBean(JwtDecoder.class)
                .doesNotHaveBean("reactiveJwtDecoder"));
    configured
        .withClassLoader(new FilteredClassLoader("org.springframework.security"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(TokenValidator.class));
  }

  @Test
  void fetchesKeysInTheBackgroundAndClosesWithTheContext() {
    TokenValidator[] closed = new TokenValidator[1];
    try (TestIssuer fresh = TestIssuer.builder().audience("orders-api").start()) {
      empty
          .withPropertyValues(
              SPRING + "issuer-uri=" + fresh.issuer(), SPRING + "audiences=orders-api")
          .run(context -> {
            closed[0] = validator(context);
            long end = System.nanoTime() + 60_000_000_000L;
            while (fresh.jwksRequests() == 0 && System.nanoTime() < end) {
              Thread.sleep(5);
            }
            assertThat(fresh.jwksRequests()).isOne();
          });
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> closed[0].validate(fresh.token().compact()));
    }
  }

  @Test
  void startsWhileTheIssuerIsUnreachable() {
    try (TestIssuer down = TestIssuer.builder().audience("orders-api").start()) {
      down.dropConnects();
      String shop = "jwt-validation.issuers.shop.";
      empty
          .withPropertyValues(
              shop + "url=" + down.issuer(),
              shop + "audience=orders-api",
              shop + "keys.allow-loopback-http=true",
              shop + "keys.connect-timeout=1h",
              shop + "keys.total-timeout=1h")
          .run(context ->
              assertThat(validator(context).keyHealth().values())
                  .singleElement()
                  .extracting(KeySourceHealth::state)
                  .as("still connecting")
                  .usingRecursiveComparison()
                  .isEqualTo(KeySourceHealth.State.UNUSED));
    }
  }
}
