// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.ConfirmationMethod;

/**
 * How the check of a sender's key is arranged, to which {@code cnf} binds a token (RFC 7800).
 *
 * @param methods how the caller checks it, whatever the issuer's configuration says; null if that
 *     alone decides
 */
public record SenderBinding(@Nullable Set<ConfirmationMethod> methods) {

  public static final SenderBinding AS_CONFIGURED = new SenderBinding(null);

  /**
   * Whether a token with this claim {@code cnf} may be accepted.
   *
   * @param isCheckedElsewhere what the issuer's configuration says
   */
  public boolean covers(@Nullable Object cnf, boolean isCheckedElsewhere) {
    return methods == null
        ? isCheckedElsewhere
        : cnf instanceof Map<?, ?> members && areChecked(members, methods);
  }

  /**
   * Whether a proof of DPoP is checked for a token with this claim {@code cnf}: one that needs no
   * key proves nothing.
   *
   * @param isCheckedElsewhere what the issuer's configuration says
   */
  boolean coversProof(@Nullable Object cnf, boolean isCheckedElsewhere) {
    return methods == null
        ? isCheckedElsewhere
        : cnf instanceof Map<?, ?> members && isChecked(ConfirmationMethod.JKT, members, methods);
  }

  /**
   * Whether there is a member, and each is checked. Keycloak's member {@code kc-jkt-type} with the
   * value {@code DPoP} is no method; it says how {@code jkt} is proved.
   */
  private static boolean areChecked(Map<?, ?> members, Set<ConfirmationMethod> checked) {
    int known = 0;
    for (ConfirmationMethod method : checked) {
      known += members.containsKey(method.member()) ? 1 : 0;
    }
    boolean described =
        isChecked(ConfirmationMethod.JKT, members, checked)
            && "DPoP".equals(members.get("kc-jkt-type"));
    return known > 0 && known + (described ? 1 : 0) == members.size();
  }

  private static boolean isChecked(
      ConfirmationMethod method, Map<?, ?> members, Set<ConfirmationMethod> checked) {
    return checked.contains(method) && members.containsKey(method.member());
  }
}
