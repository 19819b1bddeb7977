// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.EdECPoint;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.arithmetic.Ed25519Verification;
import org.jwtvalidation.internal.arithmetic.Es256Verification;
import org.jwtvalidation.internal.tables.CrossCheck;
import org.jwtvalidation.internal.tables.KnownAnswer;
import org.jwtvalidation.internal.tables.RsaVerification;
import org.jwtvalidation.internal.tables.SignatureVerification;
import org.jwtvalidation.internal.tables.TableBudget;
import org.jwtvalidation.internal.tables.TableMaker;
import org.jwtvalidation.internal.tables.UpgradingVerification;

/** The only way to this library's own arithmetic, which {@link SignaturePolicy} can turn off. */
final class OwnArithmetic {

  static final TableMaker ES256 =
      new TableMaker(
          key -> {
            ECPoint point = ((ECPublicKey) key).getW();
            return new Es256Verification(point.getAffineX(), point.getAffineY())::verify;
          },
          KnownAnswer.ES256,
          Runnable::run,
          CrossCheck.OF_THIS_JVM);

  static final TableMaker ED25519 =
      new TableMaker(
          key -> {
            EdECPoint point = ((EdECPublicKey) key).getPoint();
            return new Ed25519Verification(EdwardsCurve.ED25519.x(point), point.getY())::verify;
          },
          KnownAnswer.ED25519,
          Runnable::run,
          CrossCheck.OF_THIS_JVM);

  private OwnArithmetic() {}

  /**
   * Verification by this library, or null if it has none for the algorithm: of curves none without
   * a table, for which the budget may be too small.
   *
   * @param key the key, which has passed all checks
   * @param byJdk verifies until the key has a table, where this library has nothing else, and
   *     checks some of what a table accepts
   */
  static @Nullable SignatureVerification of(
      SignatureAlgorithm algorithm,
      PublicKey key,
      TableBudget budget,
      SignatureVerification byJdk) {
    return switch (algorithm) {
      case RS256, RS384, RS512, PS256, PS384, PS512 ->
          RsaVerification.of(algorithm.joseName(), key, budget, byJdk);
      case ES256 -> byTable(ES256, key, budget, byJdk);
      case ED25519 -> byTable(ED25519, key, budget, byJdk);
      default -> null;
    };
  }

  private static @Nullable SignatureVerification byTable(
      TableMaker tables, PublicKey key, TableBudget budget, SignatureVerification byJdk) {
    return budget.fits(key) ? new UpgradingVerification(key, tables, budget, byJdk) : null;
  }
}
