// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;

@Tag("jdk-independent")
@Timeout(300)
class ForwardedHeadersTest {

  private static final String NONE = "server.forward-headers-strategy=none";
  private static final String OF_TOMCAT = "server.tomcat.remoteip.";
  private static final String ON_KUBERNETES = "spring.main.cloud-platform=kubernetes";

  private final ApplicationContextRunner proxied =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(JwtValidationAutoConfiguration.class))
          .withPropertyValues("jwt-validation.pop.mutual-tls-proxies=10.0.0.1");

  private static void assertRefused(ApplicationContextRunner runner, String... parts) {
    runner.run(context -> {
      assertThat(context).hasFailed();
      assertThat(context.getStartupFailure())
          .rootCause()
          .isInstanceOf(JwtConfigurationException.class)
          .hasMessageStartingWith("jwt-validation.pop.mutual-tls-proxies: ")
          .hasMessageContainingAll(parts);
    });
  }

  @Test
  void areNotReadWhereCertificatesOfProxiesAreBelieved() {
    assertRefused(
        proxied.withPropertyValues("server.forward-headers-strategy=framework"),
        "strategy=framework",
        "set that to none");
    for (String key : new String[] {"remote-ip-header", "protocol-header", "remoteIpHeader"}) {
      assertRefused(
          proxied.withPropertyValues(NONE, OF_TOMCAT + key + "=X-Any"), "=X-Any", "remove that");
    }
    assertRefused(
        proxied.withPropertyValues(ON_KUBERNETES), "KUBERNETES", "forward-headers-strategy=none");
    assertRefused(
        proxied.withBean("forwardedHeaderTransformer", ForwardedHeaderTransformer.class),
        "forwardedHeaderTransformer");
  }

  @Test
  void doNotMatterOtherwise() {
    proxied
        .withPropertyValues(ON_KUBERNETES, NONE, OF_TOMCAT + "remote-ip-header=")
        .run(context -> assertThat(context).hasSingleBean(ProofOfPossession.class));
    proxied
        .withPropertyValues(
            "jwt-validation.pop.mutual-tls-proxies=",
            "jwt-validation.pop.mutual-tls=true",
            ON_KUBERNETES)
        .run(context -> assertThat(context).hasSingleBean(ProofOfPossession.class));
  }
}
