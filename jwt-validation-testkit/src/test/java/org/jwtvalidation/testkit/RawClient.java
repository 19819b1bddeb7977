// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A client that sends and receives octets and knows nothing of HTTP. */
final class RawClient implements AutoCloseable {

  private final Socket socket;

  private RawClient(Socket socket) {
    this.socket = socket;
  }

  static InetSocketAddress address(TestIssuer issuer) throws IOException {
    return new InetSocketAddress(
        InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), issuer.jwksUri().getPort());
  }

  static RawClient connect(TestIssuer issuer) throws IOException {
    Socket socket = new Socket();
    socket.connect(address(issuer));
    return over(socket);
  }

  static RawClient over(Socket socket) throws IOException {
    socket.setSoTimeout(60_000);
    return new RawClient(socket);
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    return this;
  }

  RawClient get(String target) throws IOException {
    return send("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n");
  }

  Socket socket() {
    return socket;
  }

  /** Reads the status line, the header fields and the empty line after them. */
  String head() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append(octets(1));
    }
    return head.toString();
  }

  String octets(int count) throws IOException {
    byte[] octets = socket.getInputStream().readNBytes(count);
    if (octets.length < count) {
      throw new EOFException(new String(octets, ISO_8859_1));
    }
    return new String(octets, ISO_8859_1);
  }

  /** Reads until the server closes the connection by a FIN. */
  String rest() throws IOException {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    socket.getInputStream().transferTo(rest);
    return rest.toString(ISO_8859_1);
  }

  /** Says that nothing more will be sent, and reads until the server closes the connection. */
  String restAfterTheLastRequest() throws IOException {
    socket.shutdownOutput();
    return rest();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
