// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ConnectionFuture;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.internal.concurrent.GuardedLogger;

/** What a link does while others use it, each step in its place by a connection of the test. */
@Timeout(120)
class LinkTest {

  private boolean isOpen = true;
  private Runnable asItCloses = () -> {};

  /** A client that is connected at once. */
  private final class Connected extends RedisClient {

    @Override
    @SuppressWarnings("unchecked") // the proxy has no other methods that are called
    public <K, V> ConnectionFuture<StatefulRedisConnection<K, V>> connectAsync(
        RedisCodec<K, V> codec, RedisURI uri) {
      return ConnectionFuture.completed(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), uri.getPort()),
          (StatefulRedisConnection<K, V>)
              Proxy.newProxyInstance(
                  StatefulRedisConnection.class.getClassLoader(),
                  new Class<?>[] {StatefulRedisConnection.class},
                  (proxy, method, arguments) -> answer(method.getName())));
    }
  }

  private Object answer(String method) {
    if (method.equals("isOpen")) {
      return isOpen;
    }
    assertThat(method).isEqualTo("closeAsync");
    asItCloses.run();
    Object closed = CompletableFuture.completedFuture(null);
    return closed;
  }

  @Test
  void letsNobodyWaitForAConnectionThatIsMadeAsItCloses() {
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    try (RedisClient client = new Connected()) {
      Link link =
          new Link(
              client,
              RedisURI.create("127.0.0.1", 1),
              Duration.ofMinutes(1),
              new OwnThreads(new GuardedLogger(LinkTest.class.getName())));
      assertThat(link.connection()).isCompleted();
      isOpen = false;
      // While one caller replaces the lost connection, another waits for that, and the link closes.
      asItCloses =
          () -> {
            waiting.add(link.connection());
            link.close();
          };
      waiting.add(link.connection());
    }
    assertThat(waiting).hasSize(2).allMatch(CompletableFuture::isCompletedExceptionally);
  }
}
