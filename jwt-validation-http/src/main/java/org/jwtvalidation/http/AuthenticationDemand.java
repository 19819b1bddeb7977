// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.math.RoundingMode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.NumericDate;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ClaimsSet;

/**
 * How and when the user must have authenticated (RFC 9470).
 *
 * @param acr the accepted values of {@code acr}, in order of preference; empty for any
 * @param within how long ago that may be, or null for any time
 */
record AuthenticationDemand(List<String> acr, @Nullable Duration within, InstantSource clock) {

  /** The default of issuers. A user has just authenticated, but by another clock. */
  static final Duration LEEWAY = Duration.ofSeconds(60);

  static final AuthenticationDemand ANY =
      new AuthenticationDemand(List.of(), null, InstantSource.system());

  /**
   * Whether the token says so. A claim that is there must be good even if it is not asked for: a
   * user who will authenticate tomorrow has done nothing yet.
   */
  boolean isMetBy(AccessToken token) {
    ClaimsSet claims = token.claims();
    boolean saysHow = claims.contains("acr");
    boolean saysWhen = claims.contains("auth_time");
    boolean suffices =
        (saysHow ? isAccepted(claims.get("acr")) : acr.isEmpty())
            && (saysWhen ? isRecent(claims.get("auth_time")) : within == null);
    return suffices && (saysHow || saysWhen);
  }

  private boolean isAccepted(@Nullable Object value) {
    return value instanceof String text && !text.isEmpty() && (acr.isEmpty() || acr.contains(text));
  }

  private boolean isRecent(@Nullable Object value) {
    if (value == null || !NumericDate.is(value)) {
      return false;
    }
    long age = clock.millis() - NumericDate.toMillis(value, RoundingMode.FLOOR);
    return age >= -LEEWAY.toMillis()
        && (within == null || age <= within.toMillis() + LEEWAY.toMillis());
  }

  /** What meets both, or null if nothing does. */
  @Nullable AuthenticationDemand and(AuthenticationDemand other) {
    List<String> common =
        acr.isEmpty() || other.acr.isEmpty()
            ? (acr.isEmpty() ? other.acr : acr)
            : acr.stream().filter(other.acr::contains).toList();
    if (common.isEmpty() && !acr.isEmpty()) {
      return null;
    }
    boolean isLonger =
        within == null || (other.within != null && other.within.compareTo(within) < 0);
    return new AuthenticationDemand(common, isLonger ? other.within : within, clock);
  }

  /** The parameters of a challenge (RFC 9470 section 3). */
  String parameters() {
    return (acr.isEmpty() ? "" : ", acr_values=" + QuotedString.of("acr", String.join(" ", acr)))
        + (within == null ? "" : ", max_age=\"" + within.toSeconds() + '"');
  }
}
