package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.internal.arithmetic.AffinePoint;
import org.jwtvalidation.internal.arithmetic.BigEndian;
import org.jwtvalidation.internal.arithmetic.EdwardsPoint;
import org.jwtvalidation.internal.tables.SignatureVerification;

/**
 * Verification by tables agrees with bcprov on random and mutated signatures, and on some of them
 * with the JDK, which is much slower. Options are the number of signatures ({@code
 * -Dagreement.signatures}, 10,000), how many of them the JDK verifies ({@code
 * -Dagreement.jdk.every}, every tenth), and the seed of keys and signatures ({@code
 * -Dagreement.seed}). With {@code -Pagreement} both verify 10,000,000.
 */
@Tag("jdk-independent")
@Tag("slow")
class AgreementTest {

  private static final long SIGNATURES = Long.getLong("agreement.signatures", 10_000);
  private static final int JDK_EVERY = Integer.getInteger("agreement.jdk.every", 10);
  private static final long SEED = Long.getLong("agreement.seed", 1);

  /** So many a key. */
  private static final int EACH = 500;

  private static final BigInteger P256_ORDER = AffinePoint.domain("secp256r1").getOrder();

  /** A mutation of a signature or of its message. */
  private enum Mutation {
    NONE,
    BIT_OF_FIRST_HALF,
    BIT_OF_SECOND_HALF,
    BIT_OF_MESSAGE,
    TWO_BITS,
    LAST_BIT_OF_FIRST_HALF,
    HALVES_SWAPPED,
    FIRST_NEGATED,
    SECOND_NEGATED,
    ORDER_ADDED_TO_SECOND,
    ONE_ADDED_TO_SECOND,
    FIRST_ZERO,
    SECOND_ZERO,
    FIRST_OF_ANOTHER,
    SHORT_SECOND,
    RANDOM;

    static final Mutation[] ALL = values();
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void agreesWithBouncyCastleAndTheJdk(SignatureAlgorithm algorithm) {
    AtomicLong valid = new AtomicLong();
    long signatures = SIGNATURES / 2;
    Progress.inParts(
        algorithm + " signatures",
        signatures,
        EACH,
        part -> valid.addAndGet(new Part(algorithm, part).verify()));
    // Unchanged signatures, and ECDSA signatures with n − s.
    int kinds = algorithm == SignatureAlgorithm.ES256 ? 2 : 1;
    assertThat(valid.get()).isBetween(signatures * kinds / 17, signatures * (kinds + 1) / 15);
  }

  /** The signatures of one key. */
  private static final class Part {

    private final SignatureAlgorithm algorithm;
    private final long seed;
    private final SplittableRandom random;
    private final boolean isEs256;
    private final BigInteger order;
    private final Signature signer;
    private final SignatureFormat format;
    private final SignatureVerification byTable;
    private final SignatureVerifier byBouncyCastle;
    private final SignatureVerifier byJdk;
    private byte[] last = new byte[64];

