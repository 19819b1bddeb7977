package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.CUSTOM_CHECKS;
import static org.jwtvalidation.ValidationStep.KEY_RESOLUTION;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.KeyRefreshReport;
import org.jwtvalidation.jwk.KeySource;
import org.jwtvalidation.jwk.KeySourceHealth;
import org.jwtvalidation.jwk.KeysUnavailableException;
import org.jwtvalidation.jwk.VerificationKey;

/**
 * All that one issuer needs at run time: its rules for headers and claims, its checks, its keys.
 * Thread-safe.
 */
final class TrustedIssuer implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(TokenValidator.class.getName());

  /** The first may end with a set that had been on its way before the token came. */
  private static final int MOST_LOOKS = 2;

  /** A key set as it came from the source, and the same verified as the user will have it. */
  private record Bound(JwkSet source, JwkSet bound) {}

  private final IssuerConfig config;
  private final HeaderRules headerRules;
  private final AccessTokenRules accessTokenRules;
  private final ClaimRules idTokenClaimRules;
  private final KeySource keySource;
  private final @Nullable UnaryOperator<JwkSet> binding;
  private volatile @Nullable Bound bound;

  /**
   * Trusts an issuer.
   *
   * @param binding what makes key sets verify as the user will have it, or null for as they come
   */
  TrustedIssuer(IssuerConfig config, TokenLimits limits, @Nullable UnaryOperator<JwkSet> binding) {
    this.config = config;
    this.headerRules = new HeaderRules(config.algorithms(), limits.keyIdLength());
    this.accessTokenRules = config.accessTokenRules();
    this.idTokenClaimRules = config.idTokenClaimRules();
    this.keySource = config.keySourceOrDiscovery();
    this.binding = binding;
  }

  String name() {
    return config.issuer();
  }

  JoseHeader checkAccessTokenHeader(Map<String, @Nullable Object> header) {
    return headerRules.check(header, config.accessTokenType());
  }

  JoseHeader checkIdTokenHeader(Map<String, @Nullable Object> header) {
    return headerRules.check(header, HeaderRules.TypeRule.ID_TOKEN);
  }

  AccessTokenRules accessTokenRules() {
    return accessTokenRules;
  }

  IdTokenRules idTokenRules(IdTokenExpectation expected) {
    return new IdTokenRules(idTokenClaimRules, expected);
  }

  /** The key for a token with {@code header}. */
  VerificationKey resolveKey(JoseHeader header) {
    JwkSet current = keys();
    VerificationKey key = find(current, header);
    for (int looks = 0; key == null && looks < MOST_LOOKS; looks++) {
      JwkSet newer = refreshed(current);
      if (newer == current) {
        break;
      }
      key = find(newer, header);
      current = newer;
    }
    if (key == null) {
      throw rejected(KEY_RESOLUTION, Reason.KEY_UNKNOWN, "kid");
    }
    return key;
  }

  private static @Nullable VerificationKey find(JwkSet keys, JoseHeader header) {
    String keyId = header.keyId();
    if (keyId != null) {
      return keys.key(keyId, header.algorithms());
    }
    List<VerificationKey> fitting = keys.keys(header.algorithms());
    if (fitting.size() > 1) {
      throw rejected(KEY_RESOLUTION, Reason.KEY_AMBIGUOUS, "kid");
    }
    return fitting.isEmpty() ? null : fitting.get(0);
  }

  /** Whether this very instance is still one of the issuer's keys. */
  boolean holds(VerificationKey key) {
    return keys().holds(key);
  }

  private JwkSet keys() {
    try {
      return bound(Objects.requireNonNull(keySource.jwkSet(), "jwkSet"));
    } catch (Exception e) {
      throw unavailable(e);
    }
  }

  private JwkSet refreshed(JwkSet seen) {
    Bound current = bound;
    JwkSet source = current == null ? seen : current.source;
    try {
      return bound(Objects.requireNonNull(keySource.refreshed(source), "refreshed"));
    } catch (Exception e) {
      throw unavailable(e);
    }
  }

  private KeysUnavailableException unavailable(Throwable failure) {
    return failure instanceof KeysUnavailableException unavailable
        ? unavailable
        : new KeysUnavailableException("the key source of " + name() + " failed", failure);
  }

  private JwkSet bound(JwkSet source) {
    if (binding == null) {
      return source;
    }
    Bound current = bound;
    if (current == null || current.source != source) {
      JwkSet set = binding.apply(source);
      List<String> notBound = set.skipped().subList(source.skipped().size(), set.skipped().size());
      for (String skipped : notBound) {
        LOGGER.log(Level.WARNING, () -> name() + " " + skipped);
      }
      current = new Bound(source, current == null ? set : set.retaining(current.bound));
      bound = current;
    }
    return current.bound;
  }

  /** Says what came of every look for newer keys. */
  void onKeyRefresh(Consumer<KeyRefreshReport> listener) {
    try {
      keySource.onRefresh(listener);
    } catch (Exception e) {
      LOGGER.log(Level.WARNING, "the key source of " + name() + " does not tell of its keys", e);
    }
  }

  /** Begins to fetch keys that are due, and does not wait. */
  void refreshKeysIfDue() {
    try {
      keySource.refreshIfDue();
    } catch (Exception e) {
      LOGGER.log(Level.DEBUG, "the key source of " + name() + " failed", e);
    }
  }

  /** Waits for the keys if there are none yet, and says what is wrong if there still are none. */
  Optional<KeysUnavailableException> awaitKeys() {
    try {
      keys();
      return Optional.empty();
    } catch (Throwable e) {
      return Optional.of(unavailable(e));
    }
  }

  KeySourceHealth keyHealth() {
    try {
      return Objects.requireNonNull(keySource.health(), "health");
    } catch (Exception e) {
      return KeySourceHealth.unavailable(e.toString());
    }
  }

  boolean hasChecks() {
    return !config.claimChecks().isEmpty();
  }

  /**
   * Runs the user's own checks, which may do whatever they like but let a token pass by failing.
   */
  void runChecks(ClaimsSet claims) {
    for (Map.Entry<String, ClaimCheck> check : config.claimChecks().entrySet()) {
      boolean passed;
      try {
        passed = check.getValue().passes(claims);
      } catch (Exception e) {
        passed = false;
      }
      if (!passed) {
        throw rejected(CUSTOM_CHECKS, Reason.CLAIM_CHECK_FAILED, check.getKey());
      }
    }
  }

  List<String> mapRoles(ClaimsSet claims) {
    try {
      return List.copyOf(config.roleMapper().roles(claims));
    } catch (Exception e) {
      throw rejected(CUSTOM_CHECKS, Reason.CLAIM_CHECK_FAILED, "roles");
    }
  }

  @Override
  public void close() {
    try {
      keySource.close();
    } catch (Exception e) {
      LOGGER.log(Level.WARNING, "the key source of " + name() + " could not be closed", e);
    }
  }
}
