// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port that is bound without a listener: connections are refused, and the system gives the port
 * to no program that asks for any free one.
 */
final class ClosedPort implements PortHolder {

  private final Socket socket;

  ClosedPort(InetSocketAddress address) throws IOException {
    this.socket = new Socket();
    socket.setReuseAddress(true);
    socket.bind(address);
  }

  @Override
  public void release() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot release the port", e);
    }
  }
}
