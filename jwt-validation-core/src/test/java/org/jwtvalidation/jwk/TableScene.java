// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jwtvalidation.internal.arithmetic.Ed25519Verification;
import org.jwtvalidation.internal.arithmetic.Es256Verification;
import org.jwtvalidation.internal.tables.CrossCheck;
import org.jwtvalidation.internal.tables.KnownAnswer;
import org.jwtvalidation.internal.tables.SignatureVerification;
import org.jwtvalidation.internal.tables.TableBudget;
import org.jwtvalidation.internal.tables.TableGain;
import org.jwtvalidation.internal.tables.TableMaker;
import org.jwtvalidation.internal.tables.UpgradingVerification;

/** Counts the tables of one algorithm, and makes them when a test asks. */
public final class TableScene implements Executor {

  public static final byte[] INPUT = "eyJhbGciOiJ4In0.e30".getBytes(US_ASCII);

  public final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  /** What a provider has still to check. */
  public final Queue<Runnable> unchecked = new ConcurrentLinkedQueue<>();

  /** The number of tables made, including that of the known answer. */
  public final AtomicInteger made = new AtomicInteger();

  public final SigningKey signer;
  private final TableMaker tables;

  /** Tables that are right. */
  public TableScene(SignatureAlgorithm algorithm) {
    this(algorithm, TableScene::table);
  }

  /** Tables of {@code maker}. */
  public TableScene(
      SignatureAlgorithm algorithm, Function<PublicKey, SignatureVerification> maker) {
    this(maker, answer(algorithm));
  }

  public TableScene(Function<PublicKey, SignatureVerification> maker, KnownAnswer answer) {
    this(maker, answer, TableGain.CERTAIN);
  }

  TableScene(Function<PublicKey, SignatureVerification> maker, KnownAnswer answer, TableGain gain) {
    signer = SigningKey.generate(SignatureAlgorithm.named(answer.algorithm()).iterator().next());
    tables =
        new TableMaker(
            key -> {
              made.incrementAndGet();
              return maker.apply(key);
            },
            answer,
            gain,
            this,
            new CrossCheck(unchecked::add, Runnable::run));
  }

  public static SignatureVerification table(PublicKey key) {
    if (key instanceof ECPublicKey ec) {
      return new Es256Verification(ec.getW().getAffineX(), ec.getW().getAffineY())::verify;
    }
    EdECPoint point = ((EdECPublicKey) key).getPoint();
    return new Ed25519Verification(EdwardsCurve.ED25519.x(point), point.getY())::verify;
  }

  public static KnownAnswer answer(SignatureAlgorithm algorithm) {
    SigningKey known = SigningKey.shared(algorithm);
    return answer(algorithm, known.sign(INPUT));
  }

  public static KnownAnswer answer(SignatureAlgorithm algorithm, byte[] signature) {
    HexFormat hex = HexFormat.of();
    byte[] key = SigningKey.shared(algorithm).publicKey().getEncoded();
    return new KnownAnswer(
        algorithm.joseName(),
        algorithm.family().keyFactory(),
        hex.formatHex(key),
        hex.formatHex(INPUT),
        hex.formatHex(signature));
  }

  public TableMaker tables() {
    return tables;
  }

  /** Never begins. */
  public static CrossCheck noCrossCheck() {
    return new CrossCheck(work -> {}, Runnable::run);
  }

  /** A new verifier of the key of {@link #signer}. */
  public SignatureVerifier verifier() {
    return verifier(signer, tables);
  }

  /** A new verifier of the key of {@code signer}, which gets its table from {@code tables}. */
  public static SignatureVerifier verifier(SigningKey signer, TableMaker tables) {
    VerificationKey key = signer.verificationKey("k");
    try {
      return new SignatureVerifier(
          key,
          new UpgradingVerification(
              key.publicKey(),
              tables,
              new TableBudget(TableBudget.DEFAULT_OCTETS),
              new ProviderVerification(key, SignatureProvider.bestFor(key.algorithm()))));
    } catch (UnusableKeyException e) {
      throw new AssertionError(e);
    }
  }

  /** Verifies so many forged signatures of the right form. */
  public static void forge(SignatureVerifier verifier, int times) {
    byte[] signature = new byte[64];
    signature[31] = 1;
    signature[63] = 1;
    for (int forgery = 0; forgery < times; forgery++) {
      verifier.verify(INPUT, signature);
    }
  }

  /** Verifies a valid signature so many times. */
  public static void use(SignatureVerifier verifier, SigningKey signer, int times) {
    byte[] signature = signer.sign(INPUT);
    for (int use = 0; use < times; use++) {
      if (!verifier.verify(INPUT, signature)) {
        throw new AssertionError("a signature that is not valid");
      }
    }
  }

  /** Verifies a valid signature of {@link #signer} so many times. */
  public void use(SignatureVerifier verifier, int times) {
    use(verifier, signer, times);
  }

  /** Verifies valid signatures of {@link #signer} until the verifier has requested its table. */
  public void use(SignatureVerifier verifier) {
    use(verifier, UpgradingVerification.USES_BEFORE_TABLE);
  }

  /** Makes the requested tables. */
  public void makeTables() {
    for (Runnable work = waiting.poll(); work != null; work = waiting.poll()) {
      work.run();
    }
  }

  /** Has the provider check what waits for it. */
  public void check() {
    for (Runnable work = unchecked.poll(); work != null; work = unchecked.poll()) {
      work.run();
    }
  }

  @Override
  public void execute(Runnable work) {
    waiting.add(work);
  }
}
