// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Says that Spring Boot is too old. Version 3 and the modules of version 4 that this library needs
 * define the same beans, which Spring Boot takes for a mistake of the application.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class OldSpringBootFailureAnalyzer
    extends AbstractFailureAnalyzer<BeanDefinitionOverrideException> {

  private static final int NEEDED = 4;

  private final String version;

  OldSpringBootFailureAnalyzer() {
    this(SpringBootVersion.getVersion());
  }

  OldSpringBootFailureAnalyzer(String version) {
    this.version = version;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable rootFailure, BeanDefinitionOverrideException cause) {
    if (Integer.parseInt(version.replaceAll("\\D.*", "")) >= NEEDED) {
      return null;
    }
    return new FailureAnalysis(
        "jwt-validation-spring-boot needs Spring Boot "
            + NEEDED
            + "; this application has "
            + version
            + ".",
        "Upgrade Spring Boot, or use jwt-validation-http without jwt-validation-spring-boot.",
        cause);
  }
}
