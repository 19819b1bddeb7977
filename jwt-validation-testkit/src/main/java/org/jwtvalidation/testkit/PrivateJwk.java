// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.math.BigInteger;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPrivateKey;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** The members that a private JWK has beside those of the public one (RFC 7518, 8037 and 9964). */
final class PrivateJwk {

  private final Map<String, Object> members = new LinkedHashMap<>();

  private PrivateJwk() {}

  /** The private members; for ML-DSA all of the key as the JDK encodes it, in place of its seed. */
  static Map<String, Object> members(PrivateKey key) {
    PrivateJwk jwk = new PrivateJwk();
    if (key instanceof RSAPrivateKey rsa) {
      jwk.rsa(rsa);
    } else if (key instanceof ECPrivateKey ec) {
      int length = (ec.getParams().getOrder().bitLength() + 7) / 8;
      jwk.octets("d", PublicJwk.unsigned(ec.getS(), length));
    } else if (key instanceof EdECPrivateKey edwards) {
      jwk.octets("d", edwards.getBytes().orElseThrow());
    } else {
      jwk.octets("priv", key.getEncoded());
    }
    return jwk.members;
  }

  private void rsa(RSAPrivateKey key) {
    number("d", key.getPrivateExponent());
    if (key instanceof RSAPrivateCrtKey crt) {
      number("p", crt.getPrimeP());
      number("q", crt.getPrimeQ());
      number("dp", crt.getPrimeExponentP());
      number("dq", crt.getPrimeExponentQ());
      number("qi", crt.getCrtCoefficient());
    }
  }

  private void number(String name, BigInteger number) {
    octets(name, PublicJwk.unsigned(number, (number.bitLength() + 7) / 8));
  }

  private void octets(String name, byte[] octets) {
    members.put(name, Base64.getUrlEncoder().withoutPadding().encodeToString(octets));
  }
}
