package org.jwtvalidation.jwk;

import java.lang.System.Logger.Level;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.arithmetic.ExponentiationRace;
import org.jwtvalidation.internal.arithmetic.FusedExponentiation;
import org.jwtvalidation.internal.arithmetic.FusedMultiplyAdd;
import org.jwtvalidation.internal.arithmetic.ModPow;
import org.jwtvalidation.internal.arithmetic.PublicExponentiation;

/**
 * Whether fused multiply-add is faster than {@link java.math.BigInteger#modPow} for RSA keys of a
 * size. That depends on the processor, the JDK and its options, so it is measured, once for each
 * size, after the compiler had time for both. Used by the background thread alone.
 */
final class ExponentiationGain implements TableGain {

  private static final System.Logger LOGGER = System.getLogger(VerificationKey.class.getName());

  /** The decisions of this JVM. */
  static final ExponentiationGain MEASURED = measured(new ExponentiationRace(System::nanoTime));

  /** The signatures of a size after which HotSpot has compiled modPow as well as it can. */
  static final int USES_BEFORE_RACE = 4096;

  /** The signatures of a size before which nothing takes time from an application that starts. */
  static final int USES_BEFORE_WARM_UP = 1024;

  /** So many requests warm up fused multiply-add, so that it is compiled, too. */
  static final int WARM_UPS = 4;

  /** After so many lost races, it is not going to become faster. */
  static final int RACES = 6;

  private final BooleanSupplier hasHardware;
  private final Consumer<PublicExponentiation> warmUp;
  private final BiPredicate<PublicExponentiation, PublicExponentiation> race;
  private final Map<Integer, Size> sizes = new HashMap<>();
  private @Nullable Answer forAll;

  /**
   * No decisions yet.
   *
   * @param hasHardware whether there is an instruction for fused multiply-add; asked once
   * @param warmUp raises some numbers
   * @param race whether the first exponentiation is faster than the second one
   */
  ExponentiationGain(
      BooleanSupplier hasHardware,
      Consumer<PublicExponentiation> warmUp,
      BiPredicate<PublicExponentiation, PublicExponentiation> race) {
    this.hasHardware = hasHardware;
    this.warmUp = warmUp;
    this.race = race;
  }

  private static ExponentiationGain measured(ExponentiationRace race) {
    return new ExponentiationGain(
        () -> FusedMultiplyAdd.isInHardware(System::nanoTime), race::warmUp, race::isWonBy);
  }

  @Override
  public Answer expected(PublicKey key, int uses) {
    if (forAll == null) {
      forAll = hasHardware.getAsBoolean() ? Answer.NOT_YET : Answer.NO;
      log(forAll, "RSA keys");
    }
    if (forAll == Answer.NO) {
      return Answer.NO;
    }
    RSAPublicKey rsa = (RSAPublicKey) key;
    Size size = sizes.computeIfAbsent(rsa.getModulus().bitLength(), bits -> new Size(rsa));
    try {
      return size.expected(uses);
    } catch (ArithmeticException e) {
      // The compiler is to blame, and may be wrong about other sizes, too.
      forAll = Answer.NO;
      sizes.clear();
      throw e;
    }
  }

  private static void log(Answer answer, String keys) {
    if (answer != Answer.NOT_YET) {
      String what = answer == Answer.YES ? "fused multiply-add" : "BigInteger";
      LOGGER.log(Level.DEBUG, () -> keys + " are verified by " + what);
    }
  }

  /** What is known of a size. */
  private final class Size {

    private final RSAPublicKey key;
    private final PublicExponentiation modPow;
    private @Nullable PublicExponentiation fused;
    private int uses;
    private int warmUps;
    private int lostRaces;
    private Answer answer = Answer.NOT_YET;

    Size(RSAPublicKey key) {
      this.key = key;
      this.modPow = new ModPow(key.getModulus(), key.getPublicExponent());
    }

    Answer expected(int more) {
      if (answer == Answer.NOT_YET) {
        uses = Math.min(uses + more, USES_BEFORE_RACE);
        if (uses >= USES_BEFORE_WARM_UP) {
          prepare(fused == null ? new FusedExponentiation(key.getModulus()) : fused);
        }
      }
      return answer;
    }

    private void prepare(PublicExponentiation challenger) {
      fused = challenger;
      if (warmUps < WARM_UPS) {
        warmUps++;
        warmUp.accept(challenger);
      }
      if (uses == USES_BEFORE_RACE) {
        race(challenger);
      }
    }

    private void race(PublicExponentiation challenger) {
      if (race.test(challenger, modPow)) {
        answer = Answer.YES;
      } else if (++lostRaces == RACES) {
        answer = Answer.NO;
      }
      if (answer != Answer.NOT_YET) {
        // Its table is large, and the keys have tables of their own.
        fused = null;
      }
      log(answer, "RSA keys of " + modPow.modulus().bitLength() + " bits");
    }
  }

  /**
   * The operation of a key by fused multiply-add, after some powers were compared.
   *
   * @throws ArithmeticException if one came out wrong
   */
  static PublicExponentiation fused(RSAPublicKey key) {
    PublicExponentiation fused = new FusedExponentiation(key.getModulus());
    ExponentiationRace.compare(fused, new ModPow(key.getModulus(), key.getPublicExponent()));
    return fused;
  }
}
