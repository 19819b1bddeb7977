// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;

/**
 * Whether the application has no decoder of its own for its requests. One of the other stack, as
 * for RSocket in a servlet application, validates other tokens.
 */
final class OnNoDecoder extends AnyNestedCondition {

  private static final String BLOCKING = "org.springframework.security.oauth2.jwt.JwtDecoder";
  private static final String REACTIVE =
      "org.springframework.security.oauth2.jwt.ReactiveJwtDecoder";

  OnNoDecoder() {
    super(ConfigurationPhase.REGISTER_BEAN);
  }

  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnMissingBean(type = BLOCKING)
  static final class OfServlets {}

  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  @ConditionalOnMissingBean(type = REACTIVE)
  static final class OfReactiveRequests {}

  @ConditionalOnNotWebApplication
  @ConditionalOnMissingBean(type = {BLOCKING, REACTIVE})
  static final class OfNoRequests {}
}
