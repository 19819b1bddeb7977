// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

/**
 * Says which properties are missing where there is no decoder. Before the analyzer of Spring Boot,
 * whose advice is to define a bean of that type.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingDecoderFailureAnalyzer
    extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

  private static final Set<String> DECODERS =
      Set.of(
          "org.springframework.security.oauth2.jwt.JwtDecoder",
          "org.springframework.security.oauth2.jwt.ReactiveJwtDecoder");

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable rootFailure, NoSuchBeanDefinitionException cause) {
    ResolvableType type = cause.getResolvableType();
    if (type == null
        || cause instanceof NoUniqueBeanDefinitionException
        || !DECODERS.contains(type.toClass().getName())) {
      return null;
    }
    return new FailureAnalysis(
        "Bearer tokens cannot be validated: no issuer is configured, or several TokenValidator"
            + " beans are and none of them is primary, so that there is no "
            + type.toClass().getSimpleName()
            + ".",
        "Set "
            + SpringSecurityProperties.PREFIX
            + ".issuer-uri to what tokens have in iss, and "
            + SpringSecurityProperties.PREFIX
            + ".audiences to the name of this service, as tokens have it in aud; or"
            + " jwt-validation.issuers.<name>.url and .audience; or make one TokenValidator bean"
            + " @Primary; or add a decoder of your own.",
        cause);
  }
}
