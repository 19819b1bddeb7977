// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.Map;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.options.OptionsInForce;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;

/**
 * What is there after a start.
 *
 * @param environment the environment with them
 * @param properties the properties, as they are bound
 */
record StartedProperties(Environment environment, JwtValidationProperties properties) {

  /** Starts what reads properties, in the order of the auto-configuration. */
  static StartedProperties with(Map<String, String> values) {
    MockEnvironment environment = new MockEnvironment();
    values.forEach(environment::setProperty);
    var unused = OnEnabled.in(environment);
    var unusedKeys = KnownKeys.check(environment);
    JwtValidationProperties properties =
        Binder.get(environment).bindOrCreate("jwt-validation", JwtValidationProperties.class);
    ProofOfPossession proofs =
        ConfiguredBeans.possession(properties, environment, new StaticListableBeanFactory(), null);
    try (TokenValidator validator =
        ConfiguredBeans.validator(properties, environment, (name, issuer) -> {}, null).build()) {
      var unusedAuthenticator = ConfiguredBeans.authenticator(properties, validator, proofs);
    }
    return new StartedProperties(environment, properties);
  }

  /** What the library is told by a property. */
  String inForce(String key) {
    if (key.equals(OnEnabled.KEY)) {
      return String.valueOf(OnEnabled.in(environment));
    }
    if (key.equals(Protection.KEY)) {
      return OptionsInForce.text(Protection.in(environment));
    }
    return OptionsInForce.value(properties, key);
  }
}
