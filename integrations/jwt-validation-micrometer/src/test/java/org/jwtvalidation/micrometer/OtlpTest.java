// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;

@Timeout(300)
class OtlpTest {

  /** Publishes when it is closed, and not before. */
  private record ToLoopback(int port) implements OtlpConfig {

    @Override
    public String url() {
      return "http://127.0.0.1:" + port + "/v1/metrics";
    }

    @Override
    public @Nullable String get(String key) {
      return null;
    }
  }

  @Test
  void publishesToACollector() throws IOException {
    Queue<String> received = new ConcurrentLinkedQueue<>();
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/metrics",
        exchange -> {
          received.add(new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    ValidationMeters meters = new ValidationMeters();
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().monitor(meters).build()) {
      OtlpMeterRegistry registry =
          new OtlpMeterRegistry(new ToLoopback(collector.getAddress().getPort()), Clock.SYSTEM);
      meters.watch(validator).bindTo(registry);
      assertThat(validator.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
      registry.close();
    } finally {
      collector.stop(0);
    }
    assertThat(String.join("", received))
        .containsPattern("jwt\\.validation[^.]")
        .contains("jwt.validation.step.bucket")
        .contains("signature_validation")
        .contains("jwt.keys.state");
  }
}
