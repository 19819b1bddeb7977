// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.keys.Awaited;
import org.jwtvalidation.internal.keys.Continuations;
import org.jwtvalidation.internal.keys.IssuerKeys;
import org.jwtvalidation.internal.rules.Hint;
import org.jwtvalidation.internal.rules.NearNames;
import org.jwtvalidation.internal.watch.Monitors;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeySourceHealth;

/**
 * The issuers that a validator trusts: those of its configuration, the tenants of templates, and
 * those that a resolver names. Thread-safe.
 */
final class TrustedIssuers implements AutoCloseable {

  /** In the order of configuration, by issuer identifier or template. */
  private final Map<String, IssuerKeys> configuredKeys;

  private final Map<String, TrustedIssuer> byName;
  private final List<Tenants> tenants;
  private final Set<String> names;
  private final NearNames nearNames;
  private final @Nullable ResolvedIssuers resolved;
  private final Continuations continuations = new Continuations();
  private volatile boolean closed;

  /**
   * Opens the issuers of a configuration, and claims their key sources.
   *
   * @param resolved null if there is no resolver
   */
  TrustedIssuers(
      List<IssuerConfig> configs,
      SignaturePolicy policy,
      Monitors monitors,
      @Nullable ResolvedIssuers resolved) {
    Map<String, IssuerKeys> keys = new LinkedHashMap<>();
    Map<String, TrustedIssuer> named = new HashMap<>();
    List<Tenants> templates = new ArrayList<>();
    try {
      for (IssuerConfig config : configs) {
        TrustedIssuer issuer = TrustedIssuer.of(config, policy, new ConfiguredTrust(config));
        issuer.claim(monitors);
        keys.put(issuer.name(), issuer.keys());
        Predicate<String> allowed = config.tenants();
        if (allowed == null) {
          config.names().forEach(name -> named.put(name, issuer));
        } else {
          templates.add(Tenants.of(issuer, allowed));
        }
      }
    } catch (RuntimeException | Error e) {
      // There will be no validator to own the sources; the application may build another one.
      keys.values().forEach(IssuerKeys::giveBack);
      throw e;
    }
    this.configuredKeys = Collections.unmodifiableMap(keys);
    this.byName = Map.copyOf(named);
    this.tenants = List.copyOf(templates);
    this.names =
        Stream.concat(named.keySet().stream(), keys.keySet().stream())
            .collect(Collectors.toUnmodifiableSet());
    this.nearNames = new NearNames(names);
    this.resolved = resolved;
  }

  /** The issuer that a token names, if that is at hand; never waits. */
  @Nullable TrustedIssuer atHand(String name) {
    TrustedIssuer configured = configured(name);
    return configured != null || resolved == null ? configured : resolved.atHand(name);
  }

  /** What the resolver says of an issuer that is not at hand; null if there is no resolver. */
  @Nullable Awaited<@Nullable TrustedIssuer> later(String name) {
    return resolved == null ? null : resolved.find(name, continuations);
  }

  private @Nullable TrustedIssuer configured(String name) {
    TrustedIssuer named = byName.get(name);
    for (int i = 0; named == null && i < tenants.size(); i++) {
      named = tenants.get(i).find(name);
    }
    return named;
  }

  /** What is trusted in place of an unknown issuer, for the log. */
  Hint expectedInPlaceOf(String unknown) {
    Hint hint = nearNames.hint(unknown);
    return hint == null ? Hint.oneOf(names) : hint;
  }

  /** The keys of the issuers of the configuration, in its order. */
  Map<String, IssuerKeys> configuredKeys() {
    return configuredKeys;
  }

  /** Whether nothing may be accepted from this issuer any more that is being validated. */
  boolean isWithdrawn(TrustedIssuer issuer) {
    return closed || issuer.trust().isWithdrawn();
  }

  /** The state of the keys of the issuers that the resolver has named. */
  Map<String, KeySourceHealth> resolvedKeyHealth() {
    return resolved == null ? Map.of() : resolved.keyHealth();
  }

  /** Forgets an issuer that the resolver has named; false if it is not kept. */
  boolean forget(String name) {
    return resolved != null && resolved.forget(name);
  }

  @Override
  public void close() {
    closed = true;
    if (resolved != null) {
      resolved.close();
    }
    configuredKeys.values().forEach(IssuerKeys::close);
  }
}
