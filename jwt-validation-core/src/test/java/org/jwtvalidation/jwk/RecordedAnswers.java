// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jwtvalidation.internal.arithmetic.BigEndian;
import org.jwtvalidation.internal.arithmetic.FusedExponentiation;
import org.jwtvalidation.internal.arithmetic.FusedSource;
import org.jwtvalidation.internal.tables.RsaVerification;
import org.jwtvalidation.internal.tables.SignatureVerification;
import org.jwtvalidation.jwk.MutatedSignatures.Mutation;
import org.jwtvalidation.jwk.MutatedSignatures.Signed;

/**
 * What the JDK answers to signatures and powers, in a file, so that several JVMs can be compared
 * with it: it takes twenty times as long as this library for the curves. Of 100 answers, 4 are
 * about ES256, 4 about Ed25519, and 92 are powers of RSA; half of the signatures are valid. Some
 * RSA signatures come on top.
 */
final class RecordedAnswers {

  /** The signatures of a key. */
  private static final int EACH = 800;

  /** The powers of a modulus. */
  private static final int EACH_POWERS = 500;

  /** Of each algorithm. */
  private static final int RSA_SIGNATURES = 20;

  private static final List<SignatureAlgorithm> RSA =
      List.of(
          SignatureAlgorithm.RS256,
          SignatureAlgorithm.RS384,
          SignatureAlgorithm.RS512,
          SignatureAlgorithm.PS256,
          SignatureAlgorithm.PS384,
          SignatureAlgorithm.PS512);

  /** In turns, as clients use them. */
  private static final int[] SIZES = {
    2048, 2048, 3072, 2048, 2048, 4096, 2048, 2048, 2048, 3072, 2048, 2048, 2048, 8192, 2048, 2048
  };

  /** In place of the name of an algorithm. */
  private static final String POWERS = "powers";

  /** Writes a part. */
  private interface Part {

    void write(DataOutputStream out) throws IOException;
  }

  private RecordedAnswers() {}

