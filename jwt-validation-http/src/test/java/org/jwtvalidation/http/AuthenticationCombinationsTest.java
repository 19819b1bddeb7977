// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;

/**
 * Rules that ask for an authentication and for something else: which tokens pass, and what the
 * client of another one is told. A token that has what the client was told passes.
 */
class AuthenticationCombinationsTest {

  private static final TestIssuer ISSUER = TestIssuer.offline("https://issuer.example");
  private static final TokenValidator VALIDATOR = ISSUER.validator().build();
  private static final BearerAuthenticator BEARER =
      BearerAuthenticator.builder(VALIDATOR).realm("orders").build();

  private static final AccessRule A = AccessRule.scope("a");
  private static final AccessRule B = AccessRule.scope("b");
  private static final AccessRule CLERK = AccessRule.anyRole("clerk");
  private static final AuthenticationRule GOLD = AccessRule.authentication().acr("gold");
  private static final AuthenticationRule SILVER = AccessRule.authentication().acr("silver");
  private static final AuthenticationRule RECENT =
      AccessRule.authentication().within(Duration.ofMinutes(5));

  /** A token: its scopes, its {@code acr}, and how many seconds ago its user authenticated. */
  private record Facts(Set<String> scopes, @Nullable String acr, @Nullable Integer age) {

    boolean a() {
      return scopes.contains("a");
    }

    boolean b() {
      return scopes.contains("b");
    }

    boolean gold() {
      return "gold".equals(acr);
    }

    boolean silver() {
      return "silver".equals(acr);
    }

    boolean recent() {
      return age != null && age < 300;
    }

    TokenBuilder builder() {
      TokenBuilder token = ISSUER.token().scope(scopes.toArray(String[]::new));
      if (acr != null) {
        token.claim("acr", acr);
      }
      return age == null ? token : token.claim("auth_time", Instant.now().minusSeconds(age));
    }

    AccessToken token() {
      return VALIDATOR.validate(builder().compact());
    }
  }

  private record Combination(AccessRule rule, Predicate<Facts> expected) {}

  private static final Map<String, Combination> COMBINATIONS = new LinkedHashMap<>();

  private static void combination(String name, AccessRule rule, Predicate<Facts> expected) {
    COMBINATIONS.put(name, new Combination(rule, expected));
  }

  static {
    combination("gold", GOLD, Facts::gold);
    combination("recent", RECENT, Facts::recent);
    combination(
        "gold recent", GOLD.within(Duration.ofMinutes(5)), token -> token.gold() && token.recent());
    combination(
        "gold, then silver",
        AccessRule.authentication().acr("gold", "silver"),
        token -> token.gold() || token.silver());
    combination("gold and recent", GOLD.and(RECENT), token -> token.gold() && token.recent());
    combination("recent and gold", RECENT.and(GOLD), token -> token.gold() && token.recent());
    combination("gold and a", GOLD.and(A), token -> token.gold() && token.a());
    combination("a and gold", A.and(GOLD), token -> token.gold() && token.a());
    combination("gold or a", GOLD.or(A), token -> token.gold() || token.a());
    combination("a or gold", A.or(GOLD), token -> token.gold() || token.a());
    combination("gold or recent", GOLD.or(RECENT), token -> token.gold() || token.recent());
    combination(
        "(a and gold) or (b and silver)",
        A.and(GOLD).or(B.and(SILVER)),
        token -> (token.a() && token.gold()) || (token.b() && token.silver()));
    combination(
        "(gold and recent) or silver",
        GOLD.and(RECENT).or(SILVER),
        token -> (token.gold() && token.recent()) || token.silver());
    combination(
        "(gold or a) and b", GOLD.or(A).and(B), token -> (token.gold() || token.a()) && token.b());
    combination(
        "(a or b) and gold", A.or(B).and(GOLD), token -> (token.a() || token.b()) && token.gold());
    combination("gold and clerk", GOLD.and(CLERK), token -> false);
    combination(
        "(gold and clerk) or (silver and a)",
        GOLD.and(CLERK).or(SILVER.and(A)),
        token -> token.silver() && token.a());
    combination("clerk or gold", CLERK.or(GOLD), Facts::gold);
    combination(
        "(gold or silver) and (silver or recent)",
        GOLD.or(SILVER).and(SILVER.or(RECENT)),
        token -> token.silver() || (token.gold() && token.recent()));
    combination(
        "gold, silver and silver, bronze",
        AccessRule.authentication()
            .acr("gold", "silver")
            .and(AccessRule.authentication().acr("silver", "bronze")),
        Facts::silver);
    combination(
        "recent and in an hour",
        RECENT.and(AccessRule.authentication().within(Duration.ofHours(1))),
        Facts::recent);
    combination(
        "in an hour and recent",
        AccessRule.authentication().within(Duration.ofHours(1)).and(RECENT),
        Facts::recent);
    combination(
        "(gold or a) and silver", GOLD.or(A).and(SILVER), token -> token.a() && token.silver());
    combination(
        "(gold or a) and (silver or b)",
        GOLD.or(A).and(SILVER.or(B)),
        token -> (token.gold() || token.a()) && (token.silver() || token.b()));
    combination("(gold and a) and silver", GOLD.and(A).and(SILVER), token -> false);
    combination(
        "(gold and a) or (gold and b)",
        GOLD.and(A).or(GOLD.and(B)),
        token -> token.gold() && (token.a() || token.b()));
  }

