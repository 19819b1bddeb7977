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

/** Tables of one algorithm that are made when a test says so, and counted. */
public final class TableScene implements Executor {

  public static final byte[] INPUT = "eyJhbGciOiJ4In0.e30".getBytes(US_ASCII);

  public final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  /** How many tables were made, that of the known answer included. */
  public final AtomicInteger made = new AtomicInteger();

  public final SigningKey signer;
  private final TableMaker tables;

  /** Tables that are right. */
  public TableScene(SignatureAlgorithm algorithm) {
    this(algorithm, TableScene::table);
  }

  /** Tables that {@code maker} makes. */
  public TableScene(
      SignatureAlgorithm algorithm, Function<PublicKey, SignatureVerification> maker) {
    this(maker, answer(algorithm));
  }

  public TableScene(Function<PublicKey, SignatureVerification> maker, KnownAnswer answer) {
    signer = SigningKey.generate(answer.algorithm());
    tables =
        new TableMaker(
            key -> {
              made.incrementAndGet();
              return maker.apply(key);
            },
            answer,
            this);
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
        algorithm, hex.formatHex(key), hex.formatHex(INPUT), hex.formatHex(signature));
  }

  public TableMaker tables() {
    return tables;
  }

  /** A verifier of the one signer's key, which has not verified anything yet. */
  public SignatureVerifier verifier() {
    return verifier(signer, tables);
  }

  /** A verifier of {@code signer}'s key whose table is made by {@code tables}. */
  public static SignatureVerifier verifier(SigningKey signer, TableMaker tables) {
    VerificationKey key = signer.verificationKey("k");
    try {
      return new SignatureVerifier(
          key,
          new UpgradingVerification(
              key.publicKey(),
              tables,
              new ProviderVerification(key, SignatureProvider.bestFor(key.algorithm()))));
    } catch (UnusableKeyException e) {
      throw new AssertionError(e);
    }
  }

  /** Verifies so many signatures that have the right form, and that nobody has made. */
  public static void forge(SignatureVerifier verifier, int times) {
    byte[] signature = new byte[64];
    signature[31] = 1;
    signature[63] = 1;
    for (int forgery = 0; forgery < times; forgery++) {
      verifier.verify(INPUT, signature);
    }
  }

  /** Verifies a signature of {@code signer}, whose key the verifier has, so many times. */
  public static void use(SignatureVerifier verifier, SigningKey signer, int times) {
    byte[] signature = signer.sign(INPUT);
    for (int use = 0; use < times; use++) {
      if (!verifier.verify(INPUT, signature)) {
        throw new AssertionError("a signature that is not valid");
      }
    }
  }

  /** Verifies a signature of the one signer so many times. */
  public void use(SignatureVerifier verifier, int times) {
    use(verifier, signer, times);
  }

  /** Verifies signatures of the one signer until {@code verifier} has asked for its table. */
  public void use(SignatureVerifier verifier) {
    use(verifier, UpgradingVerification.USES_BEFORE_TABLE);
  }

  /** Makes the tables that were asked for. */
  public void makeTables() {
    for (Runnable work = waiting.poll(); work != null; work = waiting.poll()) {
      work.run();
    }
  }

  @Override
  public void execute(Runnable work) {
    waiting.add(work);
  }
}
