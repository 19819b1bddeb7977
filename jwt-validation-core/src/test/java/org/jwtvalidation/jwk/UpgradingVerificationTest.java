// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.internal.tables.UpgradingVerification;

/** When a key gets its table, and that its answers are the same before, meanwhile and after. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class UpgradingVerificationTest {

  private static final int USES = UpgradingVerification.USES_BEFORE_TABLE;

  private static final int THREADS = 8;

  /** An input and its signature, and the same with a flipped bit in one of them. */
  private static final class Signed {

    private static final Map<SignatureAlgorithm, List<Signed>> MADE = new ConcurrentHashMap<>();

    private final byte[] input;
    private final byte[] signature;
    private final byte[] wrongInput;
    private final byte[] wrongSignature;

    private Signed(SigningKey signer, Random random) {
      input = new byte[1 + random.nextInt(300)];
      random.nextBytes(input);
      signature = signer.sign(input);
      wrongInput = input.clone();
      wrongSignature = signature.clone();
      byte[] changed = random.nextBoolean() ? wrongInput : wrongSignature;
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    }

    /** A hundred of the shared key. */
    static List<Signed> by(SignatureAlgorithm algorithm) {
      return MADE.computeIfAbsent(algorithm, Signed::make);
    }

    private static List<Signed> make(SignatureAlgorithm algorithm) {
      SigningKey signer = SigningKey.shared(algorithm);
      Random random = new Random(20260301);
      return Stream.generate(() -> new Signed(signer, random)).limit(100).toList();
    }

    boolean isToldApartBy(SignatureVerifier verifier) {
      return verifier.verify(input, signature) && !verifier.verify(wrongInput, wrongSignature);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void asksForItsTableAtTheSixteenthValidSignatureAndNeverAgain(SignatureAlgorithm algorithm) {
    TableScene scene = new TableScene(algorithm);
    SignatureVerifier verifier = scene.verifier();
    assertThat(USES).isEqualTo(16);
    scene.use(verifier, USES - 1);
    assertThat(scene.waiting).isEmpty();
    scene.use(verifier, 1);
    assertThat(scene.waiting).hasSize(1);
    scene.use(verifier, 100);
    assertThat(scene.waiting).hasSize(1);
    scene.makeTables();
    assertThat(TabledKey.has(verifier)).isTrue();
    scene.use(verifier, 100);
    assertThat(scene.waiting).isEmpty();
    assertThat(scene.made).as("one for the known answer, one for the key").hasValue(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void verifiesByTheProviderUntilTheTableIsThere(SignatureAlgorithm algorithm) {
    TableScene scene = new TableScene(algorithm);
    SignatureVerifier verifier = scene.verifier();
    byte[] signature = scene.signer.sign(TableScene.INPUT);
    for (int i = 0; i < 100; i++) {
      assertThat(verifier.verify(TableScene.INPUT, signature)).isTrue();
    }
    assertThat(TabledKey.has(verifier)).isFalse();
    assertThat(TabledKey.error(verifier)).isNull();
    assertThat(scene.made).hasValue(0);
  }

  @Test
  void asksForItsTableOnceThoughManyThreadsVerify() throws Exception {
    for (int round = 0; round < 20; round++) {
      TableScene scene = new TableScene(SignatureAlgorithm.ED25519);
      SignatureVerifier verifier = scene.verifier();
      onAllThreads(() -> {
        scene.use(verifier, 3);
        return true;
      });
      assertThat(scene.waiting).hasSize(1);
    }
  }

  @Test
  void asksAgainForTheLifeOfTheJvm() {
    TableScene scene = new TableScene(SignatureAlgorithm.ED25519);
    UpgradingVerification verification = (UpgradingVerification) scene.verifier().verification();
    for (int request = 0; request < 32; request++) {
      verification.requestTableLater();
    }
    for (int request = 1; request <= 2; request++) {
      for (int use = 1; use < UpgradingVerification.USES_BETWEEN_REQUESTS; use++) {
        verification.countUse();
      }
      assertThat(scene.waiting).hasSize(request - 1);
      verification.countUse();
      assertThat(scene.waiting).hasSize(request);
      verification.requestTableLater();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void countsNoForgeries(SignatureAlgorithm algorithm) {
    TableScene scene = new TableScene(algorithm);
    SignatureVerifier verifier = scene.verifier();
    TableScene.forge(verifier, 1000);
    scene.use(verifier, USES - 1);
    byte[] changed = scene.signer.sign(TableScene.INPUT);
    changed[40] ^= 1;
    assertThat(verifier.verify(TableScene.INPUT, changed)).isFalse();
    TableScene.forge(verifier, 1000);
    assertThat(scene.waiting).isEmpty();
    scene.use(verifier, 1);
    assertThat(scene.waiting).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void doesNotCountSignaturesThatCannotBeAny(SignatureAlgorithm algorithm) {
    TableScene scene = new TableScene(algorithm);
    SignatureVerifier verifier = scene.verifier();
    byte[] tooLarge = new byte[64];
    Arrays.fill(tooLarge, (byte) 0xff);
    for (int i = 0; i < 2 * USES; i++) {
      assertThat(verifier.verify(TableScene.INPUT, new byte[0])).isFalse();
      assertThat(verifier.verify(TableScene.INPUT, new byte[63])).isFalse();
      assertThat(verifier.verify(TableScene.INPUT, new byte[65])).isFalse();
      assertThat(verifier.verify(TableScene.INPUT, tooLarge)).isFalse();
    }
    scene.use(verifier, USES - 1);
    assertThat(scene.waiting).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void answersTheSameBeforeAndAfterTheTableComes(SignatureAlgorithm algorithm) {
    TableScene scene = new TableScene(algorithm);
    SignatureVerifier verifier = TableScene.verifier(SigningKey.shared(algorithm), scene.tables());
    List<Signed> all = Signed.by(algorithm);
    assertThat(all).allMatch(signed -> signed.isToldApartBy(verifier));
    assertThat(TabledKey.has(verifier)).isFalse();
    scene.makeTables();
    assertThat(TabledKey.has(verifier)).isTrue();
    assertThat(all).allMatch(signed -> signed.isToldApartBy(verifier));
  }

  /** Each key gets its table while all threads verify by it. */
  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void answersTheSameWhileTheTableComes(SignatureAlgorithm algorithm) throws Exception {
    TableScene scene = new TableScene(algorithm);
    List<Signed> all = Signed.by(algorithm);
    for (int round = 0; round < 4; round++) {
      SignatureVerifier verifier =
          TableScene.verifier(SigningKey.shared(algorithm), scene.tables());
      TableScene.use(verifier, SigningKey.shared(algorithm), USES);
      CountDownLatch started = new CountDownLatch(THREADS);
      Thread background =
          new Thread(() -> {
            awaitUnchecked(started);
            scene.makeTables();
          });
      background.start();
      List<Signed> some = all.subList(20 * round, 20 * round + 20);
      onAllThreads(() -> {
        started.countDown();
        boolean right = true;
        int last = 0;
        for (int i = 0; last < some.size(); i++) {
          right &= some.get(i % some.size()).isToldApartBy(verifier);
          last += TabledKey.has(verifier) ? 1 : 0;
        }
        return right;
      });
      background.join();
      assertThat(TabledKey.has(verifier)).isTrue();
    }
  }

  @Test
  void verifiesOnAnInterruptedThreadAndKeepsItsFlag() {
    VerificationKey key = SigningKey.generate(SignatureAlgorithm.ES256).verificationKey("k");
    SignatureVerifier verifier = SignaturePolicy.fastest().verifier(key);
    Thread.currentThread().interrupt();
    try {
      TabledKey.of(verifier);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(TabledKey.has(verifier)).isTrue();
  }

  /** Runs {@code task} on several threads; each has to return true. */
  private static void onAllThreads(Callable<Boolean> task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CountDownLatch start = new CountDownLatch(THREADS);
      Callable<Boolean> together =
          () -> {
            start.countDown();
            awaitUnchecked(start);
            return task.call();
          };
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        tasks.add(together);
      }
      for (Future<Boolean> right : threads.invokeAll(tasks)) {
        assertThat(right.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
