// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.Scene;
import org.jwtvalidation.ScopeMapper;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JwsLimits;
import org.jwtvalidation.internal.jws.JwsParser;
import org.jwtvalidation.internal.jws.MalformedJwsException;
import org.jwtvalidation.internal.jws.MappedClaims;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

class AccessTokenTest {

  private final Scene scene = new Scene();
  private final TokenValidator validator = scene.validator();

  @Test
  void tellsWhatTheTokenSays() {
    AccessToken token =
        assertAccepted(
            validator,
            scene
                .token()
                .audience("other", Scene.AUDIENCE)
                .scope("orders:read", "orders:write")
                .claim("groups", List.of("staff", "sales"))
                .claim("roles", List.of("clerk"))
                .compact());

    assertThat(token.issuer()).isEqualTo(Scene.ISSUER);
    assertThat(token.subject()).isEqualTo("test-user");
    assertThat(token.audience()).containsExactly("other", Scene.AUDIENCE);
    assertThat(token.issuedAt()).isEqualTo(Scene.NOW);
    assertThat(token.expiresAt()).isEqualTo(Scene.NOW.plus(Duration.ofMinutes(5)));
    assertThat(token.clientId()).isEqualTo("test-client");
    assertThat(token.scopes()).containsExactly("orders:read", "orders:write");
    assertThat(token.hasScope("orders:read")).isTrue();
    assertThat(token.hasScope("orders")).isFalse();
    assertThat(token.groups()).containsExactly("staff", "sales");
    assertThat(token.roles()).containsExactly("clerk");
    assertThat(token.algorithm()).isEqualTo(SignatureAlgorithm.ES256);
    assertThat(token.keyId()).isEqualTo(scene.key().keyId());
    assertThat(token.claims().string("iss")).isEqualTo(Scene.ISSUER);
    assertThat(token)
        .hasToString(
            "AccessToken[issuer=https://issuer.example, algorithm=ES256,"
                + " expiresAt=2026-03-01T12:05:00Z]");
  }

  @Test
  void keepsTheLastFormThatWasMadeOfIt() {
    AccessToken token = assertAccepted(validator, scene.token().compact());

    StringBuilder form = token.as(StringBuilder.class, made -> new StringBuilder(made.issuer()));
    assertThat(form).hasToString(Scene.ISSUER);
    assertThat(token.as(StringBuilder.class, made -> new StringBuilder("another"))).isSameAs(form);
    assertThat(token.as(CharSequence.class, made -> "another")).isSameAs(form);

    assertThat(token.as(Integer.class, made -> 7)).isEqualTo(7);
    assertThat(token.as(StringBuilder.class, made -> new StringBuilder("again")))
        .hasToString("again");
    assertThat(token).isEqualTo(token.as(AccessToken.class, made -> made));
  }

  @Test
  void keepsNoFormThatCouldNotBeMade() {
    AccessToken token = assertAccepted(validator, scene.token().compact());

    assertThatThrownBy(() -> token.as(String.class, made -> made.claims().string("no")))
        .isInstanceOf(NullPointerException.class);
    assertThat(token.as(String.class, made -> "made")).isEqualTo("made");
  }

  @Test
  void hasEmptyListsForWhatIsMissing() {
    AccessToken token = assertAccepted(validator, scene.token().compact());

    assertThat(token.scopes()).isEmpty();
    assertThat(token.groups()).isEmpty();
    assertThat(token.roles()).isEmpty();
    assertThat(assertAccepted(validator, scene.token().claim("scope", "").compact()).scopes())
        .isEmpty();
  }

  @Test
  void findsNoEmptyScopeBetweenSpaces() {
    for (String scope : List.of("a b", " a b", "a  b", "a b ", "  a   b  ")) {
      AccessToken token = assertAccepted(validator, scene.token().claim("scope", scope).compact());
      assertThat(token.scopes()).containsExactly("a", "b");
      assertThat(token.hasScope("")).isFalse();
    }
  }

  @Test
  void findsWholeScopesOnly() {
    AccessToken token =
        assertAccepted(validator, scene.token().claim("scope", "abc ab  xab bcd").compact());
    for (String scope : List.of("abc", "ab", "xab", "bcd")) {
      assertThat(token.hasScope(scope)).as(scope).isTrue();
    }
    for (String scope : List.of("a", "b", "bc", "cd", "abc ab", "ab ", " ab", " ", "bcde", "AB")) {
      assertThat(token.hasScope(scope)).as(scope).isFalse();
    }
    assertThat(assertAccepted(validator, scene.token().compact()).hasScope("abc")).isFalse();
  }

