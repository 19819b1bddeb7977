// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.IssuerResolver;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Conditional;

/**
 * Whether there is an issuer to trust. One of Spring Boot's own properties does not count if the
 * application has a decoder of its own, which these properties may be for.
 */
final class OnIssuers extends AnyNestedCondition {

  OnIssuers() {
    super(ConfigurationPhase.REGISTER_BEAN);
  }

  @Conditional(OnOwnProperties.class)
  static final class Configured {}

  @ConditionalOnBean(IssuerResolver.class)
  static final class Resolved {}

  @Conditional({OnSpringSecurityProperties.class, OnNoDecoder.class})
  static final class OfSpringSecurity {}
}
