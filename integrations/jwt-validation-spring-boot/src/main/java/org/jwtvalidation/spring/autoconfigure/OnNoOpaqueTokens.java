// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether the application leaves no opaque tokens to Spring Boot: it reads those, too. */
final class OnNoOpaqueTokens extends SpringBootCondition {

  private static final String KEY =
      "spring.security.oauth2.resourceserver.opaquetoken.introspection-uri";

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    boolean isGiven = context.getEnvironment().containsProperty(KEY);
    return new ConditionOutcome(
        !isGiven, ConditionMessage.of(isGiven ? KEY + " is set" : KEY + " is not set"));
  }
}
