// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.options.OptionException;

/**
 * The issuer identifiers of a server with many tenants: all equal but for one segment of the path.
 */
public record IssuerTemplate(String beforeTenant, String afterTenant) {

  private static final String PLACEHOLDER = "{tenant}";

  /** No slash, no percent sign, no brace: one segment of a path, written in one way. */
  private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  /**
   * Parses a template.
   *
   * @throws IllegalArgumentException if the placeholder is not exactly one segment of the path
   */
  public static IssuerTemplate of(String template) {
    int at = template.indexOf(PLACEHOLDER);
    String before = at < 0 ? "" : template.substring(0, at);
    String after = at < 0 ? "" : template.substring(at + PLACEHOLDER.length());
    boolean isSegment =
        before.matches("https?://[^/{}]+/([^{}]*/)?") && after.matches("(/[^{}]*)?");
    if (!isSegment) {
      throw new OptionException(
          "template",
          Printable.quoted(template)
              + " does not have {tenant} as one segment of the path of an issuer identifier",
          "give one such as https://issuer.example/{tenant}/v2.0");
    }
    return new IssuerTemplate(before, after);
  }

  /** The tenant that {@code issuer} names, or null if this is not its template. */
  public @Nullable String tenantOf(String issuer) {
    int end = issuer.length() - afterTenant.length();
    if (end <= beforeTenant.length()
        || !issuer.startsWith(beforeTenant)
        || !issuer.endsWith(afterTenant)) {
      return null;
    }
    String tenant = issuer.substring(beforeTenant.length(), end);
    return isTenant(tenant) ? tenant : null;
  }

  public static boolean isTenant(String text) {
    return TENANT.matcher(text).matches();
  }
}
