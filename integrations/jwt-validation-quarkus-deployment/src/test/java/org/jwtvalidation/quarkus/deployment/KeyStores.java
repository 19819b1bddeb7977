// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Files with the certificates of a server and its clients, as a server is configured with them. */
final class KeyStores {

  static final String PASSWORD = "changeit";
  static final String SERVER = "server";
  static final String TRUST = "trust";

  private static final String FOLDER = "test.key-stores";

  private KeyStores() {}

  /** Makes the files, with a key pair for each name, and one that trusts them all. */
  static void create(String... names) throws Exception {
    if (System.getProperty(FOLDER) != null) {
      // Already made, by this class in the class loader that was before that of the application.
      return;
    }
    System.setProperty(FOLDER, Files.createTempDirectory("key-stores").toString());
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    for (String name : names) {
      generate(name);
      trust.setCertificateEntry(name, load(name).getCertificate(name));
    }
    try (OutputStream file = Files.newOutputStream(path(TRUST))) {
      trust.store(file, PASSWORD.toCharArray());
    }
  }

  private static void generate(String name) throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=dns:localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                path(name).toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool has failed: " + output);
    }
  }

  static Path path(String name) {
    return Path.of(System.getProperty(FOLDER), name + ".p12");
  }

  private static KeyStore load(String name) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(path(name))) {
      store.load(file, PASSWORD.toCharArray());
    }
    return store;
  }

  /** The value of {@code x5t#S256} for the certificate of this name. */
  static String thumbprint(String name) throws IOException, GeneralSecurityException {
    byte[] encoded = load(name).getCertificate(name).getEncoded();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(MessageDigest.getInstance("SHA-256").digest(encoded));
  }

  /** A client that trusts the server and has no certificate. */
  static SSLContext anonymous() throws IOException, GeneralSecurityException {
    return context(null);
  }

  /** A client that trusts the server and has the certificate of this name. */
  static SSLContext client(String name) throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(load(name), PASSWORD.toCharArray());
    return context(keys.getKeyManagers());
  }

  private static SSLContext context(KeyManager[] keys)
      throws IOException, GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(load(TRUST));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust.getTrustManagers(), null);
    return context;
  }
}