  @Test
  void findsScopesAsStringOrArrayInEitherClaim() {
    for (String claim : List.of("scope", "scp")) {
      for (Object scopes :
          List.of("orders:read orders:write", List.of("orders:read", "orders:write"))) {
        AccessToken token = assertAccepted(validator, scene.token().claim(claim, scopes).compact());

        assertThat(token.scopes()).containsExactly("orders:read", "orders:write");
        assertThat(token.hasScope("orders:write")).isTrue();
        assertThat(token.hasScope("orders")).isFalse();
        assertThat(token.hasScope("")).isFalse();
        assertThat(token.hasAnyScope("admin", "orders:read")).isTrue();
        assertThat(token.hasAnyScope("admin", "orders")).isFalse();
        assertThat(token.hasAnyScope()).isFalse();
        assertThat(token.hasAllScopes("orders:write", "orders:read")).isTrue();
        assertThat(token.hasAllScopes("orders:read", "admin")).isFalse();
      }
    }
    AccessToken both =
        assertAccepted(validator, scene.token().scope("read").claim("scp", "admin").compact());
    assertThat(both.scopes()).containsExactly("read");
    assertThat(both.hasScope("admin")).isFalse();
    assertThatIllegalArgumentException().isThrownBy(both::hasAllScopes);
  }

  @Test
  void findsScopesWhereTheMapperFindsThem() {
    TokenValidator mapped = scene.validator(config -> config.scopes(ScopeMapper.claim("perms")));

    AccessToken token =
        assertAccepted(
            mapped, scene.token().claim("scope", 7).claim("perms", "read write").compact());
    assertThat(token.scopes()).containsExactly("read", "write");
    assertThat(token.hasScope("write")).isTrue();
    assertThat(
            assertAccepted(mapped, scene.token().claim("perms", List.of("read")).compact())
                .scopes())
        .containsExactly("read");
    assertThat(assertAccepted(mapped, scene.token().scope("read").compact()).scopes()).isEmpty();
    assertRejected(
        mapped,
        scene.token().claim("perms", 7).compact(),
        ValidationStep.CUSTOM_CHECKS,
        Reason.CLAIM_CHECK_FAILED,
        "scopes");
  }

