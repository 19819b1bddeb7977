// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Has a client with the SDK of the protocol, in a process of its own, go from no token to one that
 * is enough for each tool.
 */
public abstract class ClientContract {

  private static final Path LOG = Path.of("target/client.log");

  /** The scene of the server that runs. */
  protected abstract Scene scene();

  @Test
  void getsWhatItNeedsByChallengesAndMetadata() throws Exception {
    String python =
        Objects.requireNonNull(
            System.getProperty("mcp.python"), "mcp.python: the Python that has the SDK");
    try (AuthorizationServer authorization = new AuthorizationServer(scene())) {
      Process client =
          new ProcessBuilder(python, "../src/mcp/python/client.py", scene().server().toString())
              .redirectErrorStream(true)
              .redirectOutput(LOG.toFile())
              .start();
      try {
        assertThat(client.waitFor(3, TimeUnit.MINUTES)).isTrue();
      } finally {
        client.destroyForcibly();
      }
      String log = Files.readString(LOG);
      assertThat(client.exitValue()).as(log).isZero();
      assertThat(log).endsWith("walked through\n");
      assertThat(authorization.granted())
          .containsExactly("orders:read", "orders:read orders:write");
    }
  }
}
