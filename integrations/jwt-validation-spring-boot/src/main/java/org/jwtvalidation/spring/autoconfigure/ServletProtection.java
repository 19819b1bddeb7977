// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.http.servlet.BearerFilter;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.env.Environment;

/** What asks for tokens in a servlet application. */
final class ServletProtection {

  /** The name by which servers find Spring Security's filter. */
  private static final String OF_SPRING_SECURITY = "springSecurityFilterChain";

  private ServletProtection() {}

  static ProtectionCheck check(Environment environment, ListableBeanFactory beans) {
    return new ProtectionCheck(
        environment,
        () -> hasFilter(beans),
        "neither Spring Security's bean " + OF_SPRING_SECURITY + " nor a BearerFilter",
        "the dependency jwt-validation-spring-boot-starter, or @EnableWebSecurity where"
            + " auto-configurations are excluded, or a bean BearerFilter");
  }

  private static boolean hasFilter(ListableBeanFactory beans) {
    return beans.containsBean(OF_SPRING_SECURITY)
        || BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, BearerFilter.class).length > 0
        || BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, FilterRegistrationBean.class)
            .values()
            .stream()
            .anyMatch(filter -> filter.isEnabled() && filter.getFilter() instanceof BearerFilter);
  }
}
