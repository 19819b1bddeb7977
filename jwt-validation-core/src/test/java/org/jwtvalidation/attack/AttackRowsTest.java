package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Compares the display names of the attack tests with the table of attacks. */
class AttackRowsTest {

  private static final int ROWS = 102;

  /** See {@link AlgorithmAttackTest}. */
  private static final Set<Integer> ELSEWHERE = Set.of(37, 97, 98, 99, 100);

  private static final List<Class<?>> ATTACK_TESTS =
      List.of(
          AlgorithmAttackTest.class,
          CacheAttackTest.class,
          ClaimAttackTest.class,
          FormatAttackTest.class,
          HeaderAttackTest.class,
          IssuerAttackTest.class,
          JsonAttackTest.class,
          KeyAttackTest.class,
          LeakAttackTest.class,
          SignatureAttackTest.class,
          TypeAttackTest.class);

  private static final Pattern ROW = Pattern.compile("row (\\d+): .+");

  @Test
  void everyAttackHasATest() {
    Set<Integer> tested = new TreeSet<>();
    for (Class<?> type : ATTACK_TESTS) {
      for (Method method : type.getDeclaredMethods()) {
        DisplayName name = method.getAnnotation(DisplayName.class);
        Matcher row = ROW.matcher(name == null ? "" : name.value());
        if (row.matches()) {
          tested.add(Integer.valueOf(row.group(1)));
        }
      }
    }

    assertThat(tested)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, ROWS)
                .boxed()
                .filter(row -> !ELSEWHERE.contains(row))
                .collect(Collectors.toList()));
  }
}
