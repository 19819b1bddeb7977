// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;

class ActorTest {

  private static final String ADMIN = "https://admin.example";

  private final Scene scene = new Scene();
  private final TokenValidator validator = scene.validator();

  private AccessToken token(Object act) {
    return assertAccepted(validator, scene.token().claim("act", act).claim("jti", "1").compact());
  }

  private Actor actor(Object act) {
    return Objects.requireNonNull(token(act).actor());
  }

  @Test
  void tellsWhoActsForTheSubject() {
    AccessToken token = token(Map.of("iss", ADMIN, "sub", "jo", "client_id", "desk"));

    assertThat(token.subject()).isEqualTo("test-user");
    Actor actor = Objects.requireNonNull(token.actor());
    assertThat(actor.issuer()).isEqualTo(ADMIN);
    assertThat(actor.subject()).isEqualTo("jo");
    assertThat(actor.previous()).isNull();
    assertThat(actor.claims().string("client_id")).isEqualTo("desk");
    assertThat(actor).hasToString("Actor");
    assertThat(assertAccepted(validator, scene.token().compact()).actor()).isNull();
  }

  /** RFC 8693 section 4.1: the example of a chain. */
  @Test
  void tellsActorsBeforeTheOutermost() {
    Actor actor = actor(Map.of("sub", "service16", "act", Map.of("sub", "service77")));

    assertThat(actor.subject()).isEqualTo("service16");
    Actor previous = Objects.requireNonNull(actor.previous());
    assertThat(previous.subject()).isEqualTo("service77");
    assertThat(previous.issuer()).isEqualTo(Scene.ISSUER);
    assertThat(previous.previous()).isNull();
  }

  @Test
  void isOfTheIssuerOfTheTokenIfItNamesNone() {
    assertThat(actor(Map.of("sub", "jo")).issuer()).isEqualTo(Scene.ISSUER);
  }

  @Test
  void needsNoSubject() {
    Actor actor = actor(Map.of("client_id", "desk"));

    assertThat(actor.subject()).isNull();
    assertThat(actor.claims().string("client_id")).isEqualTo("desk");
    assertThat(actor(Map.of()).subject()).isNull();
  }

  @Test
  void equalsAnActorWithTheSameMembersOfTheSameIssuer() {
    Actor actor = actor(Map.of("sub", "jo"));
    Scene other = new Scene("https://other.example");

    assertThat(actor).isEqualTo(actor(Map.of("sub", "jo"))).isNotEqualTo("Actor");
    assertThat(actor).hasSameHashCodeAs(actor(Map.of("sub", "jo")));
    assertThat(actor).isNotEqualTo(actor(Map.of("sub", "jo", "iss", ADMIN)));
    assertThat(
            assertAccepted(
                    other.validator(), other.token().claim("act", Map.of("sub", "jo")).compact())
                .actor())
        .isNotEqualTo(actor);
  }

  /** A token without an actor that can be read would look like one of its subject alone. */
  @Test
  void isNotOverlookedWhereItCannotBeRead() {
    for (Object act :
        Arrays.asList(
            null,
            "jo",
            7,
            true,
            List.of(),
            List.of(Map.of("sub", "jo")),
            Map.of("sub", 7),
            Map.of("sub", ""),
            Map.of("sub", List.of("jo")),
            Map.of("sub", "jo", "iss", 7),
            Map.of("sub", "jo", "iss", ""),
            Map.of("sub", "jo", "act", "ann"),
            Map.of("sub", "jo", "act", Map.of("sub", "ann", "act", Map.of("sub", 7))))) {
      assertRejected(
          validator,
          scene.token().claim("act", act).compact(),
          ValidationStep.CLAIMS_VALIDATION,
          Reason.CLAIM_MALFORMED,
          "act");
    }
  }
}
