// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.autoconfigure.context.properties.ConfigurationPropertiesReportEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.env.EnvironmentEndpointAutoConfiguration;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@Tag("jdk-independent")
@Timeout(300)
class SecretPropertiesTest {

  private static final String SHOP = "jwt-validation.issuers.shop.";

  private final ApplicationContextRunner shown =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  JwtValidationAutoConfiguration.class,
                  JwtEndpointAutoConfiguration.class,
                  EnvironmentEndpointAutoConfiguration.class,
                  ConfigurationPropertiesReportEndpointAutoConfiguration.class))
          .withPropertyValues(
              "management.endpoints.web.exposure.include=env,configprops",
              "management.endpoints.jmx.exposure.include=env,configprops",
              "management.endpoint.env.show-values=always",
              "management.endpoint.configprops.show-values=always",
              SHOP + "url=https://issuer.example",
              SHOP + "audience=orders-api",
              SHOP + "keys.header.X-Api-Key=open-sesame",
              "jwt-validation.issuers.mine.url=https://other.example",
              "jwt-validation.issuers.mine.audience=orders-api",
              "jwt-validation.issuers.mine.keys.header.X-Other=open-barley",
              "jwt-validation.pop.dpop.public-base=https://api.example",
              "jwt-validation.pop.dpop.nonces=shared",
              "jwt-validation.pop.dpop.nonce-secret=c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0");

  @Test
  void areMaskedWhereValuesAreShown() {
    shown
        .withInitializer(context ->
            context
                .getEnvironment()
                .getPropertySources()
                .addLast(
                    new SystemEnvironmentPropertySource(
                        "variables-systemEnvironment",
                        Map.of("JWTVALIDATION_ISSUERS_SHOP_KEYS_HEADER_XKEY", "open-rye"))))
        .run(context -> {
          String environment =
              context
                  .getBean(EnvironmentEndpoint.class)
                  .environment(null)
                  .getPropertySources()
                  .stream()
                  .flatMap(source -> source.getProperties().entrySet().stream())
                  .map(each -> each.getKey() + "=" + each.getValue().getValue())
                  .toList()
                  .toString();
          String report =
              context
                  .getBean(ConfigurationPropertiesReportEndpoint.class)
                  .configurationProperties()
                  .getContexts()
                  .values()
                  .stream()
                  .flatMap(each -> each.getBeans().values().stream())
                  .map(bean -> bean.getProperties() + " " + bean.getInputs())
                  .toList()
                  .toString();
          for (String text : new String[] {environment, report}) {
            assertThat(text)
                .contains("https://issuer.example", SanitizableData.SANITIZED_VALUE)
                .doesNotContain("open-sesame", "open-barley", "open-rye", "c2VjcmV0");
          }
        });
  }
}
