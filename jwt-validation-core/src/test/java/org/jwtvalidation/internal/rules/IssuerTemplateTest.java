// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Scene;
import org.jwtvalidation.keysource.KeySource;

class IssuerTemplateTest {

  private static final String ENTRA = "https://login.microsoftonline.com/{tenant}/v2.0";

  @Test
  void findsTheTenant() {
    IssuerTemplate entra = IssuerTemplate.of(ENTRA);
    assertThat(entra.tenantOf("https://login.microsoftonline.com/9188040d-6c67/v2.0"))
        .isEqualTo("9188040d-6c67");
    assertThat(
            IssuerTemplate.of("https://sts.example/{tenant}/").tenantOf("https://sts.example/a/"))
        .isEqualTo("a");
    assertThat(
            IssuerTemplate.of("https://h.example/realms/{tenant}")
                .tenantOf("https://h.example/realms/shop"))
        .isEqualTo("shop");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://login.microsoftonline.com//v2.0",
        "https://login.microsoftonline.com/v2.0",
        "https://login.microsoftonline.com/a/b/v2.0",
        "https://login.microsoftonline.com/../v2.0",
        "https://login.microsoftonline.com/./v2.0",
        "https://login.microsoftonline.com/%61/v2.0",
        "https://login.microsoftonline.com/{tenant}/v2.0",
        "https://login.microsoftonline.com/{tenantid}/v2.0",
        "https://login.microsoftonline.com/a?/v2.0",
        "https://login.microsoftonline.com/a#/v2.0",
        "https://login.microsoftonline.com/a\u0000/v2.0",
        "https://login.microsoftonline.com/\u00e4/v2.0",
        "https://login.microsoftonline.com/a/v2.0/",
        "https://login.microsoftonline.com/a/v1.0",
        "https://login.microsoftonline.com.evil.example/a/v2.0",
        "http://login.microsoftonline.com/a/v2.0",
        "a",
        ""
      })
  void findsNoTenantInOtherIssuers(String issuer) {
    assertThat(IssuerTemplate.of(ENTRA).tenantOf(issuer)).isNull();
  }

  @Test
  void findsNoTenantOfAbsurdLength() {
    assertThat(IssuerTemplate.isTenant("a".repeat(128))).isTrue();
    assertThat(IssuerTemplate.isTenant("a".repeat(129))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://login.microsoftonline.com/common/v2.0",
        "https://login.microsoftonline.com/{tenantid}/v2.0",
        "https://login.microsoftonline.com/t-{tenant}/v2.0",
        "https://login.microsoftonline.com/{tenant}x/v2.0",
        "https://login.microsoftonline.com/{tenant}/{tenant}",
        "https://{tenant}.example/v2.0",
        "https://{tenant}/v2.0",
        "{tenant}",
        ""
      })
  void refusesTemplatesWithoutOneSegmentForTheTenant(String template) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IssuerConfig.template(template))
        .withMessageStartingWith("template: ")
        .withMessageContaining("https://issuer.example/{tenant}/v2.0");
  }

  private static IssuerConfig.Builder template() {
    return IssuerConfig.template(ENTRA)
        .audience("orders")
        .keySource(KeySource.of(new Scene().issuer.jwkSet()));
  }

  @Test
  void needsTenantsAndKeys() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> template().build())
        .withMessage(
            "tenants: none given for "
                + ENTRA
                + "; set tenants(...), which says whose"
                + " tokens are accepted");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IssuerConfig.template(ENTRA).audience("orders").tenants("a").build())
        .withMessageStartingWith("keySource: none given for the template")
        .withMessageEndingWith(
            "or use an IssuerResolver where each has keys of its own, as the realms of Keycloak"
                + " have");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> template().tenants("a").issuerAliases("b").build())
        .withMessageStartingWith("issuerAliases: set for the template");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> template().tenants(new String[0]))
        .withMessageStartingWith("tenants: none given");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> template().tenants("a", "b/c"))
        .withMessageStartingWith("tenants: \"b/c\" is not a tenant");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> IssuerConfig.builder(Scene.ISSUER).audience("orders").tenants("a").build())
        .withMessageContaining("start with IssuerConfig.template(...)");
    assertThat(template().tenants("a").build())
        .hasToString("IssuerConfig[template=" + ENTRA + ", audience=[orders]]");
  }

  @Test
  void acceptsATenantThatIsNamedTwice() {
    assertThatCode(() -> template().tenants("a", "b", "a").build()).doesNotThrowAnyException();
  }
}
