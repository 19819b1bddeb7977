// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for services that are requested over TLS, in a key store. */
final class ServiceCertificate {

  private static final String ALIAS = "service";
  private static final String PASSWORD = "not-secret";

  private final Path keyStore;

  private ServiceCertificate(Path keyStore) {
    this.keyStore = keyStore;
  }

  /** Has the JDK create the key store, unless the folder contains it already. */
  static ServiceCertificate in(Path folder) throws IOException {
    Path keyStore = folder.resolve("service.p12").toAbsolutePath();
    if (!Files.exists(keyStore)) {
      Program.ofJdk(
          "keytool",
          List.of(
              "-genkeypair",
              "-alias",
              ALIAS,
              "-keyalg",
              "EC",
              "-groupname",
              "secp256r1",
              "-dname",
              "CN=127.0.0.1",
              "-ext",
              "san=ip:127.0.0.1",
              "-storetype",
              "PKCS12",
              "-storepass",
              PASSWORD,
              "-keystore",
              keyStore.toString()));
    }
    return new ServiceCertificate(keyStore);
  }

  /** The system properties with which a JVM serves with the certificate. */
  Map<String, String> properties() {
    return Map.of(
        "javax.net.ssl.keyStore", keyStore.toString(), "javax.net.ssl.keyStorePassword", PASSWORD);
  }

  /** For clients: trusts nothing but the certificate. */
  SSLContext trust() throws IOException {
    try (InputStream octets = Files.newInputStream(keyStore)) {
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(octets, PASSWORD.toCharArray());
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry(ALIAS, own.getCertificate(ALIAS));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot read " + keyStore, e);
    }
  }
}
