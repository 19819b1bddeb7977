// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.Scene;

class ClaimsSetTest {

  private final Scene scene = new Scene();
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final ClaimsSet claims;

  ClaimsSetTest() {
    values.put("string", "text");
    values.put("empty", "");
    values.put("integer", 7L);
    values.put("large", new BigInteger("123456789012345678901234567890"));
    values.put("fraction", new BigDecimal("1.50"));
    values.put("true", true);
    values.put("false", false);
    values.put("null", null);
    values.put("strings", List.of("a", "b"));
    values.put("mixed", Arrays.asList("a", 7L, null));
    values.put("object", Map.of("list", List.of("x"), "inner", Map.of("deep", List.of(1L))));
    var token = scene.token();
    values.forEach(token::claim);
    claims = scene.validator().validate(token.compact()).claims();
  }

  @Test
  void keepsEveryClaimInTheOrderOfTheToken() {
    assertThat(claims.asMap()).containsAllEntriesOf(values);
    assertThat(claims.asMap().keySet()).containsSubsequence(values.keySet());
    values.forEach((name, value) -> assertThat(claims.get(name)).isEqualTo(value));
    assertThat(claims.get("absent")).isNull();
  }

  @Test
  void tellsNullFromAbsence() {
    assertThat(claims.contains("null")).isTrue();
    assertThat(claims.contains("absent")).isFalse();
    assertThat(claims.contains("String")).isFalse();
  }

  @Test
  void givesTypedValues() {
    assertThat(claims.string("string")).isEqualTo("text");
    assertThat(claims.string("empty")).isEmpty();
    assertThat(claims.bool("true")).isTrue();
    assertThat(claims.bool("false")).isFalse();
    assertThat(claims.number("integer")).isEqualTo(7L);
    assertThat(claims.number("large")).isEqualTo(values.get("large"));
    assertThat(claims.number("fraction")).isEqualTo(new BigDecimal("1.50"));
    assertThat(claims.instant("integer")).isEqualTo(Instant.ofEpochSecond(7));
    assertThat(claims.instant("fraction")).isEqualTo(Instant.ofEpochMilli(1500));
    assertThat(claims.instant("iat")).isEqualTo(Scene.NOW);
    assertThat(claims.strings("strings")).containsExactly("a", "b");
    ClaimsSet object = Objects.requireNonNull(claims.object("object"));
    assertThat(object.strings("list")).containsExactly("x");
    assertThat(object.object("inner").asMap()).isEqualTo(Map.of("deep", List.of(1L)));
  }

  @Test
  void givesNullOrNothingForAbsentClaims() {
    assertThat(claims.string("absent")).isNull();
    assertThat(claims.bool("absent")).isNull();
    assertThat(claims.number("absent")).isNull();
    assertThat(claims.instant("absent")).isNull();
    assertThat(claims.object("absent")).isNull();
    assertThat(claims.strings("absent")).isEmpty();
  }

  @Test
  void refusesValuesOfOtherTypes() {
    assertMistyped(ClaimsSet::string, "string", "empty");
    assertMistyped(ClaimsSet::bool, "true", "false");
    assertMistyped(ClaimsSet::number, "integer", "large", "fraction");
    assertMistyped(ClaimsSet::instant, "integer", "fraction");
    assertMistyped(ClaimsSet::strings, "strings");
    assertMistyped(ClaimsSet::object, "object");
  }

  private void assertMistyped(BiFunction<ClaimsSet, String, Object> accessor, String... right) {
    for (String name : values.keySet()) {
      if (!List.of(right).contains(name)) {
        assertThatIllegalStateException()
            .isThrownBy(() -> accessor.apply(claims, name))
            .withMessageStartingWith("claim " + name + " is not a");
      }
    }
  }

  @Test
  void cannotBeChangedAtAnyLevel() {
    ClaimsSet object = Objects.requireNonNull(claims.object("object"));
    for (Map<String, Object> map :
        List.of(claims.asMap(), object.asMap(), object.object("inner").asMap())) {
      assertThatThrownBy(() -> map.put("sub", "admin"))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> map.remove("sub")).isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> map.entrySet().iterator().next().setValue("x"))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> map.keySet().clear())
          .isInstanceOf(UnsupportedOperationException.class);
    }
    for (Object list :
        List.of(
            claims.strings("strings"),
            claims.get("mixed"),
            object.get("list"),
            object.object("inner").get("deep"))) {
      assertThatThrownBy(() -> ((List<?>) list).remove(0))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(((List<?>) list)::clear).isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void equalsSetOfTheSameClaims() {
    var builder = scene.token().claim("jti", "1");
    ClaimsSet one = scene.validator().validate(builder.compact()).claims();
    ClaimsSet same = scene.validator().validate(builder.compact()).claims();
    ClaimsSet other = scene.validator().validate(builder.claim("jti", "2").compact()).claims();

    assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotSameAs(same);
    assertThat(one).isNotEqualTo(other).isNotEqualTo(one.asMap());
    assertThat(one).doesNotHaveSameHashCodeAs(other);
  }

  @Test
  void saysHowManyClaimsItHasAndNothingOfThem() {
    assertThat(claims).hasToString("ClaimsSet of " + claims.asMap().size() + " claims");
  }
}
