package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jwtvalidation.jwk.KeyTables.KnownAnswer;

/** Tables of one algorithm that are made when a test says so, and counted. */
final class TableScene implements Executor {

  static final byte[] INPUT = "eyJhbGciOiJ4In0.e30".getBytes(US_ASCII);

  final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  /** How many tables were made, that of the known answer included. */
  final AtomicInteger made = new AtomicInteger();

  final SigningKey signer;
  private final KeyTables tables;

  /** Tables that are right. */
  TableScene(SignatureAlgorithm algorithm) {
    this(algorithm, TableScene::table);
  }

  /** Tables that {@code maker} makes. */
  TableScene(SignatureAlgorithm algorithm, Function<PublicKey, SignatureVerification> maker) {
    this(maker, answer(algorithm));
  }

  TableScene(Function<PublicKey, SignatureVerification> maker, KnownAnswer answer) {
    signer = SigningKey.generate(answer.algorithm());
    tables =
        new KeyTables(
            key -> {
              made.incrementAndGet();
              return maker.apply(key);
            },
            answer,
            this);
  }

  static SignatureVerification table(PublicKey key) {
    return key instanceof ECPublicKey ec
        ? new Es256Verification(ec)
        : new Ed25519Verification((EdECPublicKey) key);
  }

  static KnownAnswer answer(SignatureAlgorithm algorithm) {
    SigningKey known = SigningKey.shared(algorithm);
    return answer(algorithm, known.sign(INPUT));
  }

  static KnownAnswer answer(SignatureAlgorithm algorithm, byte[] signature) {
    HexFormat hex = HexFormat.of();
    byte[] key = SigningKey.shared(algorithm).publicKey().getEncoded();
    return new KnownAnswer(
        algorithm, hex.formatHex(key), hex.formatHex(INPUT), hex.formatHex(signature));
  }

  KeyTables tables() {
    return tables;
  }

  /** A key of the one signer, which has not verified anything yet. */
  VerificationKey key() {
    return key(signer, tables);
  }

  /** A key of {@code signer} whose table is made by {@code tables}. */
  static VerificationKey key(SigningKey signer, KeyTables tables) {
    try {
      ProviderVerification byProvider =
          new ProviderVerification(
              signer.algorithm(),
              signer.publicKey(),
              SignatureProvider.bestFor(signer.algorithm()));
      return new VerificationKey(
          "k",
          signer.algorithm(),
          signer.publicKey(),
          byProvider,
          new PrecomputedVerification(signer.publicKey(), tables, byProvider));
    } catch (UnusableKeyException e) {
      throw new AssertionError(e);
    }
  }

  /** Has {@code key} verify so often, without success. */
  static void use(VerificationKey key, int times) {
    byte[] signature = new byte[64];
    signature[31] = 1;
    signature[63] = 1;
    for (int use = 0; use < times; use++) {
      key.verify(INPUT, signature);
    }
  }

  /** Has {@code key} verify until it has asked for its table. */
  static void use(VerificationKey key) {
    use(key, PrecomputedVerification.USES_BEFORE_TABLE);
  }

  /** Makes the tables that were asked for. */
  void makeTables() {
    for (Runnable work = waiting.poll(); work != null; work = waiting.poll()) {
      work.run();
    }
  }

  @Override
  public void execute(Runnable work) {
    waiting.add(work);
  }
}
