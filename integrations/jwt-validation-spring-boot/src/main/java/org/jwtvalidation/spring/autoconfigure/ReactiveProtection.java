// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.web.server.WebFilter;

/** What asks for tokens in a reactive application. */
final class ReactiveProtection {

  /** Spring Security's filter; by name, since its class need not be there. */
  private static final String OF_SPRING_SECURITY =
      "org.springframework.security.web.server.WebFilterChainProxy";

  private ReactiveProtection() {}

  static ProtectionCheck check(Environment environment, ListableBeanFactory beans) {
    return new ProtectionCheck(
        environment,
        () -> hasFilter(beans),
        "no bean WebFilterChainProxy of Spring Security",
        "the dependency jwt-validation-spring-boot-starter, or @EnableWebFluxSecurity where"
            + " auto-configurations are excluded");
  }

  private static boolean hasFilter(ListableBeanFactory beans) {
    return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, WebFilter.class))
        .map(beans::getType)
        .anyMatch(type -> type != null && type.getName().equals(OF_SPRING_SECURITY));
  }
}
