// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.ProviderException;
import java.security.PublicKey;
import java.security.SignatureException;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Allocation;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.OtherJvm;
import org.jwtvalidation.jwk.RsaKeys;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.TableScene;
import org.jwtvalidation.jwk.TabledKey;
import org.jwtvalidation.testkit.Tampering;

/** What of own arithmetic is checked, and what follows when it is wrong. */
@Timeout(300)
class CrossCheckTest {

  private static final byte[] INPUT = TableScene.INPUT;
  private static final SignatureVerification YES = (octets, length, signature) -> true;
  private static final SignatureVerification NO = (octets, length, signature) -> false;
  private static final String KEYS = "a key of ES256 with 256 bits";

  /** A provider that counts what it checks. */
  private static final class Provider implements SignatureVerification {

    private final List<byte[]> checked = new ArrayList<>();
    private final AtomicInteger count = new AtomicInteger();
    private boolean answer = true;

    @Override
    public boolean verify(byte[] octets, int length, byte[] signature) {
      count.incrementAndGet();
      if (checked.size() < 100) {
        checked.add(octets);
        checked.add(signature);
      }
      return answer;
    }
  }

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> reports = new ArrayDeque<>();
  private final CrossCheck crossCheck = new CrossCheck(background::add, reports::add);
  private final Provider provider = new Provider();

  private static void run(Queue<Runnable> waiting) {
    for (Runnable work = waiting.poll(); work != null; work = waiting.poll()) {
      work.run();
    }
  }

  private static boolean verify(SignatureVerification verification) {
    return verification.verify(INPUT, INPUT.length, new byte[64]);
  }

  // What is checked

  @Test
  void checksTheFirstSixteenSignaturesAndThenOneIn65536() {
    SignatureVerification verification = crossCheck.of(KEYS, YES, provider);
    int checks = 0;
    for (int number = 1; number <= (3 << 16) + 100; number++) {
      assertThat(verify(verification)).isTrue();
      run(background);
      checks += number <= 16 || number % 65_536 == 0 ? 1 : 0;
      if (provider.count.get() != checks) {
        throw new AssertionError(number + ": " + provider.count);
      }
    }
    assertThat(checks).isEqualTo(19);
    assertThat(crossCheck.hasFailed()).isFalse();
    assertThat(crossCheck.error()).isNull();
  }

  @Test
  void countsForEachTable() {
    for (int table = 1; table <= 3; table++) {
      SignatureVerification verification = crossCheck.of(KEYS, YES, provider);
      for (int use = 0; use < 100; use++) {
        verify(verification);
      }
      run(background);
      assertThat(provider.count).hasValue(16 * table);
    }
  }

  @Test
  void checksNothingThatWasRefused() {
    SignatureVerification verification = crossCheck.of(KEYS, NO, provider);
    for (int use = 0; use < 100; use++) {
      assertThat(verify(verification)).isFalse();
    }
    assertThat(background).isEmpty();
  }

  @Test
  void checksWhatWasVerifiedWhateverBecomesOfItsArrays() {
    byte[] octets = "message and more".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    byte[] signature = {1, 2, 3};
    crossCheck.of(KEYS, YES, provider).verify(octets, 7, signature);
    octets[0] = 0;
    signature[0] = 0;
    run(background);
    assertThat(provider.checked.get(0)).asString().isEqualTo("message");
    assertThat(provider.checked.get(1)).containsExactly(1, 2, 3);
  }

  @Test
  void copiesNothingUnlessACheckIsDue() {
    byte[] signature = new byte[64];
    SignatureVerification verification = crossCheck.of(KEYS, YES, provider);
    for (int use = 0; use < 16; use++) {
      verify(verification);
    }
    assertThat(Allocation.octetsOf(() -> verification.verify(INPUT, INPUT.length, signature)))
        .isZero();
  }

  @Test
  void checksNoLongInput() {
    SignatureVerification verification = crossCheck.of(KEYS, YES, provider);
    for (int length : new int[] {CrossCheck.MAX_LENGTH, CrossCheck.MAX_LENGTH + 1}) {
      assertThat(verification.verify(new byte[length], length, new byte[64])).isTrue();
    }
    run(background);
    assertThat(provider.checked.get(0)).hasSize(CrossCheck.MAX_LENGTH);
    assertThat(provider.count).hasValue(1);
  }

  /** As a thread pool does that cannot start the thread for what it has queued. */
  @Test
  void leavesAPlaceOnceIfACheckRunsThoughItWasRefused() {
    AtomicBoolean startsThreads = new AtomicBoolean();
    CrossCheck unlucky =
        new CrossCheck(
            check -> {
              background.add(check);
              if (!startsThreads.get()) {
                throw new OutOfMemoryError("unable to create native thread");
              }
            },
            Runnable::run);
    verifyByTables(unlucky, 5);
    assertThat(background).hasSize(80);
    run(background);
    assertThat(provider.count).hasValue(80);

    startsThreads.set(true);
    verifyByTables(unlucky, 5);
    assertThat(background).hasSize(64);
  }

