// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.net.URI;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.Answers;
import org.jwtvalidation.ConnectionCounter;
import org.jwtvalidation.CraftedRsaKey;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyFetcher;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** Attacks by one tenant of a server on another, and by strangers on resolvers. */
class TenantAttackTest {

  private static final String TEMPLATE = "https://login.example/{tenant}/v2.0";
  private static final TestKey SHARED = TestKey.generate(SignatureAlgorithm.ES256, "shared");
  private static final TestKey OF_A = TestKey.generate(SignatureAlgorithm.ES256, "of-a");
  private static final TestKey OF_ALL = TestKey.generate(SignatureAlgorithm.ES256, "of-all");

  private static final KeyPair STRANGERS = SigningKey.generate(SignatureAlgorithm.ES256).pair();

  private final Scene scene = new Scene();

  private static String issuer(String tenant) {
    return TEMPLATE.replace("{tenant}", tenant);
  }

  private static String jwkOf(TestKey key, String issuer) {
    return key.jwk().replaceFirst("\\{", "{\"issuer\":" + issuer + ",");
  }

  private static JwkSet keys() {
    return JwkSet.parse(
        Scene.jwkSet(
            SHARED.jwk(),
            jwkOf(OF_A, "\"" + issuer("a") + "\""),
            jwkOf(OF_ALL, "\"" + issuer("{tenantid}") + "\"")));
  }

  private IssuerConfig.Builder template() {
    return IssuerConfig.template(TEMPLATE).audience(Scene.AUDIENCE).keySource(KeySource.of(keys()));
  }

  private String token(String issuer, TestKey key) {
    return scene.token().claim("iss", issuer).signedBy(key).compact();
  }

  private static void assertIssuerUnknown(TokenValidator validator, String token) {
    assertRejected(
        validator, token, ValidationStep.ISSUER_CONFIG_RESOLUTION, Reason.ISSUER_UNKNOWN, "iss");
  }

  @Test
  @Row("105")
  @DisplayName("a tenant not on the list, or the literal {tenantid} as tenant")
  void acceptsTheTenantsOfTheListOnly() {
    try (TokenValidator validator = scene.builder(template().tenants("a", "b").build()).build()) {
      AccessToken token = assertAccepted(validator, token(issuer("a"), SHARED));
      assertThat(token.issuer()).isEqualTo(issuer("a"));
      assertAccepted(validator, token(issuer("b"), SHARED));
      for (String tenant :
          List.of("c", "A", "a/", "", "{tenantid}", "{tenant}", "common", "a/../b", "%61")) {
        assertIssuerUnknown(validator, token(issuer(tenant), SHARED));
      }
      assertIssuerUnknown(validator, token(TEMPLATE, SHARED));
      assertThat(validator.keyHealth()).containsOnlyKeys(TEMPLATE);
    }
  }

  @Test
  @Row("105")
  @DisplayName("a token of one tenant, signed by the key of another")
  void usesKeysOnlyForTheTenantThatTheyNameAsIssuer() {
    try (TokenValidator validator = scene.builder(template().tenants("a", "b").build()).build()) {
      assertAccepted(validator, token(issuer("a"), OF_A));
      assertAccepted(validator, token(issuer("a"), OF_ALL));
      assertAccepted(validator, token(issuer("b"), OF_ALL));
      for (int i = 0; i < 2; i++) {
        assertRejected(
            validator,
            token(issuer("b"), OF_A),
            ValidationStep.KEY_RESOLUTION,
            Reason.KEY_UNKNOWN,
            "kid");
      }
    }
  }

