// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
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

  private LoadDefinition definition(@Nullable Path tokens, Load load) {
    return definition(server.getAddress().getPort(), tokens, load);
  }

  private static LoadDefinition definition(int port, @Nullable Path tokens, Load load) {
    URI uri = URI.create("http://127.0.0.1:" + port + "/orders");
    return new LoadDefinition("test", uri, 200, tokens, load, 0.3);
  }

  /** Repeats a load until it was as wanted: on a busy machine, it ends before it has sent much. */
  private Measurement run(@Nullable Path tokens, Load load, Predicate<Measurement> wanted)
      throws IOException {
    while (true) {
      served.set(0);
      Measurement measured = new LoadGenerator(folder, false).run(definition(tokens, load));
      if (wanted.test(measured)) {
        return measured;
      }
    }
  }

  private Path tokens() throws IOException {
    Files.writeString(folder.resolve("valid.tokens"), "a.b.c\nd.e.f\n");
    return Path.of("valid.tokens");
  }

  @Test
  void sendsAsManyRequestsAsAreAnswered() throws IOException {
    Measurement measured =
        run(
            tokens(),
            Load.closed(3),
            result -> {
              assertThat(result.requests()).isEqualTo(served.get());
              return sent.size() == 2 && result.requests() > 3;
            });

    assertThat(measured.answers()).isEqualTo(measured.requests());
    assertThat(measured.wrong()).isZero();
    assertThat(measured.latencies().getTotalCount()).isEqualTo(measured.requests());
    assertThat(sent).containsExactlyInAnyOrder("Bearer a.b.c", "Bearer d.e.f");
  }

  @Test
  void hasAThreadForEachProcessorThatItCanUse() throws IOException {
    int processors = Runtime.getRuntime().availableProcessors();

    assertThat(definition(tokens(), Load.closed(1)).yaml()).contains("\nthreads: 1\n");
    assertThat(definition(tokens(), Load.closed(10_000)).yaml())
        .contains("\nthreads: " + processors + "\n");
  }

  @Test
  void saysWhenItHasItsConnections() throws IOException {
    List<Integer> before = new ArrayList<>();
    try (RawService service = new RawService(0, () -> {})) {
      new LoadGenerator(folder, false)
          .run(
              definition(service.port(), tokens(), Load.closed(3)),
              () -> {
                // The system has connections before the service does.
                awaitConnections(service, 3);
                before.add(service.connections());
                before.add(service.requests());
              });

      assertThat(before).containsExactly(3, 0);
      assertThat(service.connections()).isEqualTo(3);
      assertThat(service.requests()).isPositive();
    }
  }

  private static void awaitConnections(RawService service, int number) {
    long end = System.nanoTime() + RunningService.PATIENCE.toNanos();
    while (service.connections() < number && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void sendsRequestsInTurnsWithThoseThatCauseNoValidation() throws IOException {
    Measurement measured =
        run(
            tokens(),
            Load.inTurns(),
            result -> sent.size() == 3 && result.inTurns().size() == 2 && result.requests() > 0);

    assertThat(measured.inTurns()).containsOnlyKeys("HEALTH", "UNREAD");
    assertThat(measured.inTurns().values())
        .extracting(Measurement::requests)
        .allSatisfy(requests ->
            assertThat(requests).isBetween(measured.requests() - 1, measured.requests() + 1));
    assertThat(measured.inTurns().values())
        .allSatisfy(
            other -> assertThat(other.latencies().getTotalCount()).isEqualTo(other.requests()));
    assertThat(served.get()).isEqualTo(measured.requestsOfAll());
    assertThat(served.get()).isBetween(3 * measured.requests() - 2, 3 * measured.requests() + 2);
    assertThat(measured.wrong()).isZero();
    assertThat(sent).containsExactlyInAnyOrder("none", "Bearer a.b.c", "Bearer d.e.f");
  }

  @Test
  void sendsRequestsAtARateOrInBursts() throws IOException {
    // 30 and 100, up to what random moments make of them; fewer on a busy machine.
    assertThat(definition(tokens(), Load.open(100, 5)).yaml())
        .contains("usersPerSec: 100.0", "duration: 300ms");
    assertThat(run(tokens(), Load.open(100, 5), this::hasSent).requests()).isLessThan(75);
    assertThat(definition(tokens(), Load.bursts(100, 5)).yaml())
        .contains("usersPerSec: 500.0", "duration: 200ms");
    assertThat(run(tokens(), Load.bursts(100, 5), this::hasSent).requests()).isLessThan(170);
  }

  private boolean hasSent(Measurement measured) {
    return measured.requests() > 0;
  }

  @Test
  void needNotBeWokenIfItHasItsOwnProcessors() throws IOException {
    LoadDefinition definition = definition(tokens(), Load.open(20, 1));

    Measurement asleep = new LoadGenerator(folder, false).run(definition);
    long begin = System.nanoTime();
    Measurement awake = new LoadGenerator(folder, true).run(definition);

    assertThat(asleep.idleNanos()).isZero();
    assertThat(awake.idleNanos()).isBetween(1L, System.nanoTime() - begin);
    assertThat(awake.wrong()).isZero();
  }

  @Test
  void saysThatItHasFailed() {
    LoadDefinition definition = definition(Path.of("missing.tokens"), Load.closed(1));

    assertThatIllegalStateException()
        .isThrownBy(() -> new LoadGenerator(folder, false).run(definition))
        .withMessageContaining("missing.tokens");
  }

  @Test
  void countsAnswersWithAnotherStatus() throws IOException {
    Measurement measured = run(null, Load.open(50, 5), this::hasSent);

    assertThat(measured.wrong()).isEqualTo(measured.requests()).isEqualTo(served.get());
    assertThat(sent).containsExactly("none");
  }
}
