// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BearerCredentialsTest {

  @ParameterizedTest
  @CsvSource({
    "Bearer a.b.c, a.b.c",
    "bearer a.b.c, a.b.c",
    "BEARER a.b.c, a.b.c",
    "bEaReR    a.b.c, a.b.c",
    "' \t Bearer a.b.c \t ', a.b.c",
    "Bearer a b, a b",
    "'Bearer a.b.c, Basic eDp5', 'a.b.c, Basic eDp5'",
    "Bearer Bearer a.b.c, Bearer a.b.c",
  })
  void takesWhatFollowsTheScheme(String field, String token) {
    assertThat(BearerCredentials.of(List.of(field), false))
        .isEqualTo(new BearerCredentials(Scheme.BEARER, token, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "Basic eDp5",
        "DPoP a.b.c",
        "BearerToken a.b.c",
        "Bearer2 a.b.c",
        "Bearer-Token a.b.c",
        "Beare a.b.c",
        "a.b.c",
        "Basic eDp5, Bearer a.b.c",
        "Digest username=\"x\", realm=\"Bearer a.b.c\"",
      })
  void findsNoTokenInAnotherScheme(String field) {
    assertThat(BearerCredentials.of(List.of(field), false))
        .isEqualTo(new BearerCredentials(Scheme.BEARER, null, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Bearer", "Bearer ", "Bearer\ta.b.c", "Bearer,a.b.c", "Bearer=a", "Bearer\u00e4"})
  void findsWhatIsNeitherBearerNorAnotherSchemeMalformed(String field) {
    assertThat(BearerCredentials.of(List.of(field), false))
        .isEqualTo(new BearerCredentials(Scheme.BEARER, null, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DPoP a.b.c", "dpop a.b.c", "DPOP   a.b.c ", "\tdPoP a.b.c"})
  void takesTheTokenOfDpopWhereProofsAreChecked(String field) {
    assertThat(BearerCredentials.of(List.of(field), true))
        .isEqualTo(new BearerCredentials(Scheme.DPOP, "a.b.c", false));
    assertThat(BearerCredentials.of(List.of(field), false))
        .isEqualTo(new BearerCredentials(Scheme.BEARER, null, false));
  }

  @Test
  void findsDpopWithoutATokenMalformed() {
    for (String field : List.of("DPoP", "dpop ", "DPoP\ta", "DPoP,a")) {
      assertThat(BearerCredentials.of(List.of(field), true))
          .isEqualTo(new BearerCredentials(Scheme.DPOP, null, true));
    }
    assertThat(BearerCredentials.of(List.of("DPoP2 a.b.c"), true))
        .isEqualTo(new BearerCredentials(Scheme.BEARER, null, false));
  }

  @Test
  void findsSeveralFieldsMalformedWhateverTheySay() {
    assertThat(BearerCredentials.of(List.of(), true))
        .isEqualTo(new BearerCredentials(Scheme.BEARER, null, false));
    for (String second : new String[] {"Bearer a.b.c", "Basic eDp5", ""}) {
      assertThat(BearerCredentials.of(List.of("Bearer a.b.c", second), true))
          .isEqualTo(new BearerCredentials(Scheme.BEARER, null, true));
    }
  }

  @Test
  void saysWhatARequestReturnsIfItLacksTheField() {
    assertThatNullPointerException()
        .isThrownBy(() -> BearerCredentials.of(null, true))
        .withMessage(
            "headerValues: null; return an empty list if the request lacks the header field");
  }
}
