// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

/**
 * Trust in one certificate, of a server or a client, while it is valid. The JDK's own trust manager
 * does not check the validity period of a certificate that it was configured to trust; the JDK
 * checks the host name in both cases.
 */
final class PinnedTrust implements X509TrustManager {

  private final X509Certificate trusted;

  PinnedTrust(X509Certificate trusted) {
    this.trusted = trusted;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain[0]);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain[0]);
  }

  private void check(X509Certificate own) throws CertificateException {
    if (!own.equals(trusted)) {
      throw new CertificateException("not the trusted certificate");
    }
    own.checkValidity();
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
