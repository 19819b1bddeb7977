package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadGeneratorTest {

  @TempDir Path folder;

  private final AtomicLong served = new AtomicLong();
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.createContext(
        "/",
        exchange -> {
          served.incrementAndGet();
          String header = exchange.getRequestHeaders().getFirst("Authorization");
          sent.add(header == null ? "none" : header);
          boolean isOpen = exchange.getRequestURI().getPath().equals("/health");
          exchange.sendResponseHeaders(header == null && !isOpen ? 401 : 200, -1);
          exchange.close();
        });
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private Measurement run(@Nullable Path tokens, Load load, double rate) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/orders");
    return LoadGenerator.run(
        new LoadDefinition("test", uri, 200, tokens, load, rate, 1),
        folder.resolve("load.hf.yaml"));
  }

  private Path tokens() throws IOException {
    Files.writeString(folder.resolve("valid.tokens"), "a.b.c\nd.e.f\n");
    return Path.of("valid.tokens");
  }

  @Test
  void sendsAsManyRequestsAsAreAnswered() throws IOException {
    Measurement measured = run(tokens(), Load.closed(3), 0);

    assertThat(measured.requests()).isEqualTo(served.get()).isGreaterThan(3);
    assertThat(measured.answers()).isEqualTo(measured.requests());
    assertThat(measured.wrong()).isZero();
    assertThat(measured.latencies().getTotalCount()).isEqualTo(measured.requests());
    assertThat(sent).containsExactlyInAnyOrder("Bearer a.b.c", "Bearer d.e.f");
  }

  @Test
  void sendsRequestsInTurnsWithThoseThatCauseNoValidation() throws IOException {
    Measurement measured = run(tokens(), Load.inTurns(), 0);

    assertThat(measured.inTurns()).containsOnlyKeys("HEALTH", "UNREAD");
    assertThat(measured.requests()).isPositive();
    assertThat(measured.inTurns().values())
        .extracting(Measurement::requests)
        .allSatisfy(requests ->
            assertThat(requests).isBetween(measured.requests() - 1, measured.requests() + 1));
    assertThat(measured.inTurns().values())
        .allSatisfy(
            other -> assertThat(other.latencies().getTotalCount()).isEqualTo(other.requests()));
    assertThat(served.get()).isBetween(3 * measured.requests() - 2, 3 * measured.requests() + 2);
    assertThat(measured.wrong()).isZero();
    assertThat(sent).contains("none", "Bearer a.b.c", "Bearer d.e.f");
  }

  @Test
  void sendsRequestsAtARateOrInBursts() throws IOException {
    assertThat(run(tokens(), Load.open(50, 5), 100).requests()).isBetween(50L, 150L);
    assertThat(run(tokens(), Load.bursts(50, 5), 100).requests()).isBetween(50L, 150L);
  }

  @Test
  void countsAnswersWithAnotherStatus() throws IOException {
    Measurement measured = run(null, Load.open(50, 5), 50);

    assertThat(measured.wrong())
        .isEqualTo(measured.requests())
        .isEqualTo(served.get())
        .isPositive();
    assertThat(sent).containsExactly("none");
  }
}