  @Test
  void tellsWhatAdaptersNeed() {
    AccessToken token =
        assertAccepted(
            scene.validator(config -> config.senderConstraintCheckedElsewhere()),
            scene
                .token()
                .header("typ", "at+JWT")
                .claim("nbf", Scene.NOW.getEpochSecond())
                .claim("jti", "7")
                .claim("roles", List.of("clerk"))
                .claim("cnf", Map.of("jkt", "thumb", "x5t#S256", "print"))
                .compact());

    assertThat(token.headerType()).isEqualTo("at+JWT");
    assertThat(token.header()).containsEntry("alg", "ES256").containsEntry("typ", "at+JWT");
    assertThatThrownBy(() -> token.header().put("alg", "none"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(token.notBefore()).isEqualTo(Scene.NOW);
    assertThat(token.jwtId()).isEqualTo("7");
    assertThat(token.hasRole("clerk")).isTrue();
    assertThat(token.hasRole("admin")).isFalse();
    assertThat(token.confirmation()).isEqualTo(new Confirmation("thumb", "print"));
    assertThat(token.claims().stringOrStrings("jti")).containsExactly("7");
    assertThat(token.claims().stringOrStrings("roles")).containsExactly("clerk");
    assertThat(token.claims().stringOrStrings("none")).isEmpty();

    AccessToken plain =
        assertAccepted(validator, scene.token().withoutHeader("typ").withoutClaim("jti").compact());
    assertThat(plain.headerType()).isNull();
    assertThat(plain.notBefore()).isNull();
    assertThat(plain.jwtId()).isNull();
    assertThat(plain.confirmation()).isNull();
  }

  @Test
  void rejectsAConfirmationThatItCannotTell() {
    TokenValidator validator = scene.validator(config -> config.senderConstraintCheckedElsewhere());

    assertThat(
            assertAccepted(validator, scene.token().claim("cnf", Map.of("kid", "7")).compact())
                .confirmation())
        .isEqualTo(new Confirmation(null, null));
    for (Object cnf :
        Arrays.asList(null, "x", List.of(), Map.of("jkt", 7), Map.of("x5t#S256", List.of()))) {
      assertRejected(
          validator,
          scene.token().claim("cnf", cnf).compact(),
          ValidationStep.CLAIMS_VALIDATION,
          Reason.CLAIM_MALFORMED,
          "cnf");
    }
  }

  @Test
  void takesTheClientFromTheConfiguredClaim() {
    TokenValidator okta = scene.validator(config -> config.clientClaim("cid").clients("app"));

    assertThat(
            assertAccepted(okta, scene.token().claim("cid", "app").claim("azp", "other").compact())
                .clientId())
        .isEqualTo("app");
    assertRejected(
        okta,
        scene.token().claim("client_id", "app").compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.CLAIM_MISSING,
        "cid");
    assertRejected(
        okta,
        scene.token().claim("client_id", "app").claim("cid", "other").compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.AUTHORIZED_PARTY_MISMATCH,
        "cid");
    assertRejected(
        okta,
        scene.token().claim("cid", 7).compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.CLAIM_MALFORMED,
        "cid");
  }

  @Test
  void takesTheClientFromEitherClaim() {
    assertThat(
            assertAccepted(
                    validator,
                    scene.token().withoutClaim("client_id").claim("azp", "app").compact())
                .clientId())
        .isEqualTo("app");
    assertThat(assertAccepted(validator, scene.token().claim("azp", "app").compact()).clientId())
        .isEqualTo("test-client");
    assertThat(
            assertAccepted(validator, scene.token().withoutClaim("client_id").compact()).clientId())
        .isNull();
  }

  @Test
  void acceptsExpectedClientsOnly() {
    TokenValidator choosy = scene.validator(config -> config.clients("app", "shop"));

    assertAccepted(choosy, scene.token().claim("client_id", "app").compact());
    assertAccepted(choosy, scene.token().withoutClaim("client_id").claim("azp", "shop").compact());
    assertRejected(
        choosy,
        scene.token().compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.AUTHORIZED_PARTY_MISMATCH,
        "client_id");
    assertRejected(
        choosy,
        scene.token().claim("client_id", "app").claim("azp", "other").compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.AUTHORIZED_PARTY_MISMATCH,
        "azp");
    assertRejected(
        choosy,
        scene.token().withoutClaim("client_id").compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.CLAIM_MISSING,
        "client_id");
  }

  @Test
  void requiresAnyClientIfAsked() {
    TokenValidator standard = scene.validator(IssuerConfig.Builder::requireClient);
    TokenValidator okta = scene.validator(config -> config.requireClient().clientClaim("cid"));

    assertAccepted(standard, scene.token().compact());
    assertAccepted(standard, scene.token().withoutClaim("client_id").claim("azp", "x").compact());
    assertAccepted(okta, scene.token().claim("cid", "any").compact());
    assertRejected(
        standard,
        scene.token().withoutClaim("client_id").compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.CLAIM_MISSING,
        "client_id");
    assertRejected(
        okta,
        scene.token().compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.CLAIM_MISSING,
        "cid");
  }

  @Test
  void refusesClientsThatAreNoStringsEvenWhereAnyWillDo() {
    for (String claim : List.of("azp", "client_id")) {
      for (Object client : Arrays.asList(null, 7, List.of("app"))) {
        assertRejected(
            validator,
            scene.token().claim(claim, client).compact(),
            ValidationStep.CLAIMS_VALIDATION,
            Reason.CLAIM_MALFORMED,
            claim);
      }
    }
  }

  @Test
  void mapsRolesOfAnyClaim() {
    TokenValidator mapped =
        scene.validator(config -> config.roles(RoleMapper.claim("permissions")));

    assertThat(
            assertAccepted(
                    mapped,
                    scene
                        .token()
                        .claim("permissions", List.of("a", "b"))
                        .claim("roles", List.of("c"))
                        .compact())
                .roles())
        .containsExactly("a", "b");
  }

  @Test
  void mapsRolesOfKeycloak() {
    String token =
        scene
            .token()
            .claim("realm_access", Map.of("roles", List.of("user", "auditor")))
            .claim(
                "resource_access",
                Map.of(
                    "orders", Map.of("roles", List.of("clerk", "user")),
                    "account", Map.of("roles", List.of("owner"))))
            .compact();

    assertThat(rolesBy(RoleMapper.keycloakRealm(), token)).containsExactly("user", "auditor");
    assertThat(rolesBy(RoleMapper.keycloakClient("orders"), token))
        .containsExactly("clerk", "user");
    assertThat(rolesBy(RoleMapper.keycloakClient("shop"), token)).isEmpty();
    assertThat(rolesBy(RoleMapper.keycloakRealm().and(RoleMapper.keycloakClient("orders")), token))
        .containsExactly("user", "auditor", "clerk");
    String none = scene.token().compact();
    assertThat(rolesBy(RoleMapper.keycloakRealm(), none)).isEmpty();
    assertThat(rolesBy(RoleMapper.keycloakClient("orders"), none)).isEmpty();
  }

  private List<String> rolesBy(RoleMapper mapper, String token) {
    return assertAccepted(scene.validator(config -> config.roles(mapper)), token).roles();
  }

  @Test
  void rejectsTokenWhoseRolesCannotBeMapped() {
    TokenValidator keycloak = scene.validator(config -> config.roles(RoleMapper.keycloakRealm()));
    for (Object access :
        Arrays.asList(
            null,
            "admin",
            List.of("admin"),
            Map.of("roles", "admin"),
            Map.of("roles", List.of(7)))) {
      assertRejected(
          keycloak,
          scene.token().claim("realm_access", access).compact(),
          ValidationStep.CUSTOM_CHECKS,
          Reason.CLAIM_CHECK_FAILED,
          "roles");
    }
    assertThat(keycloak.cachedTokens()).isZero();
  }

  @Test
  void readsGroupsAndRolesOfTheFormOfScim() {
    List<Object> scim =
        List.of(
            Map.of("value", "clerk", "display", "Clerks", "$ref", "https://scim.example/1"),
            Map.of("value", "approver", "primary", true),
            "plain");
    String token = scene.token().claim("groups", scim).claim("roles", scim).compact();

    AccessToken accepted = assertAccepted(validator, token);
    assertThat(accepted.groups()).containsExactly("clerk", "approver", "plain");
    assertThat(accepted.roles()).containsExactly("clerk", "approver", "plain");
    assertThat(accepted.hasRole("approver")).isTrue();
    assertThat(rolesBy(RoleMapper.claim("groups"), token))
        .containsExactly("clerk", "approver", "plain");
  }

  @Test
  void equalsTokenOfTheSameClaimsAndKey() {
    var builder = scene.token().claim("jti", "1");
    AccessToken one = validator.validate(builder.compact());
    AccessToken same = validator.validate(builder.compact());
    AccessToken other = validator.validate(builder.claim("jti", "2").compact());
    AccessToken otherRoles =
        scene
            .validator(config -> config.roles(claims -> List.of("x")))
            .validate(scene.token().claim("jti", "1").compact());

    assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotSameAs(same);
    assertThat(one).isNotEqualTo(other).isNotEqualTo(otherRoles).isNotEqualTo("AccessToken");
    assertThat(one).doesNotHaveSameHashCodeAs(other);
  }

  @Test
  void differsFromTokenThatAnotherKeyVerified() {
    TestKey sameNameOtherAlgorithm = TestKey.generate(SignatureAlgorithm.ED25519, "k");
    TestKey key = TestKey.generate(SignatureAlgorithm.ES256, "k");
    TestKey otherName = TestKey.generate(SignatureAlgorithm.ES256, "other");
    var builder = scene.token().claim("jti", "1");

    AccessToken token = verifiedBy(key, builder);
    assertThat(token).isEqualTo(verifiedBy(key, builder));
    assertThat(token).isNotEqualTo(verifiedBy(sameNameOtherAlgorithm, builder));
    assertThat(token).isNotEqualTo(verifiedBy(otherName, builder));
  }

  private AccessToken verifiedBy(TestKey key, TokenBuilder builder) {
    return scene.validatorWithKeys(key.jwk()).validate(builder.signedBy(key).compact());
  }

  @Test
  void differsFromIdTokenOfTheSameClaims() {
    String token = scene.token().idToken("client", null).withoutHeader("typ").compact();
    AccessToken accessToken =
        scene
            .validator(config -> config.audience("client").accessTokenMarkOptional())
            .validate(token);
    IdToken idToken = validator.validateIdToken(token, IdTokenExpectation.withoutNonce("client"));

    assertThat(accessToken.claims()).isEqualTo(idToken.claims());
    assertThat((Object) accessToken).isNotEqualTo(idToken);
    assertThat((Object) idToken).isNotEqualTo(accessToken);
  }

  private VerifiedJws signed(TokenBuilder token) throws MalformedJwsException {
    CompactJws jws =
        new JwsParser(JwsLimits.of(16 * 1024, 4 * 1024, 16, 8 * 1024, 256)).parse(token.compact());
    return scene.issuer.jwkSet().keys().stream()
        .map(key -> VerifiedJws.verify(jws, SignaturePolicy.fastest().verifier(key)))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void isMadeOfTheClaimsThatWereSigned() throws MalformedJwsException {
    VerifiedJws signed = signed(scene.token());
    CheckedClaims checked = new CheckedClaims("user", List.of(), 0, Long.MAX_VALUE);
    MappedClaims mapped = new MappedClaims(null, null, List.of());
    ClaimsSet ofAnother = new ClaimsSet(signed(scene.token().subject("another")));

    assertThat(new AccessToken("x", checked, signed, new ClaimsSet(signed), mapped).claims())
        .isEqualTo(new ClaimsSet(signed));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AccessToken("x", checked, signed, ofAnother, mapped))
        .withMessage("claims: not those that were signed");
  }
}
