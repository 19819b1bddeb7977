// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.WithdrawalScene.Operation;
import org.jwtvalidation.keysource.KeySource;

/**
 * Whatever becomes of issuers, their names and their keys, a token is accepted if and only if the
 * issuer that it names is trusted and its key is there, by every way to validate it.
 *
 * <p>A failure tells the seed of its sequence, which {@code -Dwithdrawal.seed} repeats.
 */
@Tag("jdk-independent")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WithdrawalModelTest {

  private static final int SEQUENCES = 500;
  private static final int LENGTH = 25;

  /** What gives no name and takes none away, neither an issuer nor a key. */
  private static final Set<String> NEITHER_NAMES_NOR_REMOVES =
      Set.of(
          "TokenValidator.builder",
          "TokenValidator.checkRefreshTokenFormat",
          "TokenValidator.warmUp",
          "TokenValidator.isReady",
          "TokenValidator.keyHealth",
          "TokenValidator.keyTables",
          "TokenValidator.cacheStatistics",
          "TokenValidator$Builder.limits",
          "TokenValidator$Builder.monitor",
          "TokenValidator$Builder.clock",
          "TokenValidator$Builder.signaturePolicy",
          "TokenValidator$Builder.maxConcurrentVerifications",
          "TokenValidator$Builder.maxTraining",
          "TokenValidator$Builder.build",
          "IssuerConfig.toString",
          "IssuerConfig$Builder.allAudiences",
          "IssuerConfig$Builder.anyAudience",
          "IssuerConfig$Builder.algorithms",
          "IssuerConfig$Builder.requireAccessTokenType",
          "IssuerConfig$Builder.rfc9068",
          "IssuerConfig$Builder.accessTokenMarkOptional",
          "IssuerConfig$Builder.leeway",
          "IssuerConfig$Builder.maxAge",
          "IssuerConfig$Builder.subjectOptional",
          "IssuerConfig$Builder.issuedAtOptional",
          "IssuerConfig$Builder.senderConstraintCheckedElsewhere",
          "IssuerConfig$Builder.clients",
          "IssuerConfig$Builder.requireClient",
          "IssuerConfig$Builder.clientClaim",
          "IssuerConfig$Builder.ignoredHeaderParameters",
          "IssuerConfig$Builder.requiredClaims",
          "IssuerConfig$Builder.claimCheck",
          "IssuerConfig$Builder.scopes",
          "IssuerConfig$Builder.impliedScopes",
          "IssuerConfig$Builder.roles",
          "IssuerConfig$Builder.audience",
          "IssuerConfig$Builder.audienceOptional",
          "IssuerConfig$Builder.build",
          "KeySource.of",
          "KeySource.file",
          "KeySource.jwksUri",
          "KeySource.discovered",
          "KeySource.polling",
          "KeySource.timeout",
          "KeySource.onRefresh");

  /** What the scene is made of, and each sequence has. */
  private static final Set<String> PART_OF_THE_SCENE =
      Set.of(
          "TokenValidator$Builder.issuer",
          "TokenValidator$Builder.issuerResolver",
          "TokenValidator$Builder.maxResolvedIssuers",
          "TokenValidator$Builder.cacheSize",
          "IssuerConfig.builder",
          "IssuerConfig.template",
          "IssuerConfig.issuer",
          "IssuerConfig$Builder.keySource");

  @Test
  @Row("116")
  void acceptsWhatTheModelDoesAndNothingElse() throws Exception {
    Long only = Long.getLong("withdrawal.seed");
    Map<Operation, Integer> accepted = new ConcurrentHashMap<>();
    if (only != null) {
      play(only, accepted);
      return;
    }
    // Most of the time of a sequence is waits for another thread.
    ExecutorService players = Executors.newFixedThreadPool(16);
    try {
      List<Future<?>> sequences = new ArrayList<>();
      for (long seed = 0; seed < SEQUENCES; seed++) {
        long of = seed;
        sequences.add(players.submit(() -> play(of, accepted)));
      }
      for (Future<?> sequence : sequences) {
        sequence.get();
      }
    } finally {
      players.shutdownNow();
    }
    for (Operation operation : Operation.values()) {
      assertThat(accepted.getOrDefault(operation, 0))
          .as("accepted by " + operation)
          .matches(times -> operation.isValidation() ? times > 50 : times == 0);
    }
  }

  private static void play(long seed, Map<Operation, Integer> accepted) {
    Random random = new Random(seed);
    List<String> played = new ArrayList<>();
    try (WithdrawalScene scene = new WithdrawalScene()) {
      for (int i = 0; i < LENGTH && !scene.isClosed(); i++) {
        Operation operation = Operation.at(random.nextInt(Integer.MAX_VALUE));
        int argument = random.nextInt(1 << 20);
        played.add(operation + " " + argument);
        if (scene.apply(operation, argument)) {
          accepted.merge(operation, 1, Integer::sum);
        }
      }
      scene.endWaits();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("-Dwithdrawal.seed=" + seed + ": " + played, e);
    }
  }

  @Test
  void hasAnOperationForAllThatNamesOrRemoves() {
    Set<String> members = new TreeSet<>();
    Stream.of(
            TokenValidator.class,
            TokenValidator.Builder.class,
            IssuerConfig.class,
            IssuerConfig.Builder.class,
            IssuerResolver.class,
            KeySource.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .map(WithdrawalModelTest::name)
        .forEach(members::add);
    Set<String> known = new TreeSet<>(NEITHER_NAMES_NOR_REMOVES);
    known.addAll(PART_OF_THE_SCENE);
    for (Operation operation : Operation.values()) {
      assertThat(operation.members()).noneMatch(NEITHER_NAMES_NOR_REMOVES::contains);
      known.addAll(operation.members());
    }
    assertThat(members)
        .as("methods; a new one that gives names or takes away needs an operation")
        .containsExactlyElementsOf(known);
  }

  private static String name(Method method) {
    String type = method.getDeclaringClass().getName();
    return type.substring(type.lastIndexOf('.') + 1) + "." + method.getName();
  }

  @Test
  void refusesEverythingOnceItIsClosed() {
    try (WithdrawalScene scene = new WithdrawalScene()) {
      scene.apply(Operation.CLOSE, 0);
      for (Operation operation : Operation.values()) {
        if (operation.isValidation()) {
          assertThatIllegalStateException()
              .as(operation.name())
              .isThrownBy(() -> scene.call(operation, 0));
        }
      }
      assertThatIllegalStateException().isThrownBy(() -> scene.forget("https://one.example"));
    }
  }
}
