// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.FailingAppender;
import org.jwtvalidation.Patience;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.tables.CrossCheck;
import org.jwtvalidation.internal.tables.KnownAnswer;
import org.jwtvalidation.internal.tables.SignatureVerification;
import org.jwtvalidation.internal.tables.TableGain;
import org.jwtvalidation.internal.tables.TableMaker;
import org.jwtvalidation.internal.tables.TableState;
import org.jwtvalidation.internal.tables.UpgradingVerification;

/** Where tables are made, how long they live, and what happens to keys without one. */
class TableMakerTest {

  private static final String WRONG =
      "own arithmetic is off: one of its own checks failed for a key of ES256 with 256 bits";

  private static final CrossCheck UNCHECKED = TableScene.noCrossCheck();

  private static final String THREAD = "jwt-validation-key-tables";

  private static void assertVerifies(SignatureVerifier verifier, SigningKey signer) {
    byte[] signature = signer.sign(TableScene.INPUT);
    assertThat(verifier.verify(TableScene.INPUT, signature)).isTrue();
    assertThat(verifier.verify(TableScene.INPUT, TableScene.INPUT.length - 1, signature)).isFalse();
    signature[63] ^= 1;
    assertThat(verifier.verify(TableScene.INPUT, signature)).isFalse();
  }

  // The known answer

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void testsTheKnownAnswerOnceBeforeTheFirstTable(SignatureAlgorithm algorithm) {
    List<PublicKey> tabled = new ArrayList<>();
    TableScene scene =
        new TableScene(
            algorithm,
            key -> {
              tabled.add(key);
              return TableScene.table(key);
            });
    assertThat(tabled).as("nothing is made until a key is used").isEmpty();
    for (int keys = 0; keys < 3; keys++) {
      scene.use(scene.verifier());
    }
    SignatureVerifier last = scene.verifier();
    scene.use(last);
    scene.makeTables();
    PublicKey known = SigningKey.shared(algorithm).publicKey();
    assertThat(tabled.get(0)).isEqualTo(known);
    assertThat(tabled.subList(1, tabled.size())).isNotEmpty().doesNotContain(known);
    assertThat(TabledKey.has(last)).isTrue();
    assertThat(scene.tables().error()).isNull();
  }

  @Test
  void findsItsOwnKnownAnswersRight() {
    for (SignatureAlgorithm algorithm : List.of(ES256, ED25519)) {
      SigningKey signer = SigningKey.generate(algorithm);
      SignatureVerifier verifier =
          TabledKey.of(SignaturePolicy.fastest().verifier(signer.verificationKey("k")));
      assertThat(TabledKey.error(verifier)).isNull();
      assertVerifies(verifier, signer);
    }
    assertThat(OwnArithmetic.ES256.error()).isNull();
    assertThat(OwnArithmetic.ED25519.error()).isNull();
  }

  private static Arguments broken(
      SignatureAlgorithm algorithm,
      String what,
      String why,
      Function<PublicKey, SignatureVerification> maker) {
    return Arguments.of(what, maker, TableScene.answer(algorithm), why);
  }

  static Stream<Arguments> broken() {
    String wrong = "a known answer came out wrong";
    String untested = "a known answer could not be tested";
    KnownAnswer notHexadecimal = new KnownAnswer("ES256", "EC", "not hexadecimal", "00", "00");
    KnownAnswer noKey = new KnownAnswer("Ed25519", "Ed25519", "3000", "00", "00");
    return Stream.concat(
        Stream.of(ES256, ED25519)
            .flatMap(algorithm ->
                Stream.of(
                    Arguments.of(
                        algorithm + " with another signature",
                        (Function<PublicKey, SignatureVerification>) TableScene::table,
                        TableScene.answer(
                            algorithm, SigningKey.generate(algorithm).sign(TableScene.INPUT)),
                        wrong),
                    broken(
                        algorithm,
                        algorithm + " that says yes",
                        wrong,
                        key -> (octets, length, signature) -> true),
                    broken(
                        algorithm,
                        algorithm + " that says no",
                        wrong,
                        key -> (octets, length, signature) -> false),
                    broken(
                        algorithm,
                        algorithm + " that does not read the message",
                        wrong,
                        key ->
                            (octets, length, signature) ->
                                TableScene.table(key)
                                    .verify(TableScene.INPUT, TableScene.INPUT.length, signature)),
                    broken(
                        algorithm,
                        algorithm + " that does not read the signature",
                        wrong,
                        key -> (octets, length, signature) -> length == TableScene.INPUT.length),
                    broken(
                        algorithm,
                        algorithm + " that throws",
                        untested,
                        key ->
                            (octets, length, signature) -> {
                              throw new ArithmeticException("does not divide");
                            }),
                    broken(
                        algorithm,
                        algorithm + " that has no table",
                        untested,
                        key -> {
                          throw new IllegalStateException("no table");
                        }),
                    broken(
                        algorithm,
                        algorithm + " that cannot be loaded",
                        untested,
                        key -> {
                          throw new ExceptionInInitializerError("no class");
                        }))),
        Stream.of(
            Arguments.of(
                "not hexadecimal",
                (Function<PublicKey, SignatureVerification>) TableScene::table,
                notHexadecimal,
                untested),
            Arguments.of(
                "no key",
                (Function<PublicKey, SignatureVerification>) TableScene::table,
                noKey,
                untested)));
  }

