// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.arithmetic.ExponentiationRace;
import org.jwtvalidation.internal.arithmetic.FusedExponentiation;
import org.jwtvalidation.internal.arithmetic.FusedMultiplyAdd;
import org.jwtvalidation.internal.arithmetic.ModPow;
import org.jwtvalidation.internal.arithmetic.PublicExponentiation;
import org.jwtvalidation.internal.concurrent.GuardedLogger;

/**
 * Whether fused multiply-add is faster than {@link BigInteger#modPow} for RSA keys of a size. That
 * depends on the processor, the JDK and its options, so it is measured for each size by two races
 * that have to be won, and again, at growing distances, as long as they are not: the JVM may not
 * have compiled everything yet. Asked for the few {@linkplain FusedExponentiation#isUsualSize usual
 * sizes} only, so what it keeps is bounded. Used by the background thread alone.
 */
final class ExponentiationGain implements TableGain {

  private static final GuardedLogger LOGGER = new GuardedLogger(TableMaker.LOGGED_AS);

  /** The decisions of this JVM. */
  static final ExponentiationGain MEASURED = measured(new ExponentiationRace(System::nanoTime));

  /** The signatures of a size before which nothing takes time from an application that starts. */
  static final int USES_BEFORE_RACE = 1024;

  /**
   * Before so many a lost race says nothing: the JVM has not compiled everything yet, least of all
   * where a hundred threads also refuse bad tokens, which no gate keeps from the processors. The
   * gate stays closed meanwhile, as races beside these threads would take half a minute each.
   */
  static final int USES_BEFORE_LOSS = 1 << 17;

  /** So often it is measured before tokens arrive; after that they ask again. */
  static final int RACES_OF_TRAINING = 3;

  private final BooleanSupplier hasHardware;
  private final BiPredicate<PublicExponentiation, PublicExponentiation> race;
  private final Consumer<Runnable> elsewhere;
  private final Map<Integer, Size> sizes = new HashMap<>();
  private @Nullable Answer forAll;

  /**
   * No decisions yet.
   *
   * @param hasHardware whether there is an instruction for fused multiply-add; asked once
   * @param race whether the first exponentiation is faster than the second one
   * @param elsewhere logs, for as long as the log appender blocks
   */
  ExponentiationGain(
      BooleanSupplier hasHardware,
      BiPredicate<PublicExponentiation, PublicExponentiation> race,
      Consumer<Runnable> elsewhere) {
    this.hasHardware = hasHardware;
    this.race = race;
    this.elsewhere = elsewhere;
  }

  private static ExponentiationGain measured(ExponentiationRace race) {
    return new ExponentiationGain(
        () -> FusedMultiplyAdd.isInHardware(System::nanoTime),
        race::isWonBy,
        CrossCheck.OF_THIS_JVM::elsewhere);
  }

  @Override
  public Answer expected(PublicKey key, int uses) {
    return answer(key, size -> size.expected((RSAPublicKey) key, uses));
  }

  @Override
  public Answer now(PublicKey key) {
    return answer(key, size -> size.now((RSAPublicKey) key));
  }

  private Answer answer(PublicKey key, Function<Size, Answer> ofSize) {
    if (forAll == null) {
      forAll = hasHardware.getAsBoolean() ? Answer.NOT_YET : Answer.NO;
      if (forAll == Answer.NO) {
        log("RSA keys", false);
      }
    }
    if (forAll == Answer.NO) {
      return Answer.NO;
    }
    int bits = ((RSAPublicKey) key).getModulus().bitLength();
    try {
      return ofSize.apply(sizes.computeIfAbsent(bits, size -> new Size()));
    } catch (ArithmeticException e) {
      // The compiler is to blame, and may be wrong about other sizes, too.
      forAll = Answer.NO;
      sizes.clear();
      throw e;
    }
  }

  private void log(String keys, boolean fused) {
    String what = fused ? "fused multiply-add" : "BigInteger";
    elsewhere.accept(() -> LOGGER.log(Level.INFO, () -> keys + " are verified by " + what, null));
  }

  /** What is known of a size. */
  private final class Size {

    private long uses;
    private long usesBeforeRace = USES_BEFORE_RACE;
    private Answer answer = Answer.NOT_YET;
    private int races;

    Answer expected(RSAPublicKey key, int more) {
      uses += more;
      return uses < usesBeforeRace ? answer : raced(key);
    }

    Answer now(RSAPublicKey key) {
      while (answer == Answer.NOT_YET && races < RACES_OF_TRAINING) {
        race(key);
      }
      return answer;
    }

    private Answer raced(RSAPublicKey key) {
      if (answer != Answer.YES) {
        race(key);
        usesBeforeRace = Math.max(USES_BEFORE_RACE, 2 * uses);
      }
      return answer;
    }

    private void race(RSAPublicKey key) {
      Answer earlier = answer;
      races++;
      boolean won = isWon(key);
      if (won) {
        // A win is for good, and the first one may be due to a compiler that is late with the
        // other.
        won = isWon(key);
      }
      if (won) {
        answer = Answer.YES;
      } else if (uses >= USES_BEFORE_LOSS) {
        answer = Answer.NOT_NOW;
      }
      if (answer != earlier) {
        log("RSA keys of " + key.getModulus().bitLength() + " bits", won);
      }
    }

    private boolean isWon(RSAPublicKey key) {
      BigInteger modulus = key.getModulus();
      return race.test(
          new FusedExponentiation(modulus), new ModPow(modulus, key.getPublicExponent()));
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