  /** Asks the JDK, on all processors. */
  static void record(Path file, int answers, long seed) throws IOException {
    List<Part> parts = new ArrayList<>();
    int keys = Math.max(1, answers / 25 / EACH);
    for (int key = 0; key < keys; key++) {
      long number = seed * 1_000_003 + key;
      parts.add(out -> askForSignatures(SignatureAlgorithm.ES256, number, out));
      parts.add(out -> askForSignatures(SignatureAlgorithm.ED25519, number, out));
    }
    for (int modulus = 0; modulus < answers * 23 / 25 / EACH_POWERS; modulus++) {
      int bits = SIZES[modulus % SIZES.length];
      FusedSource source = new FusedSource(seed * 1_000_003 + modulus);
      parts.add(out -> askForPowers(bits, source, out));
    }
    for (SignatureAlgorithm algorithm : RSA) {
      parts.add(out -> askForRsa(algorithm, seed, out));
    }
    List<byte[]> written = parts.parallelStream().map(RecordedAnswers::octets).toList();
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(written.size());
      for (byte[] part : written) {
        write(part, out);
      }
    }
  }

  private static byte[] octets(Part part) {
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    try {
      part.write(new DataOutputStream(octets));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return octets.toByteArray();
  }

  private static void write(byte[] octets, DataOutputStream out) throws IOException {
    out.writeInt(octets.length);
    out.write(octets);
  }

  private static byte[] read(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  private static void askForSignatures(
      SignatureAlgorithm algorithm, long seed, DataOutputStream out) throws IOException {
    MutatedSignatures signatures = new MutatedSignatures(algorithm, seed);
    SignatureVerifier byJdk = begin(algorithm, signatures.publicKey(), EACH, out);
    for (int i = 0; i < EACH / 2; i++) {
      signatures.sign();
      ask(byJdk, signatures.mutated(Mutation.NONE), out);
      ask(byJdk, signatures.mutated(Mutation.ALL[i % Mutation.ALL.length]), out);
    }
  }

  private static void askForRsa(SignatureAlgorithm algorithm, long seed, DataOutputStream out)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    SigningKey signer = new SigningKey(algorithm, RsaKeys.pair(2048));
    SignatureVerifier byJdk = begin(algorithm, signer.publicKey(), RSA_SIGNATURES, out);
    for (int i = 0; i < RSA_SIGNATURES / 2; i++) {
      byte[] message = new byte[random.nextInt(1, 300)];
      random.nextBytes(message);
      byte[] signature = signer.sign(message);
      ask(byJdk, new Signed(message, signature), out);
      byte[] wrong = signature.clone();
      wrong[random.nextInt(wrong.length)] ^= 1;
      ask(byJdk, new Signed(message, wrong), out);
    }
  }

  private static SignatureVerifier begin(
      SignatureAlgorithm algorithm, PublicKey key, int signatures, DataOutputStream out)
      throws IOException {
    out.writeUTF(algorithm.name());
    write(key.getEncoded(), out);
    out.writeInt(signatures);
    return SignaturePolicy.provider(algorithm.family() == RsaFamily.RSA ? "SunRsaSign" : "SunEC")
        .verifier(VerificationKey.of(null, algorithm, key));
  }

  private static void ask(SignatureVerifier byJdk, Signed signed, DataOutputStream out)
      throws IOException {
    write(signed.message(), out);
    write(signed.signature(), out);
    out.writeBoolean(byJdk.verify(signed.message(), signed.signature()));
  }

  private static void askForPowers(int bits, FusedSource source, DataOutputStream out)
      throws IOException {
    BigInteger modulus = source.modulus(bits);
    out.writeUTF(POWERS);
    write(modulus.toByteArray(), out);
    out.writeInt(EACH_POWERS);
    for (int i = 0; i < EACH_POWERS; i++) {
      BigInteger base = source.number(modulus);
      write(BigEndian.octets(base, bits / 8), out);
      write(base.modPow(FusedExponentiation.EXPONENT, modulus).toByteArray(), out);
    }
  }

  /**
   * Compares this JVM with the file, on all processors.
   *
   * @param share how many answers of a hundred are compared
   * @param powers how many powers at most, those of RSA signatures included
   * @return the number of answers that agree
   * @throws AssertionError if one does not
   */
  static long compare(Path file, int share, int powers) throws IOException {
    List<byte[]> parts = new ArrayList<>();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        parts.add(read(in));
      }
    }
    AtomicLong still = new AtomicLong(powers);
    int each = Math.max(1, powers / SIZES.length);
    return parts.parallelStream().mapToLong(part -> compare(part, share, each, still)).sum();
  }

  private static long compare(byte[] part, int share, int eachPowers, AtomicLong powers) {
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(part));
      String name = in.readUTF();
      byte[] key = read(in);
      int answers = Math.max(2, in.readInt() * share / 100);
      if (name.equals(POWERS)) {
        int some = Math.min(answers, eachPowers);
        return powers.addAndGet(-some) < 0 ? 0 : comparePowers(new BigInteger(key), some, in);
      }
      SignatureAlgorithm algorithm = SignatureAlgorithm.valueOf(name);
      if (algorithm.family() != RsaFamily.RSA) {
        return compareSignatures(algorithm, key, answers, in);
      }
      int some = Math.min(answers, eachPowers);
      return powers.addAndGet(-some) < 0 ? 0 : compareSignatures(algorithm, key, some, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long compareSignatures(
      SignatureAlgorithm algorithm, byte[] encoded, int answers, DataInputStream in)
      throws IOException {
    PublicKey key = publicKey(algorithm, encoded);
    Predicate<byte[]> format = algorithm.family().signatureFormat(key);
    SignatureVerification byTable =
        algorithm.family() == RsaFamily.RSA
            ? RsaVerification.byTable(algorithm.joseName(), key)
            : TableScene.table(key);
    for (int i = 0; i < answers; i++) {
      byte[] message = read(in);
      byte[] signature = read(in);
      boolean verified =
          format.test(signature) && byTable.verify(message, message.length, signature);
      if (verified != in.readBoolean()) {
        throw different(
            algorithm + (verified ? " accepts, by " : " refuses, by ") + hex(encoded),
            message,
            signature);
      }
    }
    return answers;
  }

  private static PublicKey publicKey(SignatureAlgorithm algorithm, byte[] encoded) {
    try {
      return algorithm.family().publicKey(new X509EncodedKeySpec(encoded));
    } catch (UnusableKeyException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long comparePowers(BigInteger modulus, int answers, DataInputStream in)
      throws IOException {
    FusedExponentiation fused = new FusedExponentiation(modulus);
    for (int i = 0; i < answers; i++) {
      byte[] base = read(in);
      byte[] power = read(in);
      if (!fused.power(base).equals(new BigInteger(power))) {
        throw different("a power modulo " + modulus.toString(16), base, power);
      }
    }
    return answers;
  }

  private static AssertionError different(String what, byte[] one, byte[] other) {
    return new AssertionError(what + ": " + hex(one) + ", " + hex(other));
  }

  private static String hex(byte[] octets) {
    return HexFormat.of().formatHex(octets);
  }
}
