// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.Confirmation;
import org.jwtvalidation.token.ConfirmationMethod;

/** How the check of a sender's key is arranged, to which {@code cnf} binds a token (RFC 7800). */
public sealed interface SenderBinding {

  /** As the issuer's configuration says: elsewhere, or not at all. */
  SenderBinding AS_CONFIGURED = new AsConfigured();

  /** By the caller, in these ways. */
  static SenderBinding checkedBy(Set<ConfirmationMethod> methods) {
    return new ByCaller(methods);
  }

  /**
   * Whether a token with this claim {@code cnf} may be accepted.
   *
   * @param isCheckedElsewhere what the issuer's configuration says
   */
  boolean covers(@Nullable Object cnf, boolean isCheckedElsewhere);

  /**
   * Whether a proof of DPoP is checked for a token with this claim {@code cnf}: one that needs no
   * key proves nothing.
   *
   * @param isCheckedElsewhere what the issuer's configuration says
   */
  boolean coversProof(@Nullable Object cnf, boolean isCheckedElsewhere);

  /** By the configuration alone. */
  record AsConfigured() implements SenderBinding {

    @Override
    public boolean covers(@Nullable Object cnf, boolean isCheckedElsewhere) {
      return isCheckedElsewhere;
    }

    @Override
    public boolean coversProof(@Nullable Object cnf, boolean isCheckedElsewhere) {
      return isCheckedElsewhere;
    }
  }

  /** By the caller, whatever the configuration says. */
  record ByCaller(Set<ConfirmationMethod> methods) implements SenderBinding {

    @Override
    public boolean covers(@Nullable Object cnf, boolean isCheckedElsewhere) {
      return cnf instanceof Map<?, ?> members && Confirmation.isCheckedBy(methods, members);
    }

    @Override
    public boolean coversProof(@Nullable Object cnf, boolean isCheckedElsewhere) {
      return methods.contains(ConfirmationMethod.JKT)
          && cnf instanceof Map<?, ?> members
          && members.containsKey(ConfirmationMethod.JKT.member());
    }
  }
}