  private static AccessRule rule(String name) {
    return Objects.requireNonNull(COMBINATIONS.get(name), name).rule();
  }

  private static Facts facts(String scopes, @Nullable String acr, @Nullable Integer age) {
    return new Facts(new TreeSet<>(List.of(scopes.trim().split(" "))), acr, age);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // rule | scopes | acr | age | challenge
        "gold                           | z   | gold   | -   | -",
        "gold                           | z   | -      | -   | 401 acr_values=\"gold\"",
        "gold                           | z   | -      | 1   | 401 acr_values=\"gold\"",
        "gold                           | z   | Gold   | -   | 401 acr_values=\"gold\"",
        "recent                         | z   | bronze | 1   | -",
        "recent                         | z   | gold   | 400 | 401 max_age=\"300\"",
        "recent                         | z   | gold   | -   | 401 max_age=\"300\"",
        "gold recent                    | z   | gold   | 1   | -",
        "gold recent | z | gold   | 400 | 401 acr_values=\"gold\", max_age=\"300\"",
        "gold recent | z | silver | 1   | 401 acr_values=\"gold\", max_age=\"300\"",
        "gold, then silver | z | silver | - | -",
        "gold, then silver | z | bronze | - | 401 acr_values=\"gold silver\"",
        "gold and recent | z | gold | 400 | 401 acr_values=\"gold\", max_age=\"300\"",
        "gold and a                     | a   | gold   | -   | -",
        "gold and a                     | z   | gold   | -   | 403 scope=\"a\"",
        "gold and a | a | silver | - | 401 acr_values=\"gold\", scope=\"a\"",
        "gold and a | z | silver | - | 401 acr_values=\"gold\", scope=\"a\"",
        "a and gold | z | silver | - | 401 acr_values=\"gold\", scope=\"a\"",
        "gold or a                      | a   | silver | -   | -",
        "gold or a                      | z   | gold   | -   | -",
        "gold or a                      | z   | silver | -   | 401 acr_values=\"gold\"",
        "a or gold                      | z   | silver | -   | 403 scope=\"a\"",
        "(a and gold) or (b and silver) | a   | gold   | -   | -",
        "(a and gold) or (b and silver) | b   | silver | -   | -",
        "(a and gold) or (b and silver) | b   | gold   | -   | 403 scope=\"a\"",
        "(a and gold) or (b and silver) | a   | silver | - | 401 acr_values=\"gold\", scope=\"a\"",
        "(a and gold) or (b and silver) | a b | bronze | - | 401 acr_values=\"gold\", scope=\"a\"",
        "(gold and recent) or silver    | z   | silver | 400 | -",
        "(gold and recent) or silver | z | gold | 400 | 401 acr_values=\"gold\", max_age=\"300\"",
        "(gold or a) and b              | z   | gold   | -   | 403 scope=\"b\"",
        "(gold or a) and b              | a   | silver | -   | 403 scope=\"a b\"",
        "(gold or a) and b | z | silver | - | 401 acr_values=\"gold\", scope=\"b\"",
        "(a or b) and gold | b | silver | - | 401 acr_values=\"gold\", scope=\"b\"",
        "(a or b) and gold              | z   | gold   | -   | 403 scope=\"a\"",
        "gold and clerk                 | z   | gold   | -   | 403",
        "gold and clerk                 | z   | silver | -   | 403",
        "(gold and clerk) or (silver and a) | a | gold | - | 401 acr_values=\"silver\", scope=\"a\"",
        "clerk or gold                  | z   | -      | -   | 401 acr_values=\"gold\"",
        "gold, silver and silver, bronze | z  | gold   | -   | 401 acr_values=\"silver\"",
        "(gold or a) and silver | z | bronze | - | 401 acr_values=\"silver\", scope=\"a\"",
        "(gold or a) and silver         | z   | silver | -   | 403 scope=\"a\"",
        "(gold or a) and (silver or b) | z | bronze | - | 401 acr_values=\"gold\", scope=\"b\"",
        "(gold or a) and (silver or b) | a | bronze | - | 401 acr_values=\"silver\", scope=\"a\"",
        "(gold and a) and silver        | a   | gold   | -   | 403",
        "recent and in an hour          | z   | -      | 400 | 401 max_age=\"300\"",
        "in an hour and recent          | z   | -      | 400 | 401 max_age=\"300\"",
      })
  void tellsClientsWhatToAskFor(
      String name,
      String scopes,
      @Nullable String acr,
      @Nullable Integer age,
      @Nullable String challenge) {
    FieldsRequest request = FieldsRequest.bearer(facts(scopes, acr, age).builder().compact());
    BearerAnswer answer = BEARER.authenticate(request, rule(name));
    assertThat(BEARER.authenticateAsync(request, rule(name)).join()).isEqualTo(answer);
    if (challenge == null) {
      assertThat(answer).isInstanceOf(BearerAnswer.Authenticated.class);
    } else {
      String[] parts = challenge.split(" ", 2);
      String error =
          parts[0].equals("401") ? "insufficient_user_authentication" : "insufficient_scope";
      assertThat(answer)
          .isEqualTo(
              new BearerAnswer.Challenged(
                  Integer.parseInt(parts[0]),
                  List.of(
                      "Bearer realm=\"orders\", error=\""
                          + error
                          + '"'
                          + (parts.length == 1 ? "" : ", " + parts[1]))));
    }
  }

  private static List<Facts> allFacts() {
    List<Facts> all = new ArrayList<>();
    for (Set<String> scopes :
        List.of(Set.<String>of(), Set.of("a"), Set.of("b"), Set.of("a", "b"))) {
      for (String acr : new String[] {null, "gold", "silver", "bronze"}) {
        for (Integer age : new Integer[] {null, 1, 2_000}) {
          all.add(new Facts(scopes, acr, age));
        }
      }
    }
    return all;
  }

  /** No branch stands for another one: neither lets a token pass that it does not admit itself. */
  @Test
  void passesWhatTheFormulaPassesAndWhoeverFollowsTheChallenge() {
    int followed = 0;
    for (Facts facts : allFacts()) {
      AccessToken token = facts.token();
      for (Map.Entry<String, Combination> entry : COMBINATIONS.entrySet()) {
        String name = entry.getKey() + " of " + facts;
        Combination combination = entry.getValue();
        boolean passes = combination.rule().admits(token);
        assertThat(passes).as(name).isEqualTo(combination.expected().test(facts));
        Demand needed = combination.rule().needed(token);
        if (!passes && needed != null) {
          AccessToken next = following(needed, facts).token();
          assertThat(combination.rule().admits(next)).as(name).isTrue();
          followed++;
        }
      }
    }
    assertThat(followed).isGreaterThan(300);
  }

  /** What an issuer gives to a client that asks for what it was told, and for nothing else. */
  private static Facts following(Demand needed, Facts before) {
    AuthenticationDemand authentication = needed.authentication();
    if (authentication == null) {
      return new Facts(Set.copyOf(needed.scopes()), before.acr(), before.age());
    }
    String acr = authentication.acr().isEmpty() ? "bronze" : authentication.acr().get(0);
    return new Facts(Set.copyOf(needed.scopes()), acr, 0);
  }
}
