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

/** Whether there is a property below {@code jwt-validation.issuers}. */
final class OnOwnProperties extends SpringBootCondition {

  private static final String ISSUERS = ResourceServerConfiguration.PREFIX + ".issuers";

  static boolean in(Environment environment) {
    return Binder.get(environment)
        .bind(ISSUERS, Bindable.mapOf(String.class, Object.class))
        .map(issuers -> !issuers.isEmpty())
        .orElse(false);
  }

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    return new ConditionOutcome(
        in(context.getEnvironment()),
        ConditionMessage.of("properties below " + ISSUERS + " are needed"));
  }
}
