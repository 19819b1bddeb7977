package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.TOKEN_PARSING;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.ParsedObject;
import org.jwtvalidation.internal.codec.StrictJson;

/** Parses a token: three segments, canonical base64url, strict JSON. */
final class JwsParser {

  /** The octets of memory that parsing may allocate for each character of the longest token. */
  private static final int MEMORY_PER_CHARACTER = 10;

  private static final int SPARE_MEMORY = 4 * 1024;

  /** The authentication schemes in front of tokens, compared without case (RFC 6750, RFC 9449). */
  private static final List<String> SCHEMES = List.of("Bearer", "DPoP");

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

  /** The memory for the header, by its length: the same whether the header is known or not. */
  static int headerMemory(TokenLimits limits, int headerLength) {
    return Math.min(MEMORY_PER_CHARACTER * headerLength, longest(limits)) + SPARE_MEMORY;
  }

  /** The memory for the claims: what the token's octets, header and signature leave. */
  static int claimsMemory(TokenLimits limits, int headerLength, int signatureLength) {
    return (MEMORY_PER_CHARACTER - 1) * longest(limits)
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
    // Dots within a JSON serialization (RFC 7515 section 7.2) are not separators.
    if (thirdDot >= 0 && token.charAt(0) != '{' && endsTwoSegmentsLater(token, thirdDot)) {
      throw refused(token, Reason.ENCRYPTED_TOKEN);
    }
    if (headerEnd < 1 || payloadEnd <= headerEnd + 1 || thirdDot >= 0) {
      throw refused(token, Reason.MALFORMED_SEGMENTS);
    }
    if (headerEnd > limits.headerLength()) {
      throw refused(token, Reason.LIMIT_EXCEEDED);
    }
    // A character outside Latin-1 becomes '?', which no base64 alphabet contains.
    byte[] octets = token.getBytes(ISO_8859_1);
    if (octets.length != token.length()) {
      // A surrogate pair became a single '?', so the dots after it have other positions.
      throw refused(token, Reason.MALFORMED_BASE64);
    }
    Map<String, @Nullable Object> known = knownHeaders.find(octets, headerEnd);
    int headerMemory = headerMemory(limits, headerEnd);
    int claimsMemory = claimsMemory(limits, headerEnd, octets.length - payloadEnd);
    try {
      Map<String, @Nullable Object> header =
          known == null
              ? json.parseObject(Base64Url.decode(octets, 0, headerEnd), headerMemory).members()
              : known;
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
          claims.memory(),
          signature);
    } catch (DecodingException e) {
      throw refused(token, reason(e.fault()));
    }
  }

  /** Only now: no token with text around it can be parsed, and a good one is not read again. */
  private static TokenRejectedException refused(String token, Reason reason) {
    if (hasTextAround(token)) {
      return rejected(TOKEN_PARSING, Reason.TEXT_AROUND_TOKEN, null, Hint.TEXT_AROUND);
    }
    return reason == Reason.MALFORMED_SEGMENTS
        ? rejected(TOKEN_PARSING, reason, null, Hint.OPAQUE)
        : rejected(TOKEN_PARSING, reason, null);
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

  /** Remembers the header of a verified token, so that the next token with it parses faster. */
  void remember(CompactJws verified) {
    if (!verified.headerKnown()) {
      knownHeaders.add(verified.octets(), verified.headerLength(), verified.header());
    }
  }

  /** Whether there are exactly five segments, those of a JWE (RFC 7516 section 7.1). */
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
