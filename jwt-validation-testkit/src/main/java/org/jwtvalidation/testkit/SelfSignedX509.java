// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.jwtvalidation.testkit.DerWriter.bitString;
import static org.jwtvalidation.testkit.DerWriter.explicit;
import static org.jwtvalidation.testkit.DerWriter.implicit;
import static org.jwtvalidation.testkit.DerWriter.integer;
import static org.jwtvalidation.testkit.DerWriter.objectIdentifier;
import static org.jwtvalidation.testkit.DerWriter.octetString;
import static org.jwtvalidation.testkit.DerWriter.sequence;
import static org.jwtvalidation.testkit.DerWriter.set;
import static org.jwtvalidation.testkit.DerWriter.time;
import static org.jwtvalidation.testkit.DerWriter.utf8String;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/** Creates self-signed certificates (RFC 5280) with ECDSA and SHA-256. */
final class SelfSignedX509 {

  private static final byte[] ECDSA_WITH_SHA256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));

  /** Not a host name, so that no client can mistake it for one. */
  private static final byte[] NAME =
      sequence(set(sequence(objectIdentifier("2.5.4.3"), utf8String("testkit of jwt-validation"))));

  private static final Pattern IPV4 =
      Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\\.(?!$)|$)){4}");

  /** Any text that resembles an address: a text with a colon causes no DNS lookup. */
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");

  private static final Pattern DNS_NAME = Pattern.compile("[!-~&&[^:/]]{1,253}");

  private SelfSignedX509() {}

  /** Creates a certificate of an elliptic curve key for host names or IP addresses. */
  static X509Certificate create(
      KeyPair keyPair, List<String> hosts, Instant notBefore, Instant notAfter)
      throws GeneralSecurityException {
    byte[] toBeSigned =
        sequence(
            explicit(0, integer(BigInteger.TWO)), // version 3
            integer(new BigInteger(64, new SecureRandom()).add(BigInteger.ONE)),
            ECDSA_WITH_SHA256,
            NAME,
            sequence(time(notBefore), time(notAfter)),
            NAME,
            keyPair.getPublic().getEncoded(),
            explicit(3, sequence(subjectAlternativeNames(hosts))));
    Signature signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(keyPair.getPrivate());
    signer.update(toBeSigned);
    byte[] certificate = sequence(toBeSigned, ECDSA_WITH_SHA256, bitString(signer.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
  }

  private static byte[] subjectAlternativeNames(List<String> hosts) {
    byte[][] names = hosts.stream().map(SelfSignedX509::generalName).toArray(byte[][]::new);
    return sequence(objectIdentifier("2.5.29.17"), octetString(sequence(names)));
  }

  private static byte[] generalName(String host) {
    if (IPV4.matcher(host).matches() || IPV6.matcher(host).matches()) {
      return implicit(7, address(host));
    }
    if (!DNS_NAME.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "hosts: \""
              + host
              + "\" is not a host; use ASCII names or IP addresses, without port and brackets");
    }
    return implicit(2, host.getBytes(US_ASCII));
  }

  private static byte[] address(String host) {
    try {
      return InetAddress.getByName(host).getAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "hosts: \"" + host + "\" is not an IP address; omit the port", e);
    }
  }
}
