// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.Reason;

/**
 * A token as the reference sees it, which goes by the tables of the documentation and not by the
 * library's code: slowly, by regular expressions, Jackson's parser and the JDK's own signatures. It
 * has an opinion on whatever the issuers of this package mint. What does not depend on keys and
 * time it finds out once, and whether a signature holds once a key.
 */
final class ReferenceToken {

  static final String UNDECIDED = "undecided";

  private static final int LONGEST = 16 * 1024;
  private static final Pattern BASE64URL = Pattern.compile("[A-Za-z0-9_-]*");
  private static final ObjectMapper STRICT_JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .build();
  private static final Set<Object> TYPES = Set.of("at+jwt", "JWT");
  private static final Map<Object, String> JCA_NAMES =
      Map.of(
          "RS256", "SHA256withRSA",
          "ES256", "SHA256withECDSAinP1363Format",
          "Ed25519", "Ed25519");

  /** What a token is rejected for. */
  private static final class Flaw extends Exception {
    private static final long serialVersionUID = 1;

    Flaw(Reason reason) {
      super(reason.name(), null, false, false);
    }
  }

  /** What a signature is worth by one key. */
  private record Verified(PublicKey key, boolean holds) {}

  private final byte[] octets;
  private final Expectation expected;
  private final @Nullable String flaw;
  private Map<String, Object> header = Map.of();
  private Map<String, Object> claims = Map.of();
  private byte[] signature = {};
  private volatile @Nullable Verified verified;

  ReferenceToken(String text, Expectation expected) {
    this.octets = text.getBytes(ISO_8859_1);
    this.expected = expected;
    this.flaw = flawOf(text);
  }

  /** The token in a string of its own, as each request brings one. */
  String text() {
    return new String(octets, ISO_8859_1);
  }

  /** The one right answer while {@code version} is in force, at a moment in milliseconds. */
  String answer(KeyVersion version, long now) {
    if (flaw != null) {
      return flaw;
    }
    try {
      checkTimes(now);
      checkAudience();
    } catch (Flaw rejected) {
      return rejected.getMessage();
    }
    Map<String, PublicKey> keys = version.keys();
    if (keys == null) {
      return UNDECIDED;
    }
    PublicKey key = keys.get(String.valueOf(header.get("kid")));
    if (key == null) {
      return Reason.KEY_UNKNOWN.name();
    }
    return holds(key) ? accepted(claims.get("sub")) : Reason.SIGNATURE_INVALID.name();
  }

  static String accepted(@Nullable Object subject) {
    return "accepted " + subject;
  }

  /** What is wrong whatever the keys and the time; null for nothing. */
  private @Nullable String flawOf(String text) {
    try {
      if (text.isBlank()) {
        throw new Flaw(Reason.TOKEN_EMPTY);
      }
      if (text.length() > LONGEST) {
        throw new Flaw(Reason.TOKEN_TOO_LARGE);
      }
      String[] segments = text.split("\\.", -1);
      if (segments.length == 5) {
        throw new Flaw(Reason.ENCRYPTED_TOKEN);
      }
      if (segments.length != 3 || segments[0].isEmpty() || segments[1].isEmpty()) {
        throw new Flaw(Reason.MALFORMED_SEGMENTS);
      }
      header = object(decoded(segments[0]));
      claims = object(decoded(segments[1]));
      signature = decoded(segments[2]);
      checkIssuer();
      checkHeader();
      return null;
    } catch (Flaw rejected) {
      return rejected.getMessage();
    }
  }

  private static byte[] decoded(String segment) throws Flaw {
    if (!BASE64URL.matcher(segment).matches() || segment.length() % 4 == 1) {
      throw new Flaw(Reason.MALFORMED_BASE64);
    }
    byte[] decoded = Base64.getUrlDecoder().decode(segment);
    if (!Base64.getUrlEncoder().withoutPadding().encodeToString(decoded).equals(segment)) {
      throw new Flaw(Reason.MALFORMED_BASE64);
    }
    return decoded;
  }

  private static Map<String, Object> object(byte[] json) throws Flaw {
    try {
      Map<String, Object> object = STRICT_JSON.readValue(json, new TypeReference<>() {});
      if (object != null) {
        return object;
      }
    } catch (IOException e) {
      // As bad as no object at all.
    }
    throw new Flaw(Reason.MALFORMED_JSON);
  }

  private void checkIssuer() throws Flaw {
    if (!expected.issuers().contains(String.valueOf(claims.get("iss")))) {
      throw new Flaw(claims.containsKey("iss") ? Reason.ISSUER_UNKNOWN : Reason.ISSUER_MISSING);
    }
  }

  private void checkHeader() throws Flaw {
    Object algorithm = header.get("alg");
    if ("none".equals(algorithm)) {
      throw new Flaw(Reason.UNSECURED_TOKEN);
    }
    if (algorithm == null || !JCA_NAMES.containsKey(algorithm)) {
      throw new Flaw(Reason.ALGORITHM_NOT_ALLOWED);
    }
    if (header.containsKey("jwk")) {
      throw new Flaw(Reason.EMBEDDED_KEY);
    }
    if (!TYPES.contains(header.get("typ"))) {
      throw new Flaw(Reason.TYPE_MISMATCH);
    }
  }

  private void checkTimes(long now) throws Flaw {
    long leeway = expected.leewayMillis();
    if (now >= seconds("exp") * 1000 + leeway) {
      throw new Flaw(Reason.EXPIRED);
    }
    if (claims.containsKey("nbf") && now < seconds("nbf") * 1000 - leeway) {
      throw new Flaw(Reason.NOT_YET_VALID);
    }
    if (now < seconds("iat") * 1000 - leeway) {
      throw new Flaw(Reason.ISSUED_IN_FUTURE);
    }
  }

  private long seconds(String claim) throws Flaw {
    if (!(claims.get(claim) instanceof Long seconds)) {
      throw new Flaw(Reason.CLAIM_MISSING);
    }
    return seconds;
  }

  private void checkAudience() throws Flaw {
    Object audience = claims.get("aud");
    boolean ours =
        audience instanceof List<?> several
            ? several.contains(expected.audience())
            : expected.audience().equals(audience);
    if (!ours) {
      throw new Flaw(Reason.AUDIENCE_MISMATCH);
    }
    if (!claims.containsKey("sub")) {
      throw new Flaw(Reason.CLAIM_MISSING);
    }
    if (claims.containsKey("at_hash")) {
      throw new Flaw(Reason.TYPE_MISMATCH);
    }
    if (claims.containsKey("cnf")) {
      throw new Flaw(Reason.SENDER_CONSTRAINED);
    }
  }

  private boolean holds(PublicKey key) {
    Verified known = verified;
    if (known == null || known.key != key) {
      known = new Verified(key, verify(key));
      verified = known;
    }
    return known.holds;
  }

  private boolean verify(PublicKey key) {
    String text = text();
    try {
      Signature verification = Signature.getInstance(JCA_NAMES.get(header.get("alg")));
      verification.initVerify(key);
      verification.update(text.substring(0, text.lastIndexOf('.')).getBytes(US_ASCII));
      return verification.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** Names the claims, which are a test's own. */
  @Override
  public String toString() {
    return "token " + header + " " + claims;
  }
}
