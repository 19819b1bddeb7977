// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A server that speaks a version of TLS from before 1.2 and no other, which no JDK does any more:
 * just as much of it as it takes to say so.
 */
public final class OldTlsServer implements AutoCloseable {

  private static final int RECORD_HEADER = 5;
  private static final int HANDSHAKE = 22;

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final byte[] serverHello;

  public OldTlsServer(int minorVersion) throws IOException {
    this.serverHello = serverHello((byte) minorVersion);
    Thread thread = new Thread(this::serve, "old-tls-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** RFC 4346 section 7.4.1.3. */
  private static byte[] serverHello(byte minorVersion) {
    int length = 2 + 32 + 1 + 2 + 1;
    byte[] record = new byte[RECORD_HEADER + 4 + length];
    record[0] = HANDSHAKE;
    record[1] = 3;
    record[2] = minorVersion;
    record[4] = (byte) (4 + length);
    record[5] = 2; // server_hello
    record[8] = (byte) length;
    record[9] = 3;
    record[10] = minorVersion;
    // 32 octets of zeros for random, no session; TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA.
    record[44] = (byte) 0xC0;
    record[45] = 0x13;
    return record;
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket client = listener.accept();
          DataInputStream in = new DataInputStream(client.getInputStream())) {
        in.readFully(new byte[RECORD_HEADER]);
        client.getOutputStream().write(serverHello);
        // Whatever else the client has to say, until it hangs up.
        in.transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        // The client has hung up, or the server was closed.
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
