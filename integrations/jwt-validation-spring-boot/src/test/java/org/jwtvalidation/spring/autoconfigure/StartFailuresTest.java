// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jwt.JwtDecoder;

@Tag("jdk-independent")
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class StartFailuresTest {

  @Configuration(proxyBeanMethods = false)
  static class NeedsDecoder {

    @Bean
    String subject(JwtDecoder decoder) {
      return decoder.toString();
    }
  }

  @Test
  void nameThePropertiesThatAreMissing(CapturedOutput output) {
    SpringApplication application = new SpringApplication(NeedsDecoder.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    assertThatThrownBy(application::run).hasStackTraceContaining("JwtDecoder");
    assertThat(output)
        .contains(
            "APPLICATION FAILED TO START",
            "no issuer is configured",
            "spring.security.oauth2.resourceserver.jwt.issuer-uri",
            "spring.security.oauth2.resourceserver.jwt.audiences");
  }

  @Test
  void nameTheVersionOfSpringBootThatIsNeeded() {
    BeanDefinitionOverrideException twice =
        new BeanDefinitionOverrideException(
            "securityFilterChainRegistration", new RootBeanDefinition(), new RootBeanDefinition());
    assertThat(new OldSpringBootFailureAnalyzer("3.5.9").analyze(twice).getDescription())
        .contains("needs Spring Boot 4", "3.5.9");
    assertThat(new OldSpringBootFailureAnalyzer().analyze(twice)).isNull();
  }
}