  private void verifyByTables(CrossCheck by, int tables) {
    for (int table = 0; table < tables; table++) {
      SignatureVerification verification = by.of(KEYS, YES, provider);
      for (int use = 0; use < 16; use++) {
        assertThat(verify(verification)).isTrue();
      }
    }
  }

  @Test
  void leavesOutWhatFindsNoPlace() {
    verifyByTables(crossCheck, 5);
    assertThat(background).as("each is a task, so that others have their turn").hasSize(64);
    run(background);
    assertThat(provider.count).hasValue(64);

    verify(crossCheck.of(KEYS, YES, provider));
    run(background);
    assertThat(provider.count).as("there is room again").hasValue(65);
  }

  static Stream<Throwable> refusals() {
    return Stream.of(
        new OutOfMemoryError("unable to create native thread"),
        new RejectedExecutionException("no more"));
  }

  private static Executor refusing(Throwable refusal) {
    return work -> {
      if (refusal instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) refusal;
    };
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failsNoVerificationWhereNoThreadCanBeStarted(Throwable refusal) {
    CrossCheck unlucky = new CrossCheck(refusing(refusal), Runnable::run);
    SignatureVerification verification = unlucky.of(KEYS, YES, NO);
    for (int use = 0; use < 20; use++) {
      assertThat(verify(verification)).isTrue();
    }
    assertThat(unlucky.hasFailed()).isFalse();
  }

  // What the provider says

  static Stream<Throwable> failures() {
    return Stream.of(
        new SignatureException("not a point"),
        new ProviderException("the device is gone"),
        new IllegalStateException("the module is in error"),
        new NoClassDefFoundError("missing"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void takesNoFailureOfAProviderForARefusal(Throwable failure) {
    AtomicInteger asked = new AtomicInteger();
    SignatureVerification failing =
        new SignatureVerification() {
          @Override
          public boolean verify(byte[] octets, int length, byte[] signature) {
            throw new AssertionError("not asked so");
          }

          @Override
          public boolean refuses(byte[] octets, int length, byte[] signature)
              throws GeneralSecurityException {
            asked.incrementAndGet();
            if (failure instanceof GeneralSecurityException exception) {
              throw exception;
            }
            if (failure instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) failure;
          }
        };
    SignatureVerification verification = crossCheck.of(KEYS, YES, failing);
    try (CapturedLog log = new CapturedLog()) {
      for (int use = 0; use < 20; use++) {
        verify(verification);
      }
      run(background);
      run(reports);
      assertThat(log.lines(Level.ALL)).isEmpty();
    }
    assertThat(asked).hasValue(16);
    assertThat(crossCheck.hasFailed()).isFalse();

    verify(crossCheck.of(KEYS, YES, NO));
    run(background);
    assertThat(crossCheck.hasFailed()).as("it goes on").isTrue();
  }

  // The report

  @Test
  void logsTheFirstRefusalAlone() {
    SignatureVerification verification = crossCheck.of(KEYS, YES, NO);
    SignatureVerification other = crossCheck.of("a key of RS256 with 2048 bits", YES, provider);
    provider.answer = false;
    try (CapturedLog log = new CapturedLog()) {
      for (int use = 0; use < 16; use++) {
        verify(verification);
        verify(other);
      }
      run(background);
      assertThat(crossCheck.hasFailed()).as("whether or not the log appender blocks").isTrue();
      assertThat(reports).hasSize(1);
      run(reports);
      assertThat(log.lines(Level.ALL)).hasSize(1);
      assertThat(log.lines(Level.SEVERE))
          .singleElement()
          .asString()
          .contains("own arithmetic is off: it accepted a signature of " + KEYS)
          .contains("org.jwtvalidation.jwk.VerificationKey");
      assertThat(log.text()).contains(crossCheck.error());
    }
    assertThat(provider.count).as("nothing more is checked").hasValue(0);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void logsWhereNoThreadCanBeStarted(Throwable refusal) {
    CrossCheck unlucky = new CrossCheck(Runnable::run, refusing(refusal));
    try (CapturedLog log = new CapturedLog()) {
      assertThat(verify(unlucky.of(KEYS, YES, NO))).isTrue();
      assertThat(log.lines(Level.SEVERE)).singleElement().asString().contains(KEYS);
    }
    assertThat(unlucky.hasFailed()).isTrue();
  }

  // The end of own arithmetic

  /** Right for the key of the known answer, so that there are tables, and wrong for the others. */
  private static TableScene planted(
      SignatureAlgorithm algorithm, Function<PublicKey, SignatureVerification> wrong) {
    PublicKey known = SigningKey.shared(algorithm).publicKey();
    return new TableScene(
        algorithm, key -> key.equals(known) ? TableScene.table(key) : wrong.apply(key));
  }

  private static byte[] forged(SigningKey signer) {
    byte[] signature = signer.sign(INPUT);
    // S, so that R is a point.
    signature[40] ^= 1;
    return signature;
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void findsArithmeticThatAcceptsEverything(SignatureAlgorithm algorithm) {
    TableScene scene = planted(algorithm, key -> YES);
    assertOffAfter(scene, forged(scene.signer));
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void findsTheTableOfAnotherKey(SignatureAlgorithm algorithm) {
    SigningKey other = SigningKey.generate(algorithm);
    TableScene scene = planted(algorithm, key -> TableScene.table(other.publicKey()));
    assertOffAfter(scene, other.sign(INPUT));
  }

  private static void assertOffAfter(TableScene scene, byte[] accepted) {
    String algorithm = scene.signer.algorithm().joseName();
    SignatureVerifier verifier = scene.verifier();
    SignatureVerifier tabled = scene.verifier();
    scene.use(tabled);
    scene.use(verifier);
    scene.makeTables();
    assertThat(TabledKey.has(verifier)).isTrue();
    try (CapturedLog log = new CapturedLog()) {
      assertThat(verifier.verify(INPUT, accepted)).as("the fault").isTrue();
      scene.check();

      assertThat(verifier.verify(INPUT, accepted)).isFalse();
      scene.use(verifier, 100);
      assertThat(TabledKey.has(verifier)).isFalse();
      SignatureVerifier fresh = scene.verifier();
      scene.use(fresh, 100);
      assertThat(fresh.verify(INPUT, accepted)).isFalse();
      for (SignatureVerifier each : List.of(verifier, tabled, fresh)) {
        assertThat(TabledKey.has(each)).isFalse();
        assertThat(TabledKey.state(each).error())
            .contains("own arithmetic is off", algorithm, "256 bits", "the provider refuses");
        assertThat(each.train()).isNull();
      }
      assertThat(scene.waiting).as("no table is asked for").isEmpty();
      assertThat(scene.unchecked).isEmpty();
      assertThat(KeyTables.of(List.of(verifier, fresh)))
          .isEqualTo(new KeyTables(0, 0, 0, TabledKey.state(verifier).error()));
      assertThat(log.lines(Level.SEVERE)).hasSize(1);
      assertThat(log.lines(Level.ALL)).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leavesSignaturesToTheProviderWhereOwnArithmeticHasNoAnswer(boolean valid) {
    provider.answer = valid;
    SignatureVerification none =
        (octets, length, signature) -> {
          throw new ArithmeticException();
        };
    try (CapturedLog log = new CapturedLog()) {
      SignatureVerification verification = crossCheck.of(KEYS, none, provider);
      assertThat(verify(verification)).isEqualTo(valid);
      assertThat(crossCheck.error())
          .startsWith("own arithmetic is off")
          .contains("one of its own checks failed for a signature of " + KEYS + ";");
      assertThat(verify(verification)).isEqualTo(valid);
      run(reports);
      assertThat(log.lines(Level.SEVERE)).hasSize(1);
    }
    assertThat(background).as("checks").isEmpty();
    assertThat(provider.count).hasValue(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS512"})
  void findsAFaultOfRsaAndLeavesKeysOfAllSizesToTheProvider(SignatureAlgorithm algorithm) {
    String name = algorithm.joseName();
    RSAPublicKey key = (RSAPublicKey) SigningKey.shared(algorithm).publicKey();
    TableMaker tables =
        new TableMaker(
            any -> any.equals(key) ? YES : RsaVerification.byTable(name, any),
            RsaKnownAnswers.of(name),
            Runnable::run,
            crossCheck);
    TableBudget budget = new TableBudget(TableBudget.DEFAULT_OCTETS);
    provider.answer = false;
    SignatureVerification verification = RsaVerification.of(name, key, tables, budget, provider);
    byte[] signature = SigningKey.shared(algorithm).sign(INPUT);
    for (int use = 0; use < 16; use++) {
      assertThat(verification.verify(INPUT, INPUT.length, signature)).isTrue();
    }
    assertThat(verification.tableState()).isEqualTo(TableState.PRESENT);
    RSAPublicKey unusual = (RSAPublicKey) RsaKeys.pair(2049).getPublic();
    SignatureVerification withoutTable =
        RsaVerification.of(name, unusual, tables, budget, provider);
    byte[] valid = new SigningKey(algorithm, RsaKeys.pair(2049)).sign(INPUT);
    assertThat(withoutTable.verify(INPUT, INPUT.length, valid)).isTrue();
    assertThat(withoutTable.train()).isCompleted();
    assertThat(withoutTable.tableState()).isEqualTo(TableState.NONE);
    assertThat(provider.count).hasValue(0);

    assertThat(verification.verify(INPUT, INPUT.length, new byte[256])).isTrue();
    run(background);
    assertThat(verification.tableState().error()).contains("a key of " + name + " with 2048 bits");
    assertThat(withoutTable.tableState().error()).isEqualTo(verification.tableState().error());
    assertThat(withoutTable.train()).isNull();
    assertThat(provider.count).hasValue(1);
    assertThat(verification.verify(INPUT, INPUT.length, signature)).isFalse();
    assertThat(withoutTable.verify(INPUT, INPUT.length, valid)).isFalse();
    assertThat(provider.count).hasValue(3);
  }

  @Test
  void tellsTheLatestReasonWhyAKeyHasNoTableUntilOwnArithmeticIsOff() {
    TableMaker tables = new TableMaker(key -> YES, NO_ANSWER, background::add, crossCheck);
    PublicKey key = SigningKey.shared(SignatureAlgorithm.ES256).publicKey();
    UpgradingVerification verification =
        new UpgradingVerification(
            key, tables, new TableBudget(TableBudget.DEFAULT_OCTETS), provider);
    TableState failed = TableState.failed("its table could not be made");
    verification.doWithoutTable(TableState.DECLINED);
    assertThat(verification.tableState()).isEqualTo(TableState.DECLINED);
    verification.doWithoutTable(failed);
    assertThat(verification.tableState()).isEqualTo(failed);
    verification.takeTable(YES);
    verification.doWithoutTable(failed);
    assertThat(verification.tableState()).as("not while it has one").isEqualTo(TableState.PRESENT);
    verification.loseTable();
    assertThat(verification.tableState()).isEqualTo(TableState.WITHOUT_ROOM);

    verify(crossCheck.of(KEYS, YES, NO));
    run(background);
    assertThat(verification.tableState().error()).isNotNull().isEqualTo(crossCheck.error());
  }

  private static final KnownAnswer NO_ANSWER = new KnownAnswer("ES256", "EC", "", "", "");

  /** In a JVM of its own, because it is for good. */
  @Test
  void turnsOwnArithmeticOffForAllValidatorsOfTheJvm(@TempDir Path folder) throws Exception {
    OtherJvm.run(FailedInProduction.class, folder);
  }

  /** A validator with a table before, and another one that comes after. */
  static final class FailedInProduction {

    private static final int USES = 40;

    private static final Duration TRAINING = Duration.ofMinutes(1);

    private FailedInProduction() {}

    public static void main(String[] arguments) {
      Scene scene = new Scene();
      try (TokenValidator before = uncached(scene)) {
        assertVerifies(before, scene);
        assertThat(tables(before)).isEqualTo(new KeyTables(1, 0, 0, null));

        verify(CrossCheck.OF_THIS_JVM.of(KEYS, YES, NO));
        while (!CrossCheck.OF_THIS_JVM.hasFailed()) {
          Thread.onSpinWait();
        }
        String error = CrossCheck.OF_THIS_JVM.error();
        assertVerifies(before, scene);
        assertThat(tables(before)).isEqualTo(new KeyTables(0, 0, 0, error));
        try (TokenValidator after = uncached(scene)) {
          long begin = System.nanoTime();
          after.warmUp();
          assertThat(System.nanoTime() - begin)
              .as("nanoseconds of a warm-up that trains nothing")
              .isLessThan(TRAINING.toNanos());
          assertThat(after.isReady()).isTrue();
          assertVerifies(after, scene);
          assertThat(tables(after)).isEqualTo(new KeyTables(0, 0, 0, error));
        }
      }
    }

    private static TokenValidator uncached(Scene scene) {
      return scene.builder(scene.config().build()).cacheSize(0).maxTraining(TRAINING).build();
    }

    private static void assertVerifies(TokenValidator validator, Scene scene) {
      String token = scene.token().compact();
      for (int use = 0; use < USES; use++) {
        assertAccepted(validator, token);
      }
      String forged = Tampering.replaceClaims(token, "{\"iss\":\"" + Scene.ISSUER + "\"}");
      assertThat(validator.tryValidate(forged).isAccepted()).isFalse();
    }

    private static KeyTables tables(TokenValidator validator) {
      return validator.keyTables().get(Scene.ISSUER);
    }
  }
}
