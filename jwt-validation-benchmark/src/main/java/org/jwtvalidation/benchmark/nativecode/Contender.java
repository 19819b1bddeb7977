// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Locale;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** What this program can measure with a set of keys and tokens. */
enum Contender {
  JWT_VALIDATION("whole") {
    @Override
    Verification open(InputFile input, TokenSet set) {
      return new WholeValidation(input, set);
    }
  },
  JDK("bare") {
    @Override
    Verification open(InputFile input, TokenSet set) throws GeneralSecurityException {
      return new BareVerification(set, null);
    }
  },
  BOUNCYCASTLE("bare") {
    @Override
    Verification open(InputFile input, TokenSet set) throws GeneralSecurityException {
      return new BareVerification(set, BOUNCY_CASTLE);
    }
  };

  /** Created once, because that takes longer than many verifications. */
  private static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

  /** {@code bare} or {@code whole}. */
  private final String form;

  Contender(String form) {
    this.form = form;
  }

  boolean isBare() {
    return form.equals("bare");
  }

  /** Returns the name of the measurement with a set: regime, algorithm, form and library. */
  String measurement(TokenSet set) {
    String library = name().toLowerCase(Locale.ROOT).replace('_', '-');
    return String.join(" ", set.regime(), set.algorithm(), form, library);
  }

  /** Prepares the keys. */
  abstract Verification open(InputFile input, TokenSet set) throws GeneralSecurityException;
}
