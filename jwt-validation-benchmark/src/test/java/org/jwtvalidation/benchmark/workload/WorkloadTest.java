// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.ValidationResult;

@Tag("jdk-independent")
class WorkloadTest {

  private static final Workload WORKLOAD =
      Workload.builder().algorithm(SignatureAlgorithm.ES256).build();

  private final TokenValidator validator = WORKLOAD.validator().cacheSize(60).build();

  @Test
  void hasSixHundredTokensOfThreeIssuersInTurn() {
    assertThat(WORKLOAD.size()).isEqualTo(600);
    assertThat(WORKLOAD.issuers()).hasSize(3);
    for (int number : new int[] {0, 1, 2, 3, 599}) {
      AccessToken token = validator.validate(WORKLOAD.token(number));
      assertThat(token.issuer()).isEqualTo(WORKLOAD.issuers().get(number % 3).issuer());
      assertThat(token.subject()).isEqualTo("user-" + number);
      assertThat(token.claims().string("data").length()).isBetween(50, 250);
    }
  }

  @Test
  void signsByRs256ByDefault() {
    Workload workload = Workload.builder().issuers(1).tokens(2).dataLength(7, 7).build();

    AccessToken token = workload.validator().build().validate(workload.token(1));

    assertThat(token.algorithm()).isEqualTo(SignatureAlgorithm.RS256);
    assertThat(token.claims().string("data")).hasSize(7);
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "ES256", "ED25519"})
  void takesWhatAnotherJvmHasKept(SignatureAlgorithm algorithm, @TempDir Path folder) {
    Workload.Builder options =
        Workload.builder().issuers(2).tokens(20).algorithm(algorithm).keptIn(folder);
    Workload first = options.build();
    first.stream(AccessPattern.UNIFORM, 100, EnumSet.allOf(TokenFault.class));
    Workload second = options.build();
    Workload another = options.tokens(21).build();

    assertThat(second.token(19)).isEqualTo(first.token(19));
    assertThat(another.token(19)).isNotEqualTo(first.token(19));
    TokenValidator trusting = second.validator().build();
    IntStream.range(0, 20).forEach(i -> assertThat(trusting.validate(first.token(i))).isNotNull());
    for (TokenFault fault : TokenFault.values()) {
      String bad = second.stream(AccessPattern.UNIFORM, 100, List.of(fault)).next();
      assertThatThrownBy(() -> trusting.validate(bad))
          .isInstanceOfSatisfying(
              TokenRejectedException.class,
              e -> assertThat(e.rejection().reason()).isEqualTo(fault.reason()));
    }
    assertThat(trusting.tryValidate(another.token(0)).isAccepted()).isFalse();
  }

  @Test
  void returnsANewStringEachTime() {
    assertThat(WORKLOAD.token(7)).isEqualTo(WORKLOAD.token(7)).isNotSameAs(WORKLOAD.token(7));
  }

  @ParameterizedTest
  @EnumSource
  void spoilsTokensWithTheGivenFault(TokenFault fault) {
    TokenStream stream = WORKLOAD.stream(AccessPattern.UNIFORM, 100, List.of(fault));
    int length = WORKLOAD.token(0).length();

    for (int i = 0; i < 100; i++) {
      String token = stream.next();
      assertThat(token.length()).isBetween(length - 300, length + 300);
      assertThatThrownBy(() -> validator.validate(token))
          .isInstanceOfSatisfying(
              TokenRejectedException.class,
              e -> assertThat(e.rejection().reason()).isEqualTo(fault.reason()));
    }
  }

  @Test
  void mixesValidAndInvalidTokens() {
    TokenStream stream =
        WORKLOAD.stream(AccessPattern.UNIFORM, 50, EnumSet.allOf(TokenFault.class));

    Map<Object, Long> answers =
        Stream.generate(stream::next)
            .limit(3000)
            .map(validator::tryValidate)
            .collect(
                Collectors.groupingBy(
                    result ->
                        result instanceof ValidationResult.Rejected<?> rejected
                            ? rejected.rejection().reason()
                            : "accepted",
                    Collectors.counting()));

    assertThat(answers).hasSize(7);
    assertThat(answers.remove("accepted")).isBetween(1300L, 1700L);
    assertThat(answers.values()).allSatisfy(count -> assertThat(count).isBetween(150L, 350L));
  }

  @Test
  void drawsUniformly() {
    assertThat(draws(AccessPattern.UNIFORM, 60_000).values())
        .hasSize(600)
        .allSatisfy(count -> assertThat(count).isBetween(40L, 180L));
  }

  @Test
  void drawsByZipfsLaw() {
    Map<Integer, Long> counts = draws(AccessPattern.ZIPF, 100_000);
    double sum = IntStream.rangeClosed(1, 600).mapToDouble(k -> Math.pow(k, -0.99)).sum();

    for (int rank : new int[] {1, 2, 10}) {
      double expected = 100_000 * Math.pow(rank, -0.99) / sum;
      assertThat((double) counts.get(rank - 1)).isBetween(expected * 0.85, expected * 1.15);
    }
    assertThat(counts.get(599)).as("seldom, yet not never").isBetween(3L, 80L);
  }

  @Test
  void drawsMostlyFromAChangingHotSet() {
    TokenStream stream = WORKLOAD.stream(AccessPattern.HOT_SET);
    Map<Integer, Long> early = draws(stream, 10_000);
    draws(stream, 200_000);
    Map<Integer, Long> late = draws(stream, 10_000);

    assertThat(hottest(early)).hasSizeBetween(55, 80);
    assertThat(hottest(late)).hasSizeBetween(55, 80).doesNotContainAnyElementsOf(hottest(early));
  }

  @Test
  void drawsInBursts() {
    TokenStream stream = WORKLOAD.stream(AccessPattern.BURST);

    assertThat(draws(stream, 900).keySet()).hasSize(60).allMatch(number -> number < 60);
    assertThat(draws(stream, 100).keySet()).hasSizeGreaterThan(80).noneMatch(n -> n < 60);
    assertThat(draws(stream, 900).keySet()).hasSize(60);
  }

  @ParameterizedTest
  @EnumSource
  void drawsFromAPoolOfOne(AccessPattern pattern) {
    Workload one =
        Workload.builder().issuers(1).tokens(1).algorithm(SignatureAlgorithm.ES256).build();
    TokenStream stream = one.stream(pattern);

    for (int i = 0; i < 3000; i++) {
      assertThat(stream.next()).isEqualTo(one.token(0));
    }
  }

  @Test
  void namesAWrongOption() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workload.builder().issuers(0))
        .withMessage("issuers: 0 is not between 1 and 100; choose a number in between");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workload.builder().tokens(100_001))
        .withMessageContaining("tokens: 100001");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workload.builder().dataLength(6, 5))
        .withMessageContaining("dataLength.min: 6");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workload.builder().dataLength(0, 6001))
        .withMessageContaining("dataLength.max: 6001");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WORKLOAD.stream(AccessPattern.UNIFORM, 101, List.of(TokenFault.EXPIRED)))
        .withMessageContaining("errorPercent: 101");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WORKLOAD.stream(AccessPattern.UNIFORM, 50, List.of()))
        .withMessageContaining("faults: none");
  }

  private static Map<Integer, Long> draws(AccessPattern pattern, int count) {
    return draws(WORKLOAD.stream(pattern), count);
  }

  private static Map<Integer, Long> draws(TokenStream stream, int count) {
    return Stream.generate(stream::next)
        .limit(count)
        .map(WorkloadTest::number)
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private static List<Integer> hottest(Map<Integer, Long> draws) {
    return draws.entrySet().stream()
        .filter(draw -> draw.getValue() > 40)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static int number(String token) {
    return NUMBERS.get(token);
  }

  private static final Map<String, Integer> NUMBERS =
      IntStream.range(0, WORKLOAD.size())
          .boxed()
          .collect(Collectors.toMap(WORKLOAD::token, Function.identity()));
}
