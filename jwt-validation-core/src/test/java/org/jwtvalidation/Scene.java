// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

/**
 * One trusted issuer with one key for ES256, and a clock that stands still: what a test departs
 * from in a single detail. Everything is in memory, so that nothing needs to be closed.
 */
public final class Scene {

  public static final String ISSUER = "https://issuer.example";
  public static final String AUDIENCE = TestIssuer.AUDIENCE;
  public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  public final TestIssuer issuer;
  public final SettableClock clock = new SettableClock(NOW);

  public Scene() {
    this(ISSUER);
  }

  public Scene(String name) {
    issuer = TestIssuer.offline(name);
    issuer.key(SignatureAlgorithm.ES256);
  }

  /** A scene whose issuer also publishes {@code keys}. */
  public static Scene with(TestKey... keys) {
    Scene scene = new Scene();
    for (TestKey key : keys) {
      scene.issuer.publish(key);
    }
    return scene;
  }

  /** The key that signs by default. */
  public TestKey key() {
    return issuer.key(SignatureAlgorithm.ES256);
  }

  /** A token that is accepted unless a test changes it. */
  public TokenBuilder token() {
    return issuer.token().at(clock);
  }

  /** The configuration of the issuer with the default rules. */
  public IssuerConfig.Builder config() {
    return issuer.config().audience(AUDIENCE);
  }

  public TokenValidator validator() {
    return validator(config -> config);
  }

  public TokenValidator validator(UnaryOperator<IssuerConfig.Builder> change) {
    return builder(change.apply(config()).build()).build();
  }

  /** A validator that takes the keys from a JWK Set of these JWKs and from nowhere else. */
  public TokenValidator validatorWithKeys(String... jwks) {
    return validatorWithKeys(JwkSet.parse(jwkSet(jwks)));
  }

  public TokenValidator validatorWithKeys(JwkSet jwkSet) {
    return validator(config -> config.keySource(KeySource.of(jwkSet)));
  }

  /** The validator of this scene's time. */
  public TokenValidator.Builder builder(IssuerConfig... configs) {
    TokenValidator.Builder builder = TokenValidator.builder().clock(clock);
    for (IssuerConfig config : configs) {
      builder.issuer(config);
    }
    return builder;
  }

  public static String jwkSet(String... jwks) {
    return "{\"keys\":[" + String.join(",", jwks) + "]}";
  }
}
