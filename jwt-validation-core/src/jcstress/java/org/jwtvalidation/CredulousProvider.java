// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.Provider;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JwsParser;
import org.jwtvalidation.internal.jws.MalformedJwsException;
import org.jwtvalidation.internal.jws.MappedClaims;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ClaimsSet;

/**
 * Takes every signature of RS256 for right, and counts how many it was looking at at once: what is
 * put to the stress is what happens around a signature.
 */
public final class CredulousProvider extends Provider {

  private static final long serialVersionUID = 1L;

  private final transient AtomicInteger current = new AtomicInteger();
  private final transient AtomicInteger mostAtOnce = new AtomicInteger();

  public CredulousProvider() {
    super("Credulous", "1", "takes every signature for right");
    putService(
        new Service(this, "Signature", "SHA256withRSA", "Credulous", List.of(), Map.of()) {
          @Override
          public Object newInstance(Object parameter) {
            return new Verification();
          }
        });
  }

  /** The verifier of the one key of {@code set}, which verifies whatever it is given. */
  public SignatureVerifier verifier(JwkSet set) {
    return SignaturePolicy.provider(this).verifier(set.keys().get(0));
  }

  /** A token that nobody has signed, and that this provider verifies. */
  public static CompactJws jws() {
    String token =
        base64url("{\"alg\":\"RS256\"}".getBytes(UTF_8))
            + "."
            + base64url("{\"iss\":\"https://issuer.example\"}".getBytes(UTF_8))
            + "."
            + base64url(new byte[256]);
    try {
      return new JwsParser(TokenLimits.defaults().ofParsing()).parse(token);
    } catch (MalformedJwsException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64url(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }

  /** That token, verified by the one key of {@code set}. */
  static VerifiedJws verified(JwkSet set) {
    return Objects.requireNonNull(VerifiedJws.verify(jws(), new CredulousProvider().verifier(set)));
  }

  /** An access token that has these claims. */
  static AccessToken accessToken(String issuer, JwkSet set) {
    VerifiedJws verified = verified(set);
    return new AccessToken(
        issuer,
        new CheckedClaims("user", List.of(), 0, Long.MAX_VALUE),
        verified,
        new ClaimsSet(verified),
        new MappedClaims(null, null, List.of()));
  }

  public int mostAtOnce() {
    return mostAtOnce.get();
  }

  private final class Verification extends VerifyOnlySignature {

    @Override
    protected void engineInitVerify(PublicKey key) {}

    @Override
    protected boolean engineVerify(byte[] signature) {
      mostAtOnce.accumulateAndGet(current.incrementAndGet(), Math::max);
      // Long enough to be met by the other.
      for (int i = 0; i < 20; i++) {
        Thread.onSpinWait();
      }
      current.decrementAndGet();
      return true;
    }
  }
}
