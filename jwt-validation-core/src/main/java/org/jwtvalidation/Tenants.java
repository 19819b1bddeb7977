// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.rules.IssuerTemplate;
import org.jwtvalidation.jwk.VerificationKey;

/**
 * The trusted tenants of an issuer template. Thread-safe.
 *
 * @param configured the template, whose rules and keys they share
 * @param allowed application code, called for each token
 */
record Tenants(TrustedIssuer configured, IssuerTemplate template, Predicate<String> allowed) {

  static Tenants of(TrustedIssuer configured, Predicate<String> allowed) {
    return new Tenants(
        configured, IssuerTemplate.of(configured.name()), guarded(configured.name(), allowed));
  }

  /** As {@code allowed}, but an exception allows no tenant, and is logged. */
  private static Predicate<String> guarded(String name, Predicate<String> allowed) {
    FailureLog failures = new FailureLog();
    return tenant -> {
      try {
        return allowed.test(tenant);
      } catch (Exception e) {
        failures.logWithoutMessage(
            "the predicate of the tenants of " + name + " failed",
            "tokens of the tenant are rejected",
            e);
        return false;
      }
    };
  }

  /**
   * The tenant that {@code issuer} names, or null if there is no such tenant, or it is not allowed.
   */
  @Nullable TrustedIssuer find(String issuer) {
    String tenant = template.tenantOf(issuer);
    if (tenant == null) {
      return null;
    }
    TenantTrust trust = new TenantTrust(issuer, tenant);
    return trust.isAllowed() ? configured.tenant(issuer, trust) : null;
  }

  private final class TenantTrust implements TrustScope {

    private final String issuer;
    private final String tenant;

    private TenantTrust(String issuer, String tenant) {
      this.issuer = issuer;
      this.tenant = tenant;
    }

    private boolean isAllowed() {
      return allowed.test(tenant);
    }

    @Override
    public boolean lasts(long now) {
      return isAllowed();
    }

    @Override
    public boolean covers(VerificationKey key) {
      String keyIssuer = key.issuer();
      if (keyIssuer == null) {
        return true;
      }
      String named = keyIssuer.replace(ANY_TENANT, tenant);
      return named.equals(issuer)
          || ConfiguredTrust.guids(named).anyMatch(tenant.toLowerCase(Locale.ROOT)::equals);
    }
  }
}
