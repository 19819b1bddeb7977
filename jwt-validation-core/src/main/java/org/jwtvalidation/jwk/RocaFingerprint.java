package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The mark of RSA moduli whose primes a faulty generator chose (CVE-2017-15361, "The Return of
 * Coppersmith's Attack", section 2.2): modulo every small prime they are a power of 65537. A sound
 * modulus has the mark once in about 2^27.
 */
final class RocaFingerprint {

  private static final int LARGEST_PRIME = 167;
  private static final int GENERATOR = 65537;

  /** A small prime and its residues that are powers of the generator. */
  private record Residues(BigInteger prime, BitSet powers) {}

  private static final List<Residues> RESIDUES = residues();

  private RocaFingerprint() {}

  static boolean isIn(BigInteger modulus) {
    for (Residues residues : RESIDUES) {
      if (!residues.powers.get(modulus.mod(residues.prime).intValue())) {
        return false;
      }
    }
    return true;
  }

  private static List<Residues> residues() {
    List<Residues> residues = new ArrayList<>();
    for (int prime = 3; prime <= LARGEST_PRIME; prime += 2) {
      if (BigInteger.valueOf(prime).isProbablePrime(20)) {
        BitSet powers = new BitSet(prime);
        for (int power = 1; !powers.get(power); power = (int) ((long) power * GENERATOR % prime)) {
          powers.set(power);
        }
        residues.add(new Residues(BigInteger.valueOf(prime), powers));
      }
    }
    return List.copyOf(residues);
  }
}
