package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.TOKEN_PARSING;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.StrictJson;

/** Takes a token apart: three segments, canonical base64url, strict JSON. */
final class JwsParser {

  private static final int SPARE_MEMORY = 4 * 1024;

  private final TokenLimits limits;
  private final StrictJson json;
  private final KnownHeaders knownHeaders = new KnownHeaders();

  JwsParser(TokenLimits limits) {
    this.limits = limits;
    this.json = new StrictJson(jsonLimits(limits));
  }

  static JsonLimits jsonLimits(TokenLimits limits) {
    return new JsonLimits(limits.depth(), limits.stringLength(), limits.members());
  }

  /** What the header and its values may take, by its length alone, known or not. */
  static int headerMemory(TokenLimits limits, int headerLength) {
    return Math.min(8 * headerLength, longest(limits)) + SPARE_MEMORY;
  }

  /** What is left of four times the longest token, which its octets and its signature take, too. */
  static int claimsMemory(TokenLimits limits, int headerLength, int signatureLength) {
    return 3 * longest(limits)
        + 2 * SPARE_MEMORY
        - headerMemory(limits, headerLength)
        - signatureLength;
  }

  private static int longest(TokenLimits limits) {
    return Math.max(limits.tokenLength(), TokenLimits.defaults().tokenLength());
  }

  CompactJws parse(String token) {
    int headerEnd = token.indexOf('.');
    int payloadEnd = token.indexOf('.', headerEnd + 1);
    int thirdDot = payloadEnd < 0 ? -1 : token.indexOf('.', payloadEnd + 1);
    // The dots of a JSON serialization (RFC 7515 section 7.2) separate nothing.
    if (thirdDot >= 0 && token.charAt(0) != '{' && endsTwoSegmentsLater(token, thirdDot)) {
      throw rejected(TOKEN_PARSING, Reason.ENCRYPTED_TOKEN, null);
    }
    if (headerEnd < 1 || payloadEnd <= headerEnd + 1 || thirdDot >= 0) {
      throw rejected(TOKEN_PARSING, Reason.MALFORMED_SEGMENTS, null);
    }
    if (headerEnd > limits.headerLength()) {
      throw rejected(TOKEN_PARSING, Reason.LIMIT_EXCEEDED, null);
    }
    // A character outside Latin-1 becomes '?', which no alphabet of base64 contains.
    byte[] octets = token.getBytes(ISO_8859_1);
    if (octets.length != token.length()) {
      // A pair of surrogates becomes a single one, behind which the dots are not where they were.
      throw rejected(TOKEN_PARSING, Reason.MALFORMED_BASE64, null);
    }
    Map<String, @Nullable Object> known = knownHeaders.find(octets, headerEnd);
    int headerMemory = headerMemory(limits, headerEnd);
    int claimsMemory = claimsMemory(limits, headerEnd, octets.length - payloadEnd);
    try {
      return new CompactJws(
          octets,
          headerEnd,
          payloadEnd,
          known == null
              ? json.parseObject(Base64Url.decode(octets, 0, headerEnd), headerMemory)
              : known,
          json.parseObject(Base64Url.decode(octets, headerEnd + 1, payloadEnd), claimsMemory),
          Base64Url.decode(octets, payloadEnd + 1, octets.length));
    } catch (DecodingException e) {
      throw rejected(TOKEN_PARSING, reason(e.fault()), null);
    }
  }

  /** Makes parsing the next token with the header of this one quicker; its signature has held. */
  void remember(CompactJws verified) {
    if (knownHeaders.find(verified.octets(), verified.headerLength()) == null) {
      knownHeaders.add(verified.octets(), verified.headerLength(), verified.header());
    }
  }

  /** Five segments are a JWE (RFC 7516 section 7.1); the search ends with the sixth. */
  private static boolean endsTwoSegmentsLater(String token, int thirdDot) {
    int fourthDot = token.indexOf('.', thirdDot + 1);
    return fourthDot >= 0 && token.indexOf('.', fourthDot + 1) < 0;
  }

  private static Reason reason(DecodingException.Fault fault) {
    return switch (fault) {
      case MALFORMED_BASE64 -> Reason.MALFORMED_BASE64;
      case MALFORMED_JSON -> Reason.MALFORMED_JSON;
      case LIMIT_EXCEEDED -> Reason.LIMIT_EXCEEDED;
    };
  }
}
