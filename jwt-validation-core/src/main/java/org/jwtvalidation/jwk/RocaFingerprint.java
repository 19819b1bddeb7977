// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The fingerprint of RSA moduli whose primes come from a faulty generator (CVE-2017-15361, "The
 * Return of Coppersmith's Attack", section 2.2): modulo every small prime, they are a power of
 * 65537. About one in 2^27 sound moduli has the fingerprint by chance.
 */
final class RocaFingerprint {

  private static final int LARGEST_PRIME = 167;
  private static final int GENERATOR = 65537;

  /** A small prime, and the residues modulo this prime that are powers of the generator. */
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
