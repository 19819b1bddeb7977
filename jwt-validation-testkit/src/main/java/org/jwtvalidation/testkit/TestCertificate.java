package org.jwtvalidation.testkit;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
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
 * A certificate for a {@link TestIssuer} that speaks TLS, signed with its own key, a new one of
 * elliptic curve P-256. Nobody trusts it but by its {@link #sslContext()}. Immutable and
 * thread-safe.
 */
public final class TestCertificate {

  private final X509Certificate x509;
  private final SSLContext client;
  private final SSLContext server;

  private TestCertificate(List<String> hosts, Instant notBefore, Instant notAfter) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keyPair = generator.generateKeyPair();
      this.x509 = SelfSignedX509.create(keyPair, hosts, notBefore, notAfter);
      this.client = context(null, new TrustManager[] {new PinnedTrust(x509)});
      this.server = context(keyManagers(keyPair, x509), null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK makes no such certificate: " + e.getMessage(), e);
    }
  }

  /**
   * Makes a certificate for {@code localhost} and 127.0.0.1 that has been valid for an hour and
   * will be for a day.
   *
   * @return a new certificate at each call
   */
  public static TestCertificate create() {
    return forHosts("localhost", "127.0.0.1");
  }

  /**
   * Makes a certificate for certain hosts that has been valid for an hour and will be for a day.
   * For another host than the one that a client asks for, it is one to be refused.
   *
   * @param hosts one or more DNS names, or IP addresses without brackets
   * @return a new certificate at each call
   * @throws IllegalArgumentException if there is no host, or one is neither a name of ASCII
   *     characters nor an IP address
   */
  public static TestCertificate forHosts(String... hosts) {
    if (hosts.length == 0) {
      throw new IllegalArgumentException("hosts: there is none; give a name or an IP address");
    }
    Instant now = Instant.now();
    return new TestCertificate(
        List.of(hosts), now.minus(Duration.ofHours(1)), now.plus(Duration.ofDays(1)));
  }

  /**
   * Makes a certificate for {@code localhost} and 127.0.0.1 that was valid for a day until
   * yesterday.
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
   * What a client needs to trust this certificate and no other, while it is valid and for the hosts
   * that are in it. Whether the host is checked is up to the client; HTTPS clients do.
   *
   * @return the same context at each call
   */
  public SSLContext sslContext() {
    return client;
  }

  /** {@return the certificate, for clients that have another way to trust it} */
  public X509Certificate x509() {
    return x509;
  }

  /** What the server needs to prove that it is meant by the certificate. */
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
