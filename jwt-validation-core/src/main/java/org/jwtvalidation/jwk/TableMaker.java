package org.jwtvalidation.jwk;

import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes the tables by which the keys of one algorithm verify, one after the other in the
 * background, once a known answer has come out right. Where it comes out wrong no table is ever
 * made; a key whose own table fails leaves the others theirs. Thread-safe.
 */
final class TableMaker {

  private static final System.Logger LOGGER = System.getLogger(VerificationKey.class.getName());

  /** One thread for all, which ends when there is nothing to do: nobody has to close it. */
  static final Executor BACKGROUND =
      new ThreadPoolExecutor(
          0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), TableMaker::thread);

  /** A signature that holds: the key in X.509, the message and the signature, in hexadecimals. */
  record KnownAnswer(
      SignatureAlgorithm algorithm, String publicKey, String message, String signature) {

    /** The signature of "sample" in RFC 6979 appendix A.2.5. */
    static final KnownAnswer ES256 =
        new KnownAnswer(
            SignatureAlgorithm.ES256,
            "3059301306072a8648ce3d020106082a8648ce3d03010703420004"
                + "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
                + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
            "73616d706c65",
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8");

    /** Test 3 of RFC 8032 section 7.1. */
    static final KnownAnswer ED25519 =
        new KnownAnswer(
            SignatureAlgorithm.ED25519,
            "302a300506032b6570032100"
                + "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");

    /** Whether the signature holds, and neither over another message nor a changed one itself. */
    boolean isGivenBy(Function<PublicKey, SignatureVerification> verification)
        throws GeneralSecurityException {
      HexFormat hex = HexFormat.of();
      PublicKey key =
          KeyFactory.getInstance(algorithm.family().keyFactory())
              .generatePublic(new X509EncodedKeySpec(hex.parseHex(publicKey)));
      SignatureVerification verifier = verification.apply(key);
      byte[] octets = hex.parseHex(message);
      byte[] changed = hex.parseHex(signature);
      changed[40] ^= 1;
      return verifier.verify(octets, octets.length, hex.parseHex(signature))
          && !verifier.verify(octets, octets.length - 1, hex.parseHex(signature))
          && !verifier.verify(octets, octets.length, changed);
    }
  }

  private final Function<PublicKey, SignatureVerification> tables;
  private final KnownAnswer knownAnswer;
  private final Executor background;
  private volatile boolean tested;
  private volatile @Nullable String error;

  TableMaker(
      Function<PublicKey, SignatureVerification> tables,
      KnownAnswer knownAnswer,
      Executor background) {
    this.tables = tables;
    this.knownAnswer = knownAnswer;
    this.background = background;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "jwt-validation-key-tables", 0, false);
    thread.setDaemon(true);
    // It may outlive the application that happens to be the first to need it.
    thread.setContextClassLoader(null);
    return thread;
  }

  /** Why no key gets a table, or null. */
  @Nullable String error() {
    return error;
  }

  /** Makes the table of a key that has passed all checks, or tells the key why it gets none. */
  void request(UpgradingVerification key) {
    // A key that nobody has any more is not kept by the queue, and needs no table.
    WeakReference<UpgradingVerification> waiting = new WeakReference<>(key);
    try {
      background.execute(() -> {
        UpgradingVerification stillUsed = waiting.get();
        if (stillUsed != null) {
          make(stillUsed);
        }
      });
    } catch (RuntimeException | Error e) {
      // Whoever verifies a signature is not to fail for it, say where no thread can be started.
      leave(key, e);
    }
  }

  private void make(UpgradingVerification key) {
    test();
    String wrong = error;
    if (wrong != null) {
      key.doWithoutTable(wrong);
      return;
    }
    try {
      key.useTable(tables.apply(key.publicKey()));
    } catch (RuntimeException | Error e) {
      // One key, or memory that was short once, says nothing of the next.
      leave(key, e);
    }
  }

  private void leave(UpgradingVerification key, Throwable cause) {
    String why = "a key of " + knownAnswer.algorithm.joseName() + " has no table: none was made";
    key.doWithoutTable(why);
    LOGGER.log(Level.ERROR, why, cause);
  }

  /** Runs on the one thread there is, before the first table is made. */
  private void test() {
    if (tested) {
      return;
    }
    tested = true;
    try {
      if (!knownAnswer.isGivenBy(tables)) {
        fail("a known answer came out wrong", null);
      }
    } catch (GeneralSecurityException | RuntimeException | Error e) {
      fail("a known answer could not be tested", e);
    }
  }

  private void fail(String what, @Nullable Throwable cause) {
    String why = knownAnswer.algorithm.joseName() + " is verified without tables: " + what;
    error = why;
    LOGGER.log(Level.ERROR, why, cause);
  }
}
