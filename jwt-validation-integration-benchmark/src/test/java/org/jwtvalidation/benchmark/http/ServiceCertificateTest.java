// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceCertificateTest {

  @TempDir private Path folder;

  /** What a JVM makes of the properties. */
  private static SSLContext server(ServiceCertificate certificate)
      throws IOException, GeneralSecurityException {
    char[] password = certificate.properties().get("javax.net.ssl.keyStorePassword").toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream octets =
        Files.newInputStream(Path.of(certificate.properties().get("javax.net.ssl.keyStore")))) {
      store.load(octets, password);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  private static void connect(SSLContext client, SSLContext server) throws Exception {
    try (SSLServerSocket listening =
        (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0)) {
      Thread accepting =
          new Thread(() -> {
            try (SSLSocket accepted = (SSLSocket) listening.accept()) {
              accepted.startHandshake();
            } catch (IOException e) {
              // The client tells.
            }
          });
      accepting.start();
      try (SSLSocket socket =
          (SSLSocket)
              client.getSocketFactory().createSocket("127.0.0.1", listening.getLocalPort())) {
        socket.startHandshake();
      } finally {
        accepting.join();
      }
    }
  }

  @Test
  void isTrustedByItsOwnClientsAlone() throws Exception {
    ServiceCertificate certificate = ServiceCertificate.in(folder);
    Path elsewhere = Files.createDirectory(folder.resolve("other"));

    connect(certificate.trust(), server(certificate));
    assertThatThrownBy(() -> connect(ServiceCertificate.in(elsewhere).trust(), server(certificate)))
        .isInstanceOf(SSLException.class);
  }

  @Test
  void isMadeOnce() throws IOException {
    Path keyStore =
        Path.of(ServiceCertificate.in(folder).properties().get("javax.net.ssl.keyStore"));
    byte[] first = Files.readAllBytes(keyStore);

    ServiceCertificate.in(folder);
    assertThat(Files.readAllBytes(keyStore)).isEqualTo(first);
  }
}
