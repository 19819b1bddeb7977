// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.ParsedObject;
import org.jwtvalidation.internal.codec.StrictJson;
import org.jwtvalidation.internal.jws.MalformedJwsException.Fault;

/** Parses a token: three segments, canonical base64url, strict JSON. Thread-safe. */
public final class JwsParser {

  /** The authentication schemes in front of tokens, compared without case (RFC 6750, RFC 9449). */
  private static final List<String> SCHEMES = List.of("Bearer", "DPoP");

  private final JwsLimits limits;
  private final StrictJson json;
  final KnownHeaders knownHeaders = new KnownHeaders();

  public JwsParser(JwsLimits limits) {
    this.limits = limits;
    this.json = new StrictJson(limits.json());
  }

  /** Parses a text that is not empty. */
  public CompactJws parse(String token) throws MalformedJwsException {
    int headerEnd = token.indexOf('.');
    int payloadEnd = token.indexOf('.', headerEnd + 1);
    int thirdDot = payloadEnd < 0 ? -1 : token.indexOf('.', payloadEnd + 1);
    // Dots within a JSON serialization (RFC 7515 section 7.2) are not separators.
    if (thirdDot >= 0 && token.charAt(0) != '{' && endsTwoSegmentsLater(token, thirdDot)) {
      throw malformed(token, Fault.ENCRYPTED);
    }
    if (headerEnd < 1 || payloadEnd <= headerEnd + 1 || thirdDot >= 0) {
      throw malformed(token, Fault.SEGMENTS);
    }
    if (headerEnd > limits.headerLength()) {
      throw malformed(token, Fault.LIMIT);
    }
    // A character outside Latin-1 becomes '?', which no base64 alphabet contains.
    byte[] octets = token.getBytes(ISO_8859_1);
    if (octets.length != token.length()) {
      // A surrogate pair became a single '?', so the dots after it have other positions.
      throw malformed(token, Fault.BASE64);
    }
    Map<String, @Nullable Object> known = knownHeaders.find(octets, headerEnd);
    int headerMemory = limits.headerMemory(headerEnd);
    int claimsMemory = limits.claimsMemory(headerEnd, octets.length - payloadEnd);
    try {
      Map<String, @Nullable Object> header = known;
      int ownMemory = 0;
      if (header == null) {
        ParsedObject own = json.parseObject(Base64Url.decode(octets, 0, headerEnd), headerMemory);
        header = own.members();
        ownMemory = own.memory();
      }
      ParsedObject claims =
          json.parseObject(Base64Url.decode(octets, headerEnd + 1, payloadEnd), claimsMemory);
      byte[] signature = Base64Url.decode(octets, payloadEnd + 1, octets.length);
      return new CompactJws(
          octets,
          headerEnd,
          payloadEnd,
          header,
          known != null,
          claims.members(),
          ownMemory + claims.memory(),
          signature);
    } catch (DecodingException e) {
      throw malformed(token, fault(e));
    }
  }

  /** Has the header of a verified token, as others begin with it, parsed no more. */
  public void remember(VerifiedJws verified) {
    knownHeaders.remember(verified.jws());
  }

  /** Only now: no token with text around it can be parsed, and a good one is not read again. */
  private static MalformedJwsException malformed(String token, Fault fault) {
    return new MalformedJwsException(hasTextAround(token) ? Fault.TEXT_AROUND : fault);
  }

  /** Whether there is white space at either end, or an authentication scheme in front. */
  private static boolean hasTextAround(String token) {
    return !token.isEmpty()
        && (Character.isWhitespace(token.charAt(0))
            || Character.isWhitespace(token.charAt(token.length() - 1))
            || SCHEMES.stream().anyMatch(scheme -> startsWithScheme(token, scheme)));
  }

  private static boolean startsWithScheme(String token, String scheme) {
    return token.length() > scheme.length()
        && token.regionMatches(true, 0, scheme, 0, scheme.length())
        && Character.isWhitespace(token.charAt(scheme.length()));
  }

  /** Whether there are exactly five segments, those of a JWE (RFC 7516 section 7.1). */
  private static boolean endsTwoSegmentsLater(String token, int thirdDot) {
    int fourthDot = token.indexOf('.', thirdDot + 1);
    return fourthDot >= 0 && token.indexOf('.', fourthDot + 1) < 0;
  }

  private static Fault fault(DecodingException e) {
    return switch (e.fault()) {
      case MALFORMED_BASE64 -> Fault.BASE64;
      case MALFORMED_JSON -> Fault.JSON;
      case LIMIT_EXCEEDED -> Fault.LIMIT;
    };
  }
}
