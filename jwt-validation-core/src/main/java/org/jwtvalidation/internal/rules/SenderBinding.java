package org.jwtvalidation.internal.rules;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.Confirmation;
import org.jwtvalidation.token.ConfirmationMethod;

/** Who checks that the sender of a token has the key to which {@code cnf} binds it (RFC 7800). */
public sealed interface SenderBinding {

  /** Whoever the issuer's configuration says: somebody elsewhere, or nobody. */
  SenderBinding AS_CONFIGURED = new AsConfigured();

  /** The caller, by these methods. */
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
