// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether tokens are validated: unless {@code jwt-validation.enabled} says no. A word that is
 * neither yes nor no fails the start.
 */
final class OnEnabled extends SpringBootCondition {

  static final String KEY = ResourceServerConfiguration.PREFIX + ".enabled";

  /**
   * Reads the property.
   *
   * @throws JwtConfigurationException if it is empty
   */
  static boolean in(Environment environment) {
    Binder binder = Binder.get(environment);
    if (binder.bind(KEY, Bindable.of(String.class)).map(String::isBlank).orElse(false)) {
      EmptyKeys.fail(KEY);
    }
    return binder.bind(KEY, Bindable.of(Boolean.class)).orElse(true);
  }

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    return new ConditionOutcome(
        in(context.getEnvironment()), ConditionMessage.of(KEY + " says whether"));
  }
}