  @Test
  @Row("105")
  @DisplayName("one key with an entry for each of two tenants, and a third tenant")
  void usesAKeyForEachTenantThatItNamesInWhateverOrder() {
    String ofA = jwkOf(SHARED, "\"" + issuer("a") + "\"");
    String ofB = jwkOf(SHARED, "\"" + issuer("b") + "\"");
    for (String jwkSet : List.of(Scene.jwkSet(ofA, ofB), Scene.jwkSet(ofB, ofA))) {
      IssuerConfig config =
          template().keySource(KeySource.of(JwkSet.parse(jwkSet))).tenants("a", "b", "c").build();
      try (TokenValidator validator = scene.builder(config).build()) {
        for (String tenant : List.of("a", "b")) {
          assertAccepted(validator, token(issuer(tenant), SHARED));
          assertAccepted(validator, withoutKeyId(issuer(tenant)));
        }
        for (String token : List.of(token(issuer("c"), SHARED), withoutKeyId(issuer("c")))) {
          assertRejected(
              validator, token, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
        }
      }
    }
  }

  private String withoutKeyId(String issuer) {
    return scene.token().claim("iss", issuer).signedBy(SHARED).withoutHeader("kid").compact();
  }

  @Test
  @Row("105")
  @DisplayName("keys whose member issuer is of another type or of another issuer")
  void usesNoKeyWhoseIssuerIsNone() {
    for (String issuer : List.of("7", "true", "\"\"", "\"https://evil.example/a/v2.0\"")) {
      JwkSet odd = JwkSet.parse(Scene.jwkSet(jwkOf(OF_A, issuer), SHARED.jwk()));
      try (TokenValidator validator =
          scene.builder(template().tenants("a").keySource(KeySource.of(odd)).build()).build()) {
        assertRejected(
            validator,
            token(issuer("a"), OF_A),
            ValidationStep.KEY_RESOLUTION,
            Reason.KEY_UNKNOWN,
            "kid");
        assertAccepted(validator, token(issuer("a"), SHARED));
      }
    }
  }

  private static IssuerConfig withKeys(JwkSet keys, String name, String... aliases) {
    return IssuerConfig.builder(name)
        .issuerAliases(aliases)
        .audience(Scene.AUDIENCE)
        .keySource(KeySource.of(keys))
        .build();
  }

  private void assertSameForConfiguredAndResolved(
      IssuerConfig config, BiConsumer<TokenValidator, String> assertion, String token) {
    try (TokenValidator configured = scene.builder(config).build();
        TokenValidator resolved =
            TokenValidator.builder().clock(scene.clock).issuerResolver(name -> config).build()) {
      assertion.accept(configured, token);
      assertion.accept(resolved, token);
    }
  }

  private static void assertKeyUnknown(TokenValidator validator, String token) {
    assertRejected(validator, token, ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
  }

  @Test
  @Row("105")
  @DisplayName("a token of an issuer that is configured or resolved, signed by a tenant's key")
  void usesNoKeyOfAnotherTenantForAnIssuerThatIsNamedInFull() {
    IssuerConfig b = withKeys(keys(), issuer("b"));
    assertSameForConfiguredAndResolved(
        b, TenantAttackTest::assertKeyUnknown, token(issuer("b"), OF_A));
    for (TestKey key : List.of(SHARED, OF_ALL)) {
      assertSameForConfiguredAndResolved(b, Answers::assertAccepted, token(issuer("b"), key));
    }
    assertSameForConfiguredAndResolved(
        withKeys(keys(), issuer("a")), Answers::assertAccepted, token(issuer("a"), OF_A));
    // A key may name any of the issuer's names.
    assertSameForConfiguredAndResolved(
        withKeys(keys(), issuer("b"), issuer("a")),
        Answers::assertAccepted,
        token(issuer("b"), OF_A));
    for (String odd : List.of("7", "true", "\"\"", "\"https://evil.example/b/v2.0\"")) {
      assertSameForConfiguredAndResolved(
          withKeys(JwkSet.parse(Scene.jwkSet(jwkOf(OF_A, odd))), issuer("b")),
          TenantAttackTest::assertKeyUnknown,
          token(issuer("b"), OF_A));
    }
  }

  @Test
  @Row("105")
  @DisplayName("a token of version 1.0 of Entra, signed by a key that names an issuer of 2.0")
  void tellsTenantsByTheirGuidIfTheIssuerHasOtherNamesForThem() {
    String tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47";
    String consumers = "9188040d-6c67-4c5b-b112-36a304b66dad";
    String issuer = "https://sts.windows.net/" + tenant + "/";
    Map<String, BiConsumer<TokenValidator, String>> expected =
        Map.of(
            "https://login.microsoftonline.com/" + tenant + "/v2.0",
            Answers::assertAccepted,
            "https://login.microsoftonline.com/" + tenant.toUpperCase(Locale.ROOT),
            Answers::assertAccepted,
            "https://login.microsoftonline.com/{tenantid}/v2.0",
            Answers::assertAccepted,
            "https://login.microsoftonline.com/" + consumers + "/v2.0",
            TenantAttackTest::assertKeyUnknown,
            "https://login.microsoftonline.com/x" + tenant + "/v2.0",
            TenantAttackTest::assertKeyUnknown,
            "https://login.microsoftonline.com/" + tenant + "0/v2.0",
            TenantAttackTest::assertKeyUnknown);
    expected.forEach((keyIssuer, assertion) -> {
      JwkSet keys = JwkSet.parse(Scene.jwkSet(jwkOf(OF_A, "\"" + keyIssuer + "\"")));
      String token = token(issuer, OF_A);
      assertSameForConfiguredAndResolved(withKeys(keys, issuer), assertion, token);
      IssuerConfig ofAllTenants =
          IssuerConfig.template("https://sts.windows.net/{tenant}/")
              .tenants(tenant, consumers)
              .audience(Scene.AUDIENCE)
              .keySource(KeySource.of(keys))
              .build();
      try (TokenValidator validator = scene.builder(ofAllTenants).build()) {
        assertion.accept(validator, token);
      }
    });
  }

  @Test
  @Row("105")
  @DisplayName("a cached token of a tenant that is not allowed any more")
  void asksTheTestForEachTokenCachedOrNot() {
    Set<String> allowed = ConcurrentHashMap.newKeySet();
    allowed.add("a");
    allowed.add("b");
    try (TokenValidator validator =
        scene
            .builder(
                template()
                    .tenants(tenant -> {
                      if (tenant.equals("broken")) {
                        throw new IllegalStateException("the database is away");
                      }
                      return allowed.contains(tenant);
                    })
                    .build())
            .build()) {
      String token = token(issuer("a"), SHARED);
      String other = token(issuer("b"), SHARED);
      assertAccepted(validator, token);
      AccessToken cached = assertAccepted(validator, other);
      allowed.remove("a");
      assertIssuerUnknown(validator, token);
      assertIssuerUnknown(validator, token(issuer("broken"), SHARED));
      assertThat(validator.validate(other)).isSameAs(cached);
    }
  }

  @Test
  @Row("105")
  @DisplayName("a tenant that is configured by itself, beside the template")
  void prefersTheIssuerThatIsNamedInFull() {
    IssuerConfig own =
        IssuerConfig.builder(issuer("own"))
            .audience(Scene.AUDIENCE)
            .keySource(KeySource.of(scene.issuer.jwkSet()))
            .build();
    try (TokenValidator validator =
        scene.builder(template().tenants(tenant -> true).build(), own).build()) {
      assertAccepted(validator, token(issuer("own"), scene.key()));
      assertRejected(
          validator,
          token(issuer("own"), SHARED),
          ValidationStep.KEY_RESOLUTION,
          Reason.KEY_UNKNOWN,
          "kid");
      assertAccepted(validator, token(issuer("other"), SHARED));
    }
  }

  @Test
  @Row({"105", "106"})
  @DisplayName("an issuer that the resolver does not name")
  void connectsToNoIssuerThatTheResolverDoesNotName() {
    try (ConnectionCounter server = new ConnectionCounter();
        TokenValidator validator =
            TokenValidator.builder().clock(scene.clock).issuerResolver(issuer -> null).build()) {
      assertIssuerUnknown(validator, token(server.origin() + "/a", scene.key()));
      server.assertNoneButMine();
    }
  }

  @Test
  @Row("106")
  @DisplayName("a flood of invented issuers")
  void asksTheResolverForAFewInventedIssuersAtATime() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger askedForRepeated = new AtomicInteger();
    String repeated = "https://invented.example/repeated";
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(scene.clock)
            .issuerResolver(issuer -> {
              if (issuer.equals(repeated)) {
                askedForRepeated.incrementAndGet();
              }
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              Thread.onSpinWait();
              running.decrementAndGet();
              return issuer.equals(Scene.ISSUER) ? scene.config().build() : null;
            })
            .build()) {
      String trusted = scene.token().compact();
      assertAccepted(validator, trusted);
      List<CompletableFuture<ValidationResult<AccessToken>>> flood = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        // Whoever invents issuers has no key of theirs, either.
        String invented =
            RawToken.claims(trusted).replace(Scene.ISSUER, "https://invented.example/" + i);
        flood.add(validator.tryValidateAsync(Tampering.replaceClaims(trusted, invented)));
      }
      assertThat(validator.tryValidate(trusted).isAccepted()).isTrue();
      flood.forEach(result -> assertThat(result.join().isAccepted()).isFalse());
      assertThat(most.get()).isBetween(1, 16);

      String token = token(repeated, SHARED);
      for (int i = 0; i < 1_000; i++) {
        assertIssuerUnknown(validator, token);
      }
      assertThat(askedForRepeated).hasValue(1);
      assertThat(validator.resolvedKeyHealth()).hasSize(1);
    }
  }

  /** Tokens of tenants, one key for all, whose keys are fetched and fetches counted. */
  private final class Tenants {

    private final String sample = scene.token().compact();
    private final String claims = RawToken.claims(sample);
    private final CraftedRsaKey key = CraftedRsaKey.quick();
    private final byte[] keys = Scene.jwkSet(key.jwk(scene.key().keyId())).getBytes(UTF_8);
    private final String signed = key.token(sample, claims);
    private final Map<String, AtomicInteger> fetches = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> questions = new ConcurrentHashMap<>();

    private IssuerConfig resolve(String issuer) {
      questions.computeIfAbsent(issuer, name -> new AtomicInteger()).incrementAndGet();
      return IssuerConfig.builder(issuer)
          .audience(Scene.AUDIENCE)
          .keySource(
              HttpKeySource.jwksUri(URI.create("https://keys.example"))
                  .fetcher(request -> {
                    fetches.computeIfAbsent(issuer, name -> new AtomicInteger()).incrementAndGet();
                    return CompletableFuture.completedFuture(
                        new KeyFetcher.Response(200, Map.of(), keys));
                  })
                  .build())
          .build();
    }

    private String issuer(int tenant) {
      return "https://tenant.example/" + tenant;
    }

    private String claims(int tenant) {
      return claims.replace(Scene.ISSUER, issuer(tenant));
    }

    private String token(int tenant) {
      return key.token(sample, claims(tenant));
    }

    private String forgedToken(int tenant) {
      return Tampering.replaceClaims(signed, claims(tenant));
    }
  }

  @Test
  @Row("117")
  @DisplayName("forged tokens of more tenants than are kept")
  void pushesOutNoTenantInUseForForgedTokensOfOthers() {
    Tenants tenants = new Tenants();
    int inUse = 500;
    int all = inUse + 3_000;
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(scene.clock)
            .issuerResolver(tenants::resolve)
            .maxResolvedIssuers(inUse)
            .cacheSize(inUse / 2)
            .build()) {
      List<String> tokens = new ArrayList<>();
      for (int tenant = 0; tenant < inUse; tenant++) {
        String token = tenants.token(tenant);
        tokens.add(token);
        assertThat(validator.tryValidate(token).isAccepted()).isTrue();
      }
      for (int tenant = inUse; tenant < all; tenant++) {
        assertThat(validator.tryValidate(tenants.forgedToken(tenant)).isAccepted()).isFalse();
        // One that had to go again a moment ago.
        String earlier = tenants.forgedToken(Math.max(inUse, tenant - 150));
        assertThat(validator.tryValidate(earlier).isAccepted()).isFalse();
      }
      for (String token : tokens) {
        assertThat(validator.tryValidate(token).isAccepted()).isTrue();
      }
      assertThat(tenants.fetches).hasSize(all);
      assertThat(tenants.fetches.values()).allMatch(fetches -> fetches.get() == 1);
      assertThat(tenants.questions.values()).allMatch(questions -> questions.get() == 1);
      assertThat(validator.resolvedKeyHealth()).hasSizeBetween(inUse, inUse + 100);

      // A tenant that has not been attacked lately gets in, and its neighbours stay.
      assertAccepted(validator, tenants.token(all));
      assertThat(validator.tryValidate(tenants.forgedToken(all + 1)).isAccepted()).isFalse();
      assertAccepted(validator, tokens.get(inUse - 1));
      assertThat(tenants.fetches.get(tenants.issuer(all))).hasValue(1);
      assertThat(tenants.fetches.get(tenants.issuer(inUse - 1))).hasValue(1);
    }
  }

  @Test
  @Row("117")
  @DisplayName("forged tokens of unknown tenants, with invented Key IDs")
  void fetchesTheKeysOfAnUnknownTenantOnceHoweverManyKeyIdsAreInvented() {
    Tenants tenants = new Tenants();
    try (TokenValidator validator =
        TokenValidator.builder().clock(scene.clock).issuerResolver(tenants::resolve).build()) {
      for (int i = 0; i < 20; i++) {
        TestKey invented = TestKey.of(SignatureAlgorithm.ES256, "invented-" + i, STRANGERS);
        for (int tenant = 0; tenant < 2; tenant++) {
          String forged = token(tenants.issuer(tenant), invented);
          Rejection unknown =
              new Rejection(ValidationStep.KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
          assertThat(
                  tenant == 0
                      ? validator.tryValidate(forged)
                      : validator.tryValidateAsync(forged).join())
              .isEqualTo(new ValidationResult.Rejected<AccessToken>(unknown));
        }
      }
      assertThat(tenants.fetches.get(tenants.issuer(0))).hasValue(1);
      assertThat(tenants.fetches.get(tenants.issuer(1))).hasValue(1);

      // Once a token of it has been verified, the tenant may rotate its keys at any time.
      assertAccepted(validator, tenants.token(0));
      TestKey invented = TestKey.of(SignatureAlgorithm.ES256, "invented", STRANGERS);
      assertThat(validator.tryValidate(token(tenants.issuer(0), invented)).isAccepted()).isFalse();
      assertThat(tenants.fetches.get(tenants.issuer(0))).hasValue(2);
    }
  }
}
