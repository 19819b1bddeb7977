// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether the properties below {@code jwt-validation.pop} say something about proofs. */
final class OnPossession extends SpringBootCondition {

  private static final String POP = ResourceServerConfiguration.PREFIX + ".pop";

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    return new ConditionOutcome(
        Binder.get(context.getEnvironment()).bindOrCreate(POP, PopProperties.class).isGiven(),
        ConditionMessage.of("properties below " + POP + " are needed"));
  }
}
