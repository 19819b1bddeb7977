// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.arithmetic.FusedExponentiation;
import org.jwtvalidation.internal.arithmetic.ModPow;
import org.jwtvalidation.internal.arithmetic.PublicExponentiation;
import org.jwtvalidation.internal.arithmetic.RsaPkcs1Verification;
import org.jwtvalidation.internal.arithmetic.RsaPssVerification;

/** How this library verifies the RSA algorithms. */
public final class RsaVerification {

  private static final Map<String, TableMaker> TABLES =
      RsaKnownAnswers.algorithms().stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  algorithm -> algorithm,
                  algorithm ->
                      tables(
                          algorithm,
                          ExponentiationGain.MEASURED,
                          TableMaker.BACKGROUND,
                          CrossCheck.OF_THIS_JVM)));

  private RsaVerification() {}

  /** The tables of an algorithm, if they are a gain. */
  public static TableMaker tables(
      String algorithm, TableGain gain, Executor background, CrossCheck crossCheck) {
    return new TableMaker(
        key -> byTable(algorithm, key),
        RsaKnownAnswers.of(algorithm),
        gain,
        background,
        crossCheck);
  }

  /**
   * Verification by a key that has passed all checks: by {@code modPow} at first. With the usual
   * exponent and a usual size, a table comes when it pays, if the budget has room for one at all.
   *
   * @param byProvider checks the table, and verifies if this library must not any more
   */
  public static SignatureVerification of(
      String algorithm, PublicKey key, TableBudget budget, SignatureVerification byProvider) {
    TableMaker tables = Objects.requireNonNull(TABLES.get(algorithm));
    return of(algorithm, (RSAPublicKey) key, tables, budget, byProvider);
  }

  public static SignatureVerification of(
      String algorithm,
      RSAPublicKey key,
      TableMaker tables,
      TableBudget budget,
      SignatureVerification byProvider) {
    SignatureVerification byModPow =
        of(algorithm, new ModPow(key.getModulus(), key.getPublicExponent()));
    // Clients choose the keys of their proofs, and with them the sizes.
    return key.getPublicExponent().equals(FusedExponentiation.EXPONENT)
            && FusedExponentiation.isUsualSize(key.getModulus().bitLength())
            && budget.fits(key)
        ? new UpgradingVerification(key, tables, budget, byModPow, byProvider)
        : new WithoutTable(byModPow, byProvider, tables.crossCheck());
  }

  /** Of a key that never gets a table. */
  private record WithoutTable(
      SignatureVerification own, SignatureVerification byProvider, CrossCheck crossCheck)
      implements SignatureVerification {

    @Override
    public boolean verify(byte[] octets, int length, byte[] signature) {
      return (crossCheck.hasFailed() ? byProvider : own).verify(octets, length, signature);
    }

    @Override
    public @Nullable CompletableFuture<Void> train() {
      return crossCheck.hasFailed() ? null : CompletableFuture.completedFuture(null);
    }

    @Override
    public TableState tableState() {
      return crossCheck.state(TableState.NONE);
    }
  }

  /** Verification by a table of powers, some of which were compared with those of modPow. */
  public static SignatureVerification byTable(String algorithm, PublicKey key) {
    return of(algorithm, ExponentiationGain.fused((RSAPublicKey) key));
  }

  private static SignatureVerification of(String algorithm, PublicExponentiation exponentiation) {
    String hash = "SHA-" + algorithm.substring(2);
    return switch (algorithm.substring(0, 2)) {
      case "RS" -> new RsaPkcs1Verification(hash, exponentiation)::verify;
      case "PS" -> new RsaPssVerification(hash, exponentiation)::verify;
      default -> throw new IllegalArgumentException(algorithm + " is not an RSA algorithm");
    };
  }
}
