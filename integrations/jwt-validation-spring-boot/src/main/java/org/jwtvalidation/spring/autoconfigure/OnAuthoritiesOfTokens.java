// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether the authorities are the scopes and roles of the token, because the application names no
 * other claim for them. If it does, Spring Boot's own converter reads that claim.
 */
final class OnAuthoritiesOfTokens extends SpringBootCondition {

  private static final List<String> CLAIM_KEYS =
      List.of(
          "authorities-claim-name", "authorities-claim-delimiter", "authorities-claim-expressions");

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    Binder binder = Binder.get(context.getEnvironment());
    List<String> given =
        CLAIM_KEYS.stream()
            .map(key -> SpringSecurityProperties.PREFIX + "." + key)
            .filter(key -> binder.bind(key, Bindable.listOf(String.class)).isBound())
            .toList();
    return new ConditionOutcome(
        given.isEmpty(), ConditionMessage.of("properties of Spring Boot's converter: " + given));
  }
}
