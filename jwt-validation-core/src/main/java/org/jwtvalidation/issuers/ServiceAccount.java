// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.issuers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;

/**
 * The service account of a Kubernetes pod, with which it asks the API server.
 *
 * @param folder where Kubernetes mounts the account's token and the cluster's certificate authority
 */
record ServiceAccount(Path folder) {

  /**
   * The JWK Set of the API server.
   *
   * @throws IllegalArgumentException if the folder lacks a file, or its authority is malformed
   */
  KeySource jwkSetAt(URI uri) {
    try {
      token();
      return HttpKeySource.jwksUri(uri)
          .sslContext(trusting(authorities()))
          .header("Authorization", () -> "Bearer " + token())
          .build();
    } catch (UncheckedIOException | IOException | GeneralSecurityException e) {
      throw new OptionException(
          "ownAccount",
          folder + " has no service account (" + e + ")",
          "mount its token and ca.crt, or use {kubernetes(...)|preset=kubernetes} with a {keySource(...)|keys.jwks-uri}",
          e);
    }
  }

  /** Read for each request, because Kubernetes replaces it. */
  private String token() {
    try {
      return Files.readString(folder.resolve("token")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Collection<? extends Certificate> authorities() throws IOException, CertificateException {
    try (InputStream file = Files.newInputStream(folder.resolve("ca.crt"))) {
      Collection<? extends Certificate> authorities =
          CertificateFactory.getInstance("X.509").generateCertificates(file);
      if (authorities.isEmpty()) {
        throw new CertificateException("ca.crt is empty");
      }
      return authorities;
    }
  }

  private static SSLContext trusting(Collection<? extends Certificate> authorities)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (Certificate authority : authorities) {
      store.setCertificateEntry("authority-" + store.size(), authority);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
