// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DiagnosisTest {

  private static final URI KEYS = URI.create("https://issuer.example:8443/keys");

  private static Throwable by(Throwable cause) {
    return new IOException("outer", cause);
  }

  private static Throwable handshake(Throwable cause) {
    SSLHandshakeException failure = new SSLHandshakeException("broken");
    failure.initCause(cause);
    return failure;
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments(
            new UnresolvedAddressException(),
            "host issuer.example has no address (UnresolvedAddressException); check its name, DNS"
                + " and, if there is one, the proxy"),
        arguments(
            by(new UnknownHostException("issuer.example")),
            "host issuer.example has no address (IOException \"outer\"); check its name, DNS and,"
                + " if there is one, the proxy"),
        arguments(
            new HttpConnectTimeoutException("slow"),
            "no connection to issuer.example:8443 in time (HttpConnectTimeoutException \"slow\");"
                + " check host, port and firewall, or set connectTimeout(...)"),
        arguments(
            new HttpTimeoutException("slow"),
            "HttpTimeoutException \"slow\"; check issuer.example:8443, or set totalTimeout(...)"),
        arguments(
            new TimeoutException(),
            "TimeoutException; check issuer.example:8443, or set totalTimeout(...)"),
        arguments(
            by(new ConnectException()),
            "no connection to issuer.example:8443 (IOException \"outer\"); check host and port, and"
                + " whether it runs"),
        arguments(
            new NoRouteToHostException(),
            "no connection to issuer.example:8443 (NoRouteToHostException); check host and port,"
                + " and whether it runs"),
        arguments(
            handshake(new CertificateExpiredException()),
            "the certificate of issuer.example:8443 is not valid now (SSLHandshakeException"
                + " \"broken\"); renew it, or set the clock"),
        arguments(
            handshake(new CertificateNotYetValidException()),
            "the certificate of issuer.example:8443 is not valid now (SSLHandshakeException"
                + " \"broken\"); renew it, or set the clock"),
        arguments(
            handshake(new CertPathBuilderException()),
            "the certificate of issuer.example:8443 is not trusted (SSLHandshakeException"
                + " \"broken\"); trust it or its authority with sslContext(...)"),
        arguments(
            handshake(new CertificateException()),
            "the certificate of issuer.example:8443 is refused (SSLHandshakeException \"broken\");"
                + " use a host that it names, or trust another with sslContext(...)"),
        arguments(
            new ClosedChannelException(),
            "issuer.example:8443 closed the connection too early (ClosedChannelException); check its"
                + " log and any proxy"),
        arguments(
            handshake(new EOFException()),
            "issuer.example:8443 closed the connection too early (SSLHandshakeException"
                + " \"broken\"); check its log and any proxy"),
        arguments(
            new SSLHandshakeException("no version in common"),
            "no TLS with issuer.example:8443 (SSLHandshakeException \"no version in common\"); check"
                + " that its port is that of https, and its versions of TLS"),
        arguments(new IOException(new EOFException("eof").getMessage()), "IOException \"eof\""));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void saysWhatAFailureMeansAndWhatToDo(Throwable failure, String diagnosis) {
    assertThat(Diagnosis.of(failure, KEYS)).isEqualTo(diagnosis);
  }

  @Test
  void namesTheCauseOfAnExceptionWithoutMessage() {
    assertThat(Diagnosis.named(new IOException((String) null))).isEqualTo("IOException");
    assertThat(Diagnosis.named(new IOException(null, new EOFException())))
        .isEqualTo("IOException by EOFException");
  }

  @Test
  void namesNoPortThatIsTheUsualOne() {
    assertThat(Diagnosis.of(new ConnectException(), URI.create("https://issuer.example/keys")))
        .startsWith("no connection to issuer.example (");
  }

  @Test
  void readsTenCausesAndNoMore() {
    Throwable tenth = new ConnectException();
    for (int i = 0; i < 9; i++) {
      tenth = new IOException("outer", tenth);
    }
    assertThat(Diagnosis.of(tenth, KEYS)).startsWith("no connection to");
    assertThat(Diagnosis.of(new IOException("outer", tenth), KEYS))
        .isEqualTo("IOException \"outer\"");
  }
}
