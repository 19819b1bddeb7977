// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * The keys that tell other extensions which tokens are valid. Nothing reads them where this one
 * validates, so that a rule that moved with an application would be in force no more.
 */
final class ForeignKeys {

  private static final String ISSUER = ConfigurationKeys.PREFIX + "issuers.<name>.";

  private static final Pattern FOREIGN =
      Pattern.compile(
          "mp\\.jwt\\.(verify|decrypt|token)\\..+"
              + "|smallrye\\.jwt\\.(?!(sign|encrypt|new-token|new\\.token|keystore)\\.).+"
              + "|quarkus\\.smallrye-jwt\\..+"
              // A variable QUARKUS_OIDC_CLIENT_ID is of quarkus-oidc-client, too.
              + "|quarkus\\.oidc\\.(?!client\\.).+");

  /** Variables that Kubernetes makes from the names of services. */
  private static final Pattern OF_SERVICE =
      Pattern.compile("(smallrye\\.jwt|quarkus\\.oidc)\\.(service\\.|port\\b).*");

  private static final Pattern OF_TENANT =
      Pattern.compile("quarkus\\.oidc\\.(\"[^\"]+\"|[^.]+)\\.");

  /** Paths into objects have no option of their own. */
  private static final String ROLES =
      "roles.claim (for a top-level claim; for Keycloak, roles.keycloak-realm and"
          + " roles.keycloak-client)";

  /** What takes their place below an issuer; with dots alone, as variables have them. */
  private static final Map<String, String> OURS = new HashMap<>();

  static {
    put("mp.jwt.verify.issuer", "url");
    put("mp.jwt.verify.audiences", "audience");
    put("mp.jwt.verify.publickey.location", "keys.jwks-uri");
    put("mp.jwt.verify.publickey.algorithm", "algorithms");
    put("mp.jwt.verify.clock.skew", "leeway");
    put("mp.jwt.verify.token.age", "max-age");
    put("smallrye.jwt.expiration.grace", "leeway");
    put("smallrye.jwt.path.groups", ROLES);
    put("smallrye.jwt.required.claims", "required-claims");
    put("smallrye.jwt.jwks.refresh-interval", "keys.refresh-interval");
    put("quarkus.oidc.auth-server-url", "url");
    put("quarkus.oidc.jwks-path", "keys.jwks-uri");
    put("quarkus.oidc.token.audience", "audience");
    put("quarkus.oidc.token.issuer", "url");
    put("quarkus.oidc.token.signature-algorithm", "algorithms");
    put("quarkus.oidc.token.lifespan-grace", "leeway");
    put("quarkus.oidc.token.age", "max-age");
    put("quarkus.oidc.token.required-claims", "required-claims");
    put("quarkus.oidc.token.token-type", "require-access-token-type");
    put("quarkus.oidc.token.forced-jwk-refresh-interval", "keys.unknown-key-cooldown");
    put("quarkus.oidc.roles.role-claim-path", ROLES);
    put("quarkus.oidc.connection-delay", "keys.connect-timeout");
    put("quarkus.oidc.connection-timeout", "keys.connect-timeout");
  }

  private ForeignKeys() {}

  private static void put(String key, String option) {
    OURS.put(key.replace('-', '.'), option);
  }

  /**
   * Checks the keys.
   *
   * @throws ConfigurationException if one is set
   */
  static void refuse(Config config) {
    StreamSupport.stream(config.getPropertyNames().spliterator(), false)
        .filter(name -> FOREIGN.matcher(name).matches() && !OF_SERVICE.matcher(name).matches())
        .filter(name -> SwitchedOff.isNot(config.getConfigValue(name)))
        .sorted()
        .findFirst()
        .ifPresent(name -> {
          String ours = ours(name);
          throw new ConfigurationException(
              name
                  + ": nothing reads it, since jwt-validation-quarkus validates the tokens; remove it"
                  + (ours == null ? "" : "; " + ISSUER + ours + " takes its place"));
        });
  }

  private static @Nullable String ours(String name) {
    String ours = OURS.get(name.replace('-', '.'));
    return ours == null
        ? OURS.get(OF_TENANT.matcher(name).replaceFirst("quarkus.oidc.").replace('-', '.'))
        : ours;
  }
}
