// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jwtvalidation.testkit.TestIssuer;

/** An issuer, and the address of a server that trusts it, whose own URI is the audience. */
public final class Scene implements AutoCloseable {

  /** How far the clocks of clients may differ: what the tests of the protocol take for granted. */
  static final String WINDOW = "5m";

  private final int port = freePort();
  private final TestIssuer issuer = TestIssuer.builder().audience(server().toString()).start();

  /** Below those that systems give connections, so that it is still free when the server starts. */
  private static int freePort() {
    for (int attempt = 0; ; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (IOException e) {
        if (attempt == 100) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /** The port at which the server has to listen. */
  public int port() {
    return port;
  }

  /** The server as clients see it. */
  public URI server() {
    return URI.create("http://localhost:" + port + "/mcp");
  }

  public TestIssuer issuer() {
    return issuer;
  }

  /** What the configuration of the example has to say differently. */
  public Map<String, String> options() {
    Map<String, String> options = new TreeMap<>();
    options.put("jwt-validation.issuers.shop.url", issuer.issuer());
    options.put("jwt-validation.issuers.shop.audience", server().toString());
    options.put("jwt-validation.issuers.shop.keys.allow-loopback-http", "true");
    options.put("jwt-validation.resource.url", server().toString());
    options.put("jwt-validation.pop.dpop.public-base", "http://localhost:" + port);
    options.put("jwt-validation.pop.dpop.window", WINDOW);
    return options;
  }

  @Override
  public void close() {
    issuer.close();
  }
}
