// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("jdk-independent")
class ExposedFieldsTest {

  private static final String EXPOSED = "Access-Control-Expose-Headers";

  /** What is added to a response to an allowed origin that exposes these fields. */
  private static List<String> added(Map<String, List<String>> response) {
    List<String> added = new ArrayList<>();
    ExposedFields.add(
        name -> response.getOrDefault(name, List.of()),
        (name, value) -> added.add(name + ": " + value));
    return added;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                           | WWW-Authenticate, DPoP-Nonce",
        "X-Other                      | WWW-Authenticate, DPoP-Nonce",
        "www-authenticate             | DPoP-Nonce",
        "'X-Other , dpop-nonce'       | WWW-Authenticate"
      })
  void addsWhatTheApplicationDoesNotExpose(String exposed, String missing) {
    assertThat(
            added(Map.of("Access-Control-Allow-Origin", List.of("*"), EXPOSED, List.of(exposed))))
        .containsExactly(EXPOSED + ": " + missing);
  }

  @Test
  void addsNothingThatIsExposed() {
    assertThat(
            added(
                Map.of(
                    "Access-Control-Allow-Origin",
                    List.of("https://page.example"),
                    EXPOSED,
                    List.of("WWW-Authenticate", "DPoP-Nonce"))))
        .isEmpty();
  }

  @Test
  void addsNothingWhereNoOriginIsAllowed() {
    assertThat(added(Map.of())).isEmpty();
  }

  @Test
  void dependOnTheFieldsThatTheyAreReadFromAlone() {
    assertThat(ExposedFields.areOf("access-control-allow-origin")).isTrue();
    assertThat(ExposedFields.areOf("Access-Control-Expose-Headers")).isTrue();
    assertThat(ExposedFields.areOf("Access-Control-Allow-Methods")).isFalse();
  }
}
