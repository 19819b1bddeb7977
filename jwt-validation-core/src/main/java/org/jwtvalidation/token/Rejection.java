// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why and in which step a token was rejected. Contains no text of the token.
 *
 * @serial exclude
 */
@SuppressWarnings("InvalidBlockTag") // the serialized form needs no page of its own
public final class Rejection implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ValidationStep step;
  private final Reason reason;
  private final @Nullable String claim;

  /**
   * Creates a rejection, which the library alone does, and tests.
   *
   * @param step the step that rejected the token
   * @param reason why
   * @param claim the claim or header parameter at fault, {@code scopes} or {@code roles} if the
   *     {@link org.jwtvalidation.ScopeMapper} or the {@link org.jwtvalidation.RoleMapper} failed,
   *     the name of the {@link org.jwtvalidation.ClaimCheck} that failed, or null if it is none of
   *     these; never a name that the token chose
   */
  public Rejection(ValidationStep step, Reason reason, @Nullable String claim) {
    this.step = step;
    this.reason = reason;
    this.claim = claim;
  }

  /** {@return the step that rejected the token} */
  public ValidationStep step() {
    return step;
  }

  /** {@return why} */
  public Reason reason() {
    return reason;
  }

  /**
   * {@return the claim or header parameter at fault, {@code scopes} or {@code roles} if the {@link
   * org.jwtvalidation.ScopeMapper} or the {@link org.jwtvalidation.RoleMapper} failed, the name of
   * the {@link org.jwtvalidation.ClaimCheck} that failed, or null if it is none of these; never a
   * name that the token chose}
   */
  public @Nullable String claim() {
    return claim;
  }

  private List<@Nullable Object> values() {
    return Arrays.asList(step, reason, claim);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Rejection that && values().equals(that.values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  /** {@return the values, each with its name} */
  @Override
  public String toString() {
    return "Rejection[step=" + step + ", reason=" + reason + ", claim=" + claim + "]";
  }
}
