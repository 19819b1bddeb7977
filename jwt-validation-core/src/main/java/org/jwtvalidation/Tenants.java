package org.jwtvalidation;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.internal.rules.IssuerTemplate;
import org.jwtvalidation.jwk.VerificationKey;

/**
 * The trusted tenants of an issuer template, which share rules and keys. Thread-safe.
 *
 * @param name the template as configured
 * @param allowed application code, called for each token
 */
record Tenants(
    String name,
    IssuerTemplate template,
    Predicate<String> allowed,
    IssuerRules rules,
    IssuerKeys keys) {

  /** The tenants of a template whose rules and keys are those of {@code issuer}. */
  static Tenants of(TrustedIssuer issuer, Predicate<String> allowed) {
    return new Tenants(
        issuer.name(),
        IssuerTemplate.of(issuer.name()),
        guarded(issuer.name(), allowed),
        issuer.rules(),
        issuer.keys());
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
    return trust.isAllowed() ? new TrustedIssuer(name, issuer, rules, keys, trust) : null;
  }

  private final class TenantTrust implements TrustScope {

    /** What servers publish in place of the tenant, in metadata and keys. */
    private static final String PLACEHOLDER = "{tenantid}";

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

    /** Keys may name one tenant as their issuer, or the placeholder; others belong to all. */
    @Override
    public boolean covers(VerificationKey key) {
      String keyIssuer = key.issuer();
      return keyIssuer == null || keyIssuer.replace(PLACEHOLDER, tenant).equals(issuer);
    }
  }
}