    Part(SignatureAlgorithm algorithm, long number) {
      this.algorithm = algorithm;
      this.seed = SEED * 1_000_003 + number;
      this.random = new SplittableRandom(seed);
      this.isEs256 = algorithm == SignatureAlgorithm.ES256;
      this.order = isEs256 ? P256_ORDER : EdwardsPoint.L;
      try {
        SecureRandom forKeys = SecureRandom.getInstance("SHA1PRNG");
        forKeys.setSeed(seed);
        KeyPair pair = keyPair(forKeys);
        PublicKey key =
            KeyFactory.getInstance(algorithm.family().keyFactory(), "SunEC")
                .generatePublic(new X509EncodedKeySpec(pair.getPublic().getEncoded()));
        this.signer =
            Signature.getInstance(isEs256 ? "SHA256withPLAIN-ECDSA" : "Ed25519", SigningKey.BCPROV);
        signer.initSign(pair.getPrivate(), forKeys);
        this.format = algorithm.family().signatureFormat(key);
        this.byTable = TableScene.table(key);
        VerificationKey verificationKey = VerificationKey.of(null, algorithm, key);
        Provider sunEc = Security.getProvider("SunEC");
        this.byBouncyCastle = SignaturePolicy.provider(SigningKey.BCPROV).verifier(verificationKey);
        this.byJdk = SignaturePolicy.provider(sunEc).verifier(verificationKey);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    private KeyPair keyPair(SecureRandom forKeys) throws GeneralSecurityException {
      KeyPairGenerator generator =
          KeyPairGenerator.getInstance(isEs256 ? "EC" : "Ed25519", SigningKey.BCPROV);
      if (isEs256) {
        generator.initialize(new ECGenParameterSpec("secp256r1"), forKeys);
      } else {
        generator.initialize(255, forKeys);
      }
      return generator.generateKeyPair();
    }

    /** Fails at the first difference; otherwise returns the number of valid signatures. */
    int verify() {
      int valid = 0;
      byte[] message = new byte[0];
      byte[] original = last;
      for (int i = 0; i < EACH; i++) {
        Mutation mutation = Mutation.ALL[i % Mutation.ALL.length];
        if (mutation == Mutation.NONE) {
          message = new byte[random.nextInt(1, 300)];
          random.nextBytes(message);
          last = original;
          original = signed(message);
        }
        byte[] mutatedMessage = message.clone();
        if (mutation == Mutation.BIT_OF_MESSAGE) {
          flip(mutatedMessage, random.nextInt(8 * message.length));
        }
        byte[] signature = mutated(original, mutation);
        boolean verified =
            format.matches(signature)
                && byTable.verify(mutatedMessage, mutatedMessage.length, signature);
        boolean differs = byBouncyCastle.verify(mutatedMessage, signature) != verified;
        // Coprime to the number of mutations, so that the JDK verifies some of each.
        if (!differs && Math.floorMod(i + i / Mutation.ALL.length + seed, JDK_EVERY) == 0) {
          differs = byJdk.verify(mutatedMessage, signature) != verified;
        }
        if (differs) {
          throw new AssertionError(
              algorithm
                  + (verified ? " accepts, with the seed " : " refuses, with the seed ")
                  + seed
                  + ", number "
                  + i
                  + ", "
                  + mutation
                  + ": "
                  + HexFormat.of().formatHex(signature));
        }
        valid += verified ? 1 : 0;
      }
      return valid;
    }

    private byte[] signed(byte[] message) {
      try {
        signer.update(message);
        return signer.sign();
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    private byte[] mutated(byte[] original, Mutation mutation) {
      byte[] signature = original.clone();
      switch (mutation) {
        case NONE, BIT_OF_MESSAGE -> {}
        case BIT_OF_FIRST_HALF -> flip(signature, random.nextInt(256));
        case BIT_OF_SECOND_HALF -> flip(signature, random.nextInt(256, 512));
        case TWO_BITS -> {
          flip(signature, random.nextInt(256));
          flip(signature, random.nextInt(256, 512));
        }
        // Of R the sign of x.
        case LAST_BIT_OF_FIRST_HALF -> flip(signature, 255);
        case HALVES_SWAPPED -> {
          System.arraycopy(original, 0, signature, 32, 32);
          System.arraycopy(original, 32, signature, 0, 32);
        }
        case FIRST_NEGATED -> put(signature, 0, order.subtract(half(signature, 0)).mod(order));
        case SECOND_NEGATED -> put(signature, 32, order.subtract(half(signature, 32)));
        case ORDER_ADDED_TO_SECOND -> put(signature, 32, order.add(half(signature, 32)));
        case ONE_ADDED_TO_SECOND ->
            put(signature, 32, half(signature, 32).add(BigInteger.ONE).mod(order));
        case FIRST_ZERO -> Arrays.fill(signature, 0, 32, (byte) 0);
        case SECOND_ZERO -> Arrays.fill(signature, 32, 64, (byte) 0);
        case FIRST_OF_ANOTHER -> System.arraycopy(last, 0, signature, 0, 32);
        case SHORT_SECOND ->
            put(signature, 32, half(signature, 32).shiftRight(random.nextInt(1, 252)));
        case RANDOM -> {
          random.nextBytes(signature);
          put(signature, 32, half(signature, 32).mod(order));
        }
      }
      return signature;
    }

    private static void flip(byte[] octets, int bit) {
      octets[bit >> 3] ^= (byte) (1 << (bit & 7));
    }

    private BigInteger half(byte[] signature, int from) {
      byte[] octets = Arrays.copyOfRange(signature, from, from + 32);
      return new BigInteger(1, isEs256 ? octets : BigEndian.reversed(octets));
    }

    /** Writes a number right-aligned. */
    private void put(byte[] signature, int from, BigInteger number) {
      if (number.bitLength() <= 256) {
        byte[] octets = BigEndian.octets(number, 32);
        System.arraycopy(isEs256 ? octets : BigEndian.reversed(octets), 0, signature, from, 32);
      }
    }
  }
}
