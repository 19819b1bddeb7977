// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether Spring Boot's own properties describe an issuer, or the place of its keys. */
final class OnSpringSecurityProperties extends SpringBootCondition {

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    return new ConditionOutcome(
        SpringSecurityProperties.of(context.getEnvironment()).describeAnIssuer(),
        ConditionMessage.of(
            SpringSecurityProperties.PREFIX + ".issuer-uri or .jwk-set-uri is needed"));
  }
}
