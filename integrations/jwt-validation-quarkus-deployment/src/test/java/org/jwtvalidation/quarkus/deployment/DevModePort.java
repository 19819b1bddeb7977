// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for applications in dev mode, whose usual one another program may have. */
final class DevModePort {

  private static final int ATTEMPTS = 1_000;

  private DevModePort() {}

  /**
   * A free port below those that the system chooses itself: connections of other programs may not
   * take it before the application starts.
   */
  static int free() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Another program has it; perhaps the next is free.
      }
    }
    throw new AssertionError("no free port");
  }
}
