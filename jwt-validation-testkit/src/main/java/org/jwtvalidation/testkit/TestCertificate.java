// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * A self-signed certificate for a {@link TestIssuer} with TLS, with a new key of the elliptic curve
 * P-256. Clients trust it only through its {@link #sslContext()}. Immutable and thread-safe.
 */
public final class TestCertificate {

  private final X509Certificate x509;
  private final SSLContext client;
  private final SSLContext server;
  private final KeyManager[] keyManagers;

  private TestCertificate(List<String> hosts, Instant notBefore, Instant notAfter) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keyPair = generator.generateKeyPair();
      this.x509 = SelfSignedX509.create(keyPair, hosts, notBefore, notAfter);
      this.client = context(null, new TrustManager[] {new PinnedTrust(x509)});
      this.keyManagers = keyManagers(keyPair, x509);
      this.server = context(keyManagers, null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(
          "this JDK cannot create the certificate: " + e.getMessage(), e);
    }
  }

  /**
   * Creates a certificate for {@code localhost} and 127.0.0.1. It is valid from an hour ago until
   * tomorrow.
   *
   * @return a new certificate at each call
   */
  public static TestCertificate create() {
    return forHosts("localhost", "127.0.0.1");
  }

  /**
   * Creates a certificate for the given hosts. It is valid from an hour ago until tomorrow. A
   * client that connects to another host must reject it.
   *
   * @param hosts one or more DNS names, or IP addresses without brackets
   * @return a new certificate at each call
   * @throws IllegalArgumentException if there is no host, or one is neither an ASCII name nor an IP
   *     address
   */
  public static TestCertificate forHosts(String... hosts) {
    if (hosts.length == 0) {
      throw new IllegalArgumentException("hosts: none given; add a name or an IP address");
    }
    Instant now = Instant.now();
    return new TestCertificate(
        List.of(hosts), now.minus(Duration.ofHours(1)), now.plus(Duration.ofDays(1)));
  }

  /**
   * Creates a certificate for {@code localhost} and 127.0.0.1 that expired yesterday, after a
   * validity of one day.
   *
   * @return a new certificate at each call
   */
  public static TestCertificate expired() {
    Instant yesterday = Instant.now().minus(Duration.ofDays(1));
    return new TestCertificate(
        List.of("localhost", "127.0.0.1"), yesterday.minus(Duration.ofDays(1)), yesterday);
  }

  private static SSLContext context(
      KeyManager @Nullable [] keyManagers, TrustManager @Nullable [] trustManagers)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers, trustManagers, null);
    return context;
  }

  private static KeyManager[] keyManagers(KeyPair keyPair, X509Certificate x509)
      throws GeneralSecurityException, IOException {
    char[] password = {};
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, password);
    store.setKeyEntry("issuer", keyPair.getPrivate(), password, new Certificate[] {x509});
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    return keys.getKeyManagers();
  }

  /**
   * Returns a context for clients that trusts only this certificate, and only while it is valid.
   * Checking the host is up to the client, as HTTPS clients do.
   *
   * @return the same context at each call
   */
  public SSLContext sslContext() {
    return client;
  }

  /**
   * Returns a context for mutual TLS (RFC 8705): one side of a connection, client or server, that
   * presents this certificate and trusts only that of the other side.
   *
   * @param peer the certificate of the other side
   * @return a new context at each call
   */
  public SSLContext mutualTls(TestCertificate peer) {
    try {
      return context(keyManagers, new TrustManager[] {new PinnedTrust(peer.x509)});
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot create the context: " + e.getMessage(), e);
    }
  }

  /** {@return the certificate, for clients that do not use an {@link SSLContext}} */
  public X509Certificate x509() {
    return x509;
  }

  /**
   * Returns the SHA-256 thumbprint of the certificate, to which a token is bound by the member
   * {@code x5t#S256} of its claim {@code cnf} (RFC 8705 section 3.1).
   *
   * @return the thumbprint in base64url
   */
  public String thumbprint() {
    try {
      return Sha256.of(x509.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new AssertionError("it was decoded from its encoding", e);
    }
  }

  /** The context of the server, with the private key. */
  SSLContext serverContext() {
    return server;
  }

  /** Names serial number and validity. */
  @Override
  public String toString() {
    return "TestCertificate["
        + x509.getSerialNumber().toString(16)
        + ", from "
        + x509.getNotBefore().toInstant()
        + " to "
        + x509.getNotAfter().toInstant()
        + "]";
  }
}