  /** Makes tables as those of ES256 and Ed25519 are made: by the thread that verifies. */
  private static TableMaker madeByCaller(Function<PublicKey, SignatureVerification> maker) {
    return new TableMaker(maker, TableScene.answer(ES256), Runnable::run, UNCHECKED);
  }

  private static void awaitQuietly(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void verifiesThoughTheLogFails() {
    SigningKey signer = SigningKey.shared(ES256);
    PublicKey known = signer.publicKey();
    SigningKey other = SigningKey.generate(ES256);
    TableMaker untested =
        madeByCaller(key -> {
          throw new IllegalStateException("no table");
        });
    TableMaker failing =
        madeByCaller(key -> {
          if (!key.equals(known)) {
            throw new OutOfMemoryError("no table");
          }
          return TableScene.table(key);
        });
    try (FailingAppender log = new FailingAppender()) {
      for (TableMaker tables : List.of(untested, failing)) {
        SignatureVerifier verifier = TableScene.verifier(other, tables);
        TableScene.use(verifier, other, UpgradingVerification.USES_BEFORE_TABLE);
        assertThat(TabledKey.has(verifier)).isFalse();
        assertThat(TabledKey.error(verifier)).isNotNull();
      }
      assertThat(log.lines()).as("one of each").isEqualTo(2);
    }
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void letsOtherKeysVerifyWhileTheLogOfTheKnownAnswerBlocks() throws Exception {
    TableMaker tables =
        madeByCaller(key -> {
          throw new IllegalStateException("no table");
        });
    CountDownLatch logging = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    SigningKey signer = SigningKey.generate(ES256);
    Thread blocked =
        new Thread(() ->
            TableScene.use(
                TableScene.verifier(signer, tables),
                signer,
                UpgradingVerification.USES_BEFORE_TABLE));
    try (FailingAppender log =
        new FailingAppender(() -> {
          logging.countDown();
          awaitQuietly(end);
        })) {
      blocked.start();
      logging.await();
      CompletableFuture<Void> others =
          CompletableFuture.runAsync(
              () -> {
                for (int key = 0; key < 3; key++) {
                  SigningKey other = SigningKey.generate(ES256);
                  SignatureVerifier verifier = TableScene.verifier(other, tables);
                  TableScene.use(verifier, other, UpgradingVerification.USES_BEFORE_TABLE);
                  assertThat(TabledKey.error(verifier)).isEqualTo(tables.error()).isNotNull();
                }
              },
              task -> new Thread(task).start());
      others.get(1, TimeUnit.MINUTES);
      assertThat(blocked.isAlive()).isTrue();
      assertThat(log.lines()).isEqualTo(1);
    } finally {
      end.countDown();
      blocked.join();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void leavesTheAlgorithmToItsProviderForGoodWhereTheKnownAnswerFails(
      String what,
      Function<PublicKey, SignatureVerification> maker,
      KnownAnswer answer,
      String why) {
    TableScene scene = new TableScene(maker, answer);
    List<SignatureVerifier> verifiers =
        List.of(scene.verifier(), scene.verifier(), scene.verifier());
    try (CapturedLog log = new CapturedLog()) {
      scene.use(verifiers.get(0));
      assertThat(scene.tables().error()).isNull();
      scene.makeTables();
      int made = scene.made.get();
      verifiers.forEach(scene::use);
      scene.makeTables();

      String expected = answer.algorithm() + " is verified without tables: " + why;
      assertThat(scene.made).as("no second attempt").hasValue(made);
      assertThat(log.lines(Level.SEVERE)).singleElement().asString().contains(expected);
      assertThat(log.text()).containsOnlyOnce(expected);
      assertThat(scene.tables().error()).isEqualTo(expected);
      for (SignatureVerifier verifier : verifiers) {
        assertThat(TabledKey.has(verifier)).isFalse();
        assertThat(TabledKey.error(verifier)).isEqualTo(expected);
        assertVerifies(verifier, scene.signer);
      }
    }
  }

  /** It has no answer, and one of another key may find more memory. */
  @Test
  void testsTheKnownAnswerAgainAfterALackOfMemory() {
    AtomicInteger made = new AtomicInteger();
    TableScene scene =
        new TableScene(
            ES256,
            key -> {
              if (made.incrementAndGet() == 1) {
                throw new OutOfMemoryError("Java heap space");
              }
              return TableScene.table(key);
            });
    SignatureVerifier first = scene.verifier();
    scene.use(first);
    scene.makeTables();
    assertThat(TabledKey.error(first))
        .isEqualTo("a key of ES256 has no table: it could not be made");
    assertThat(scene.tables().error()).isNull();

    SignatureVerifier second = scene.verifier();
    scene.use(first);
    scene.use(second);
    scene.makeTables();
    assertThat(made).as("the known answer twice, and both keys").hasValue(4);
    assertThat(TabledKey.has(first)).isTrue();
    assertThat(TabledKey.has(second)).isTrue();
  }

  // The gain

  @Test
  void makesNoTableThatIsNoGain() {
    TableScene scene =
        new TableScene(
            TableScene::table, TableScene.answer(ES256), (key, uses) -> TableGain.Answer.NO);
    SignatureVerifier verifier = scene.verifier();
    scene.use(verifier);
    assertThat(TabledKey.state(verifier)).isEqualTo(TableState.NONE);
    scene.makeTables();
    scene.use(verifier, 100);
    assertThat(scene.waiting).isEmpty();
    assertThat(scene.made).hasValue(0);
    assertThat(TabledKey.state(verifier)).isEqualTo(TableState.DECLINED);
    assertVerifies(verifier, scene.signer);
  }

  /** Tables whose gain is sure when it is asked for the n-th time; {@code asked} gets the uses. */
  private static TableScene scene(List<Integer> asked, int n, TableGain.Answer before) {
    return new TableScene(
        TableScene::table,
        TableScene.answer(ES256),
        (key, uses) -> {
          asked.add(uses);
          return asked.size() < n ? before : TableGain.Answer.YES;
        });
  }

  @Test
  void asksAgainAfterTwiceAsManyUsesWhetherTableIsAGain() {
    List<Integer> asked = new ArrayList<>();
    TableScene scene = scene(asked, 4, TableGain.Answer.NOT_YET);
    SignatureVerifier verifier = scene.verifier();
    for (int uses : List.of(16, 16, 32, 64)) {
      scene.use(verifier, uses - 1);
      assertThat(scene.waiting).isEmpty();
      scene.use(verifier, 1);
      assertThat(scene.waiting).hasSize(1);
      scene.use(verifier, 5);
      assertThat(scene.waiting).hasSize(1);
      assertThat(scene.made).hasValue(0);
      scene.makeTables();
    }
    assertThat(asked).containsExactly(16, 16, 32, 64);
    assertThat(TabledKey.has(verifier)).isTrue();
  }

  @Test
  void asksAgainWhereATableWasNoGainAtFirst() {
    List<Integer> asked = new ArrayList<>();
    TableScene scene = scene(asked, 2, TableGain.Answer.NOT_NOW);
    SignatureVerifier verifier = scene.verifier();
    scene.use(verifier);
    scene.makeTables();
    assertThat(TabledKey.state(verifier)).isEqualTo(TableState.DECLINED);
    scene.use(verifier);
    scene.makeTables();
    assertThat(asked).containsExactly(16, 16);
    assertThat(TabledKey.has(verifier)).isTrue();
  }

  @Test
  void leavesKeyAloneWhoseGainCannotBeMeasured() {
    TableScene scene =
        new TableScene(
            TableScene::table,
            TableScene.answer(ES256),
            (key, uses) -> {
              throw new IllegalStateException("no clock");
            });
    SignatureVerifier verifier = scene.verifier();
    try (CapturedLog log = new CapturedLog()) {
      scene.use(verifier);
      scene.makeTables();
      assertThat(log.lines(Level.SEVERE)).singleElement().asString().contains("no table");
    }
    assertThat(TabledKey.error(verifier))
        .isEqualTo("a key of ES256 has no table: it could not be made");
    assertVerifies(verifier, scene.signer);
  }

  /** The same machine code verifies by the tables that there are. */
  @Test
  void dropsAllTablesOnceARaceFindsAWrongPower() {
    AtomicInteger asked = new AtomicInteger();
    assertDropsAllTables(
        new TableScene(
            TableScene::table,
            TableScene.answer(ES256),
            (key, uses) -> {
              if (asked.incrementAndGet() > 1) {
                throw new ArithmeticException("a power came out wrong");
              }
              return TableGain.Answer.YES;
            }));
  }

  /** A key that has passed all checks always has a table. */
  @Test
  void dropsAllTablesOnceATableCannotBeComputed() {
    AtomicInteger made = new AtomicInteger();
    assertDropsAllTables(
        new TableScene(
            ES256,
            key -> {
              if (made.incrementAndGet() > 2) {
                throw new ArithmeticException("no inverse");
              }
              return TableScene.table(key);
            }));
  }

  private static void assertDropsAllTables(TableScene scene) {
    SignatureVerifier first = scene.verifier();
    scene.use(first);
    scene.makeTables();
    assertThat(TabledKey.has(first)).isTrue();
    scene.use(scene.verifier());
    scene.makeTables();

    assertVerifies(first, scene.signer);
    assertThat(TabledKey.has(first)).isFalse();
    assertThat(TabledKey.error(first)).contains(WRONG);
  }

  // The training

  private static TableScene stub(AtomicInteger verified, TableGain gain) {
    return new TableScene(
        key -> (octets, length, signature) -> verified.incrementAndGet() > 0,
        TableScene.answer(ES256),
        gain);
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void trainsOthersWhileWhatFollowsATrainingBlocks() {
    CountDownLatch followed = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    TableGain gain =
        (key, uses) -> {
          await(followed);
          return TableGain.Answer.NO;
        };
    SignatureVerifier verifier =
        TableScene.verifier(
            SigningKey.shared(ES256),
            new TableMaker(
                TableScene::table,
                TableScene.answer(ES256),
                gain,
                Runnable::run,
                new CrossCheck(check -> {}, LibraryThreads.SHARED.workers())));
    var blocked = verifier.train().thenRun(() -> await(end));
    followed.countDown();

    stub(new AtomicInteger(), TableGain.CERTAIN).verifier().train().toCompletableFuture().join();
    assertThat(blocked.toCompletableFuture()).isNotDone();
    end.countDown();
    blocked.toCompletableFuture().join();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void trainsByKnownAnswersOnce() {
    AtomicInteger verified = new AtomicInteger();
    TableScene scene = stub(verified, TableGain.CERTAIN);
    scene.verifier().train().toCompletableFuture().join();
    assertThat(verified).hasValueGreaterThanOrEqualTo(KnownAnswer.TRAININGS);

    int once = verified.get();
    scene.verifier().train().toCompletableFuture().join();
    assertThat(verified).as("trained once").hasValue(once);
  }

  @Test
  void makesTheTableOfATrainedKeyOnce() {
    TableScene scene = new TableScene(ES256);
    SignatureVerifier verifier = scene.verifier();
    scene.use(verifier);
    assertThat(scene.waiting).hasSize(1);
    verifier.train().toCompletableFuture().join();
    assertThat(TabledKey.has(verifier)).isTrue();
    int made = scene.made.get();
    scene.makeTables();
    verifier.train().toCompletableFuture().join();
    assertThat(scene.made).hasValue(made);
  }

  @Test
  void trainsNothingThatProvidersVerify() {
    VerificationKey key = SigningKey.shared(ES256).verificationKey("k");
    SignatureVerifier verifier = SignaturePolicy.providersOnly().verifier(key);
    assertThat(verifier.train()).isNull();
    assertThat(TabledKey.has(verifier)).isFalse();
  }

  @Test
  void trainsNothingThatIsNoGain() {
    AtomicInteger verified = new AtomicInteger();
    TableScene scene = stub(verified, (key, uses) -> TableGain.Answer.NO);
    scene.verifier().train().toCompletableFuture().join();
    assertThat(verified).hasValue(0);
  }

  @Test
  void failsNoTrainingThatCannotGoOn() {
    for (Throwable thrown : List.of(new OutOfMemoryError("x"), new ArithmeticException("y"))) {
      TableScene scene =
          new TableScene(
              ES256,
              key -> {
                if (thrown instanceof Error error) {
                  throw error;
                }
                throw (RuntimeException) thrown;
              });
      SignatureVerifier verifier = scene.verifier();
      try (CapturedLog log = new CapturedLog()) {
        verifier.train().toCompletableFuture().join();
        assertThat(log.text()).containsOnlyOnce("not everything is compiled");
      }
      if (thrown instanceof ArithmeticException) {
        assertThat(TabledKey.error(verifier)).contains(WRONG);
      } else {
        assertThat(TabledKey.state(verifier)).isEqualTo(TableState.NONE);
      }
    }
  }

  // Failures of one key

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void leavesOneKeyToItsProviderWhereItsOwnTableFails(SignatureAlgorithm algorithm) {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    TableScene scene =
        new TableScene(
            algorithm,
            key -> {
              if (failure.get() instanceof Error error) {
                throw error;
              }
              if (failure.get() instanceof RuntimeException exception) {
                throw exception;
              }
              return TableScene.table(key);
            });
    SignatureVerifier first = scene.verifier();
    scene.use(first);
    scene.makeTables();
    for (Throwable thrown :
        List.of(new OutOfMemoryError("Java heap space"), new IllegalStateException("no clock"))) {
      SignatureVerifier unlucky = scene.verifier();
      try (CapturedLog log = new CapturedLog()) {
        failure.set(thrown);
        scene.use(unlucky);
        scene.makeTables();
        failure.set(null);
        assertThat(log.lines(Level.SEVERE)).singleElement().asString().contains("no table");
      }
      assertThat(TabledKey.has(unlucky)).isFalse();
      assertThat(TabledKey.error(unlucky))
          .isEqualTo("a key of " + algorithm.joseName() + " has no table: it could not be made");
      assertVerifies(unlucky, scene.signer);

      SignatureVerifier next = scene.verifier();
      scene.use(next);
      scene.makeTables();
      assertThat(TabledKey.has(next)).isTrue();
      assertThat(TabledKey.error(next)).isNull();

      scene.use(unlucky);
      assertThat(scene.waiting).as("after as many uses, another attempt").hasSize(1);
      scene.makeTables();
      assertThat(TabledKey.has(unlucky)).isTrue();
    }
    assertThat(TabledKey.has(first)).isTrue();
    assertThat(scene.tables().error()).isNull();
  }

  static Stream<Throwable> refusals() {
    return Stream.of(
        new OutOfMemoryError("unable to create native thread"),
        new RejectedExecutionException("no more"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failsNoVerificationWhereNoThreadCanBeStarted(Throwable refusal) {
    Executor refusing =
        work -> {
          if (refusal instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) refusal;
        };
    SigningKey signer = SigningKey.generate(ES256);
    SignatureVerifier verifier =
        TableScene.verifier(
            signer,
            new TableMaker(TableScene::table, TableScene.answer(ES256), refusing, UNCHECKED));
    try (CapturedLog log = new CapturedLog()) {
      for (int i = 0; i < 20; i++) {
        assertVerifies(verifier, signer);
      }
      assertThat(log.lines(Level.SEVERE)).hasSize(1);
    }
    assertThat(TabledKey.error(verifier))
        .isEqualTo("a key of ES256 has no table: it could not be made");
  }

  /** A pool that could not start a thread has queued the task, and may run it later. */
  @Test
  void forgetsTheFailureOfKeyWhoseTableComesAfterAll() {
    List<Runnable> kept = new ArrayList<>();
    Executor late =
        work -> {
          kept.add(work);
          throw new OutOfMemoryError("unable to create native thread");
        };
    SigningKey signer = SigningKey.generate(ED25519);
    SignatureVerifier verifier =
        TableScene.verifier(
            signer, new TableMaker(TableScene::table, TableScene.answer(ED25519), late, UNCHECKED));
    TableScene.use(verifier, signer, UpgradingVerification.USES_BEFORE_TABLE);
    assertThat(TabledKey.error(verifier)).isNotNull();
    kept.forEach(Runnable::run);
    assertThat(TabledKey.has(verifier)).isTrue();
    assertThat(TabledKey.error(verifier)).isNull();
  }

  // Memory

  private static void awaitCleared(Reference<?> reference) {
    Patience.until(
        "that nothing refers to it",
        () -> {
          System.gc();
          return reference.get() == null;
        });
  }

  /** Creates a verifier with a table, which {@code last} refers to, and drops it. */
  private static Reference<SignatureVerifier> tabled(
      SigningKey signer,
      TableMaker tables,
      AtomicReference<@Nullable Reference<SignatureVerification>> last) {
    SignatureVerifier verifier = TabledKey.of(TableScene.verifier(signer, tables));
    System.gc();
    assertThat(last.get().get()).isNotNull();
    assertVerifies(verifier, signer);
    return new WeakReference<>(verifier);
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void freesTheTableWithItsKey(SignatureAlgorithm algorithm) {
    AtomicReference<@Nullable Reference<SignatureVerification>> last = new AtomicReference<>();
    TableMaker tables =
        new TableMaker(
            key -> {
              SignatureVerification table = TableScene.table(key);
              last.set(new WeakReference<>(table));
              return table;
            },
            TableScene.answer(algorithm),
            TableMaker.BACKGROUND,
            UNCHECKED);
    Reference<SignatureVerifier> dropped = tabled(SigningKey.generate(algorithm), tables, last);
    awaitCleared(dropped);
    awaitCleared(last.get());
  }

  /** Creates a verifier that has requested its table, and drops it. */
  private static Reference<SignatureVerifier> used(TableScene scene) {
    SignatureVerifier verifier = scene.verifier();
    scene.use(verifier);
    return new WeakReference<>(verifier);
  }

  @Test
  void keepsNoKeyInItsQueueAndMakesNoTableForOneThatIsGone() {
    TableScene scene = new TableScene(ES256);
    Reference<SignatureVerifier> dropped = used(scene);
    awaitCleared(dropped);
    assertThat(scene.waiting).hasSize(1);
    scene.makeTables();
    assertThat(scene.made).hasValue(0);
  }

  // The thread

  private static Stream<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(THREAD));
  }

  private static void awaitNoThread() {
    Patience.until("the end of the thread", () -> threads().findAny().isEmpty());
  }

  private static void uninterruptedly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static final InheritableThreadLocal<String> OF_THE_CALLER =
      new InheritableThreadLocal<>();

  /** The state of the thread while it made a table. */
  private record Seen(
      Thread thread, boolean daemon, @Nullable ClassLoader loader, @Nullable String inherited) {

    static Seen now() {
      Thread thread = Thread.currentThread();
      return new Seen(
          thread, thread.isDaemon(), thread.getContextClassLoader(), OF_THE_CALLER.get());
    }
  }

  @Test
  void makesTablesOnDaemonThreadOfItsOwnThatHoldsNothingAndEnds() {
    ThreadPoolExecutor background = (ThreadPoolExecutor) TableMaker.BACKGROUND;
    assertThat(background.getKeepAliveTime(TimeUnit.MILLISECONDS)).isEqualTo(1000);
    background.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
    try {
      makeTablesByThreadThatEnds();
    } finally {
      background.setKeepAliveTime(1, TimeUnit.SECONDS);
    }
  }

  private static void makeTablesByThreadThatEnds() {
    List<Seen> seen = new ArrayList<>();
    CountDownLatch allRequested = new CountDownLatch(1);
    TableMaker tables =
        new TableMaker(
            key -> {
              seen.add(Seen.now());
              uninterruptedly(allRequested);
              return TableScene.table(key);
            },
            TableScene.answer(ES256),
            TableMaker.BACKGROUND,
            UNCHECKED);
    awaitNoThread();
    OF_THE_CALLER.set("the caller's own");
    SigningKey signer = SigningKey.shared(ES256);
    List<SignatureVerifier> verifiers =
        Stream.generate(() -> TableScene.verifier(signer, tables)).limit(3).toList();
    try {
      for (SignatureVerifier verifier : verifiers) {
        TableScene.use(verifier, signer, UpgradingVerification.USES_BEFORE_TABLE);
      }
      allRequested.countDown();
      Patience.until("tables", () -> verifiers.stream().allMatch(TabledKey::has));
    } finally {
      OF_THE_CALLER.remove();
    }
    Thread thread = seen.get(0).thread();
    assertThat(thread).isNotSameAs(Thread.currentThread());
    assertThat(thread.getName()).isEqualTo(THREAD);
    assertThat(seen).hasSize(4).containsOnly(new Seen(thread, true, null, null));
    awaitNoThread();
    assertThat(thread.isAlive()).isFalse();

    TabledKey.of(TableScene.verifier(signer, tables));
    assertThat(seen).as("on another thread, without another test").hasSize(5);
    assertThat(seen.get(4).thread()).isNotSameAs(thread);
  }
}
