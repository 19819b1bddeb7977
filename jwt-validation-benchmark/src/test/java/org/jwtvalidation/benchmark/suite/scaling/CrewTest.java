package org.jwtvalidation.benchmark.suite.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.TokenRejectedException;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.jwtvalidation.testkit.Workload;

class CrewTest {

  private static final int ISSUER_LENGTH = "https://issuer-1.example".length();

  private final Crew crew = new Crew();

  @AfterEach
  void dismissCrew() {
    crew.dismiss();
  }

  static Stream<Arguments> crews() {
    return Stream.of(WorkerThreads.available())
        .map(WorkerThreads::valueOf)
        .flatMap(executor -> Stream.of(1, 3, 200).map(threads -> Arguments.of(executor, threads)));
  }

  @ParameterizedTest
  @MethodSource("crews")
  void sharesWorkWithoutARemainder(WorkerThreads executor, int threads) throws Exception {
    crew.executor = executor;
    crew.threads = threads;
    crew.prepare();
    Workload workload = Workload.builder().tokens(30).build();
    var validator = workload.validator().cacheSize(0).build();
    LongAdder validations = new LongAdder();
    var callers = ConcurrentHashMap.<Thread>newKeySet();

    long answers =
        crew.share(
            1000,
            workload,
            token -> {
              validations.increment();
              callers.add(Thread.currentThread());
              return validator.validate(token);
            });

    assertThat(answers).isEqualTo(1000L * ISSUER_LENGTH);
    assertThat(validations.sum()).isEqualTo(1000);
    assertThat(callers).hasSize(threads);
  }

  @Test
  void doesNotOverlookARejection() {
    crew.threads = 2;
    crew.prepare();
    var stranger = Workload.builder().tokens(3).build().validator().build();

    assertThatThrownBy(
            () -> crew.share(10, Workload.builder().tokens(3).build(), stranger::validate))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TokenRejectedException.class);
  }
}
