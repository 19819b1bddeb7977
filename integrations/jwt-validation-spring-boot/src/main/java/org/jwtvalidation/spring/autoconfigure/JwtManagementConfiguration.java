// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.spring.ChallengeFilter;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.AuthenticationServiceException;

/**
 * Challenges, the check of proofs, and the answer to requests that cannot be decided, on a
 * management port of its own: its server has Spring Security's filter, and none of the
 * application's.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(AuthenticationServiceException.class)
@ConditionalOnBean(ServiceAnswers.class)
class JwtManagementConfiguration {

  @Bean
  FilterRegistrationBean<ChallengeFilter> jwtManagementChallengeFilter(
      ServiceAnswers answers, Environment environment) {
    return JwtServletAutoConfiguration.ChallengeConfiguration.registration(answers, environment);
  }
}
