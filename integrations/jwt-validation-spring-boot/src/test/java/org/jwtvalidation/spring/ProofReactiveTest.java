// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.testkit.TestCertificate;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Proofs of possession in reactive applications with no filter chain of its own. */
@Tag("jdk-independent")
@Timeout(300)
class ProofReactiveTest extends ProofAnswersContract {

  @Override
  ConfigurableApplicationContext run(List<Class<?>> beans, String... properties) {
    List<Class<?>> sources = new ArrayList<>(beans);
    sources.add(ReactiveApplicationTest.App.class);
    return ReactiveApplicationTest.start(sources, properties);
  }

  /** A server that reads forwarded fields, whatever the properties say. */
  @Configuration(proxyBeanMethods = false)
  static class Forwarding {

    @Bean
    NettyServerCustomizer forwarding() {
      return server -> server.forwarded(true);
    }
  }

  @Test
  @DisplayName("113: the address of a trusted proxy from forwarded fields")
  void takesThePeerFromTheConnection() throws CertificateEncodingException {
    TestCertificate certificate = TestCertificate.create();
    String[] fields = {
      "Authorization: Bearer " + bound(certificate),
      "Client-Cert: :" + encoded(certificate) + ":",
      "X-Forwarded-For: 10.0.0.7"
    };
    try (ConfigurableApplicationContext application =
        application(List.of(Forwarding.class), "pop.mutual-tls-proxies=10.0.0.7")) {
      assertThat(Answer.get(port(application), "/name", fields).status()).isEqualTo(401);
    }
    String loopback = InetAddress.getLoopbackAddress().getHostAddress();
    try (ConfigurableApplicationContext application =
        application(List.of(Forwarding.class), "pop.mutual-tls-proxies=" + loopback)) {
      assertThat(Answer.get(port(application), "/name", fields).status()).isEqualTo(200);
    }
  }
}
