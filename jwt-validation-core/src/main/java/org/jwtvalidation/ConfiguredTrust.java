// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jwtvalidation.jwk.VerificationKey;

/** That in an issuer that is named in full: for ever, and with the keys that are its own. */
final class ConfiguredTrust implements TrustScope {

  /** A tenant of Microsoft Entra ID, as a segment of a path. */
  private static final Pattern GUID =
      Pattern.compile(
          "/(\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12})(?=/|$)");

  private final Set<String> names;
  private final Set<String> guids;

  /** Trust in the issuer of this configuration. */
  ConfiguredTrust(IssuerConfig config) {
    this.names = config.names();
    this.guids =
        names.stream().flatMap(ConfiguredTrust::guids).collect(Collectors.toUnmodifiableSet());
  }

  /** The tenants of Entra that this name may name, in lower case. */
  static Stream<String> guids(String issuer) {
    return GUID.matcher(issuer).results().map(found -> found.group(1).toLowerCase(Locale.ROOT));
  }

  @Override
  public boolean lasts(long now) {
    return true;
  }

  /**
   * Servers with many tenants publish one set of keys for all, and mark those of a single one.
   * Entra's tokens of version 1.0 have another issuer than its keys name, with the same GUID.
   */
  @Override
  public boolean covers(VerificationKey key) {
    String keyIssuer = key.issuer();
    return keyIssuer == null
        || names.contains(keyIssuer)
        || keyIssuer.contains(ANY_TENANT)
        || guids(keyIssuer).anyMatch(guids::contains);
  }
}
