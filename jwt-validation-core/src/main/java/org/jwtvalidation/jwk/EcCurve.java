// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jwtvalidation.internal.arithmetic.BigEndian;

/** The elliptic curves of ECDSA (RFC 7518 sections 3.4 and 6.2). A public key is a point on one. */
enum EcCurve implements KeyFamily {
  P_256("P-256", "secp256r1"),
  P_384("P-384", "secp384r1"),
  P_521("P-521", "secp521r1");

  private final String crv;
  private final ECParameterSpec domain;
  private final BigInteger p;
  private final byte[] order;
  private final byte[] zero;

  EcCurve(String crv, String jcaName) {
    this.crv = crv;
    this.domain = domain(jcaName);
    this.p = ((ECFieldFp) domain.getCurve().getField()).getP();
    this.order = BigEndian.octets(domain.getOrder(), coordinateLength());
    this.zero = new byte[order.length];
  }

  static ECParameterSpec domain(String jcaName) {
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec(jcaName));
      return parameters.getParameterSpec(ECParameterSpec.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no curve " + jcaName, e);
    }
  }

  /** The value of {@code crv} in a JWK. */
  String crv() {
    return crv;
  }

  /** The length of a coordinate in octets; on these curves also that of the group order. */
  private int coordinateLength() {
    return (p.bitLength() + 7) / 8;
  }

  @Override
  public String keyType() {
    return "EC";
  }

  @Override
  public String keyFactory() {
    return "EC";
  }

  @Override
  public List<String> thumbprintMembers() {
    return List.of("crv", "kty", "x", "y");
  }

  @Override
  public PublicKey parse(Jwk jwk) throws UnusableKeyException {
    ECPoint point =
        new ECPoint(
            new BigInteger(1, jwk.octets("x", coordinateLength())),
            new BigInteger(1, jwk.octets("y", coordinateLength())));
    checkOnCurve(point);
    return publicKey(new ECPublicKeySpec(point, domain));
  }

  @Override
  public void check(PublicKey key) throws UnusableKeyException {
    if (!(key instanceof ECPublicKey ec)
        || !ec.getParams().getCurve().equals(domain.getCurve())
        || !ec.getParams().getGenerator().equals(domain.getGenerator())) {
      throw new UnusableKeyException("not a key of the curve " + crv);
    }
    checkOnCurve(ec.getW());
  }

  /** The JDK checks this neither in key factories nor in signatures (compare CVE-2017-12974). */
  private void checkOnCurve(ECPoint point) throws UnusableKeyException {
    if (point.equals(ECPoint.POINT_INFINITY)) {
      throw new UnusableKeyException("the point at infinity");
    }
    BigInteger x = point.getAffineX();
    BigInteger y = point.getAffineY();
    if (!isFieldElement(x) || !isFieldElement(y)) {
      throw new UnusableKeyException("a coordinate outside the field of " + crv);
    }
    BigInteger a = domain.getCurve().getA();
    BigInteger b = domain.getCurve().getB();
    BigInteger rightSide = x.multiply(x).add(a).multiply(x).add(b).mod(p);
    if (!y.multiply(y).mod(p).equals(rightSide)) {
      throw new UnusableKeyException("not a point of the curve " + crv);
    }
  }

  private boolean isFieldElement(BigInteger number) {
    return number.signum() >= 0 && number.compareTo(p) < 0;
  }

  /** R and S side by side (RFC 7518 section 3.4), each between 1 and the group order less 1. */
  @Override
  public Predicate<byte[]> signatureFormat(PublicKey key) {
    return signature ->
        signature.length == 2 * order.length
            && isScalar(signature, 0)
            && isScalar(signature, order.length);
  }

  private boolean isScalar(byte[] signature, int from) {
    int to = from + order.length;
    return Arrays.compareUnsigned(signature, from, to, order, 0, order.length) < 0
        && !Arrays.equals(signature, from, to, zero, 0, zero.length);
  }
}
