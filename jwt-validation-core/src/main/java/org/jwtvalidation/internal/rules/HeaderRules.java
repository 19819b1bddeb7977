// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.Reason;

/** The rules of one issuer for the JOSE Header (RFC 7515 section 4, RFC 8725 section 3). */
public final class HeaderRules {

  private static final String UNSECURED = "none";

  /** RFC 7518 section 3.2. */
  private static final Set<String> SYMMETRIC = Set.of("HS256", "HS384", "HS512");

  /** The parameters with a key or a reference to one. */
  public static final List<String> EMBEDDED_KEYS = List.of("jwk", "jku", "x5u", "x5c");

  private static final String MEDIA_TYPE_PREFIX = "application/";

  /** The media type of a JWT access token, without prefix (RFC 9068 section 2.1). */
  static final String ACCESS_TOKEN_TYPE = "at+jwt";

  /** The media type of a DPoP proof, without prefix (RFC 9449 section 4.2). */
  public static final String DPOP_PROOF_TYPE = "dpop+jwt";

  private static final String JWT_TYPE = "jwt";

  /** No key of a JWK Set document has a longer one. */
  private static final int MAX_KEY_ID_LENGTH = 256;

  private final Set<SignatureAlgorithm> allowed;
  private final List<String> rejectedKeys;

  public HeaderRules(Set<SignatureAlgorithm> allowed, Set<String> ignored) {
    this.allowed = allowed;
    this.rejectedKeys =
        EMBEDDED_KEYS.stream().filter(parameter -> !ignored.contains(parameter)).toList();
  }

  /** Checks a header whose {@code typ} must be one of {@code types}. */
  public JoseHeader check(Map<String, @Nullable Object> header, TypeRule types)
      throws RuleViolation {
    Set<SignatureAlgorithm> algorithms = algorithms(header);
    checkCritical(header);
    checkEmbeddedKeys(header);
    String type = checkedType(header, types);
    return new JoseHeader(algorithms, keyId(header), ACCESS_TOKEN_TYPE.equals(type));
  }

  private Set<SignatureAlgorithm> algorithms(Map<String, @Nullable Object> header)
      throws RuleViolation {
    if (!(header.get("alg") instanceof String name)) {
      throw RuleViolation.of(Reason.ALGORITHM_NOT_ALLOWED, "alg");
    }
    Set<SignatureAlgorithm> algorithms = allowedAmong(SignatureAlgorithm.possible(name));
    if (algorithms.isEmpty()) {
      Reason reason =
          name.equals(UNSECURED) ? Reason.UNSECURED_TOKEN : Reason.ALGORITHM_NOT_ALLOWED;
      throw RuleViolation.of(
          reason,
          "alg",
          SYMMETRIC.contains(name)
              ? Hint.SYMMETRIC
              : Hint.oneOf(allowed.stream().map(SignatureAlgorithm::joseName).toList()));
    }
    return algorithms;
  }

  private Set<SignatureAlgorithm> allowedAmong(Set<SignatureAlgorithm> named) {
    if (allowed.containsAll(named)) {
      return named;
    }
    Set<SignatureAlgorithm> rest = EnumSet.copyOf(named);
    rest.retainAll(allowed);
    return rest;
  }

  /**
   * The names alone decide: no extension is supported, and a JWT must not use {@code b64} (RFC 7797
   * section 7).
   */
  private static void checkCritical(Map<String, @Nullable Object> header) throws RuleViolation {
    if (header.containsKey("crit")) {
      throw RuleViolation.of(Reason.CRITICAL_HEADER, "crit");
    }
    if (header.containsKey("b64")) {
      throw RuleViolation.of(Reason.CRITICAL_HEADER, "b64");
    }
  }

  private void checkEmbeddedKeys(Map<String, @Nullable Object> header) throws RuleViolation {
    for (String embedded : rejectedKeys) {
      if (header.containsKey(embedded)) {
        throw RuleViolation.of(Reason.EMBEDDED_KEY, embedded);
      }
    }
  }

  private static @Nullable String checkedType(Map<String, @Nullable Object> header, TypeRule types)
      throws RuleViolation {
    Object typ = header.get("typ");
    String type = typ == null && !header.containsKey("typ") ? null : mediaType(typ);
    if (!types.allows(type)) {
      throw RuleViolation.of(Reason.TYPE_MISMATCH, "typ");
    }
    if (header.containsKey("cty")) {
      // Only a nested token has it (RFC 7519 section 5.2), and that has no claims of its own.
      throw RuleViolation.of(Reason.TYPE_MISMATCH, "cty");
    }
    return type;
  }

  /**
   * A media type in lower case, since they are compared without case (RFC 2045 section 5.1), and
   * without {@code application/}, which may be omitted (RFC 7515 section 4.1.9).
   */
  private static String mediaType(@Nullable Object typ) throws RuleViolation {
    if (!(typ instanceof String value)) {
      throw RuleViolation.of(Reason.TYPE_MISMATCH, "typ");
    }
    String type = value.toLowerCase(Locale.ROOT);
    return type.startsWith(MEDIA_TYPE_PREFIX) ? type.substring(MEDIA_TYPE_PREFIX.length()) : type;
  }

  private static @Nullable String keyId(Map<String, @Nullable Object> header) throws RuleViolation {
    Object value = header.get("kid");
    if (value == null && !header.containsKey("kid")) {
      return null;
    }
    if (!(value instanceof String keyId)) {
      throw RuleViolation.of(Reason.CLAIM_MALFORMED, "kid");
    }
    if (keyId.length() > MAX_KEY_ID_LENGTH) {
      throw RuleViolation.of(Reason.LIMIT_EXCEEDED, "kid");
    }
    return keyId;
  }

  /** Which {@code typ} a token may have. */
  public enum TypeRule {
    /** Absent, {@code JWT} or {@code at+jwt}. */
    ACCESS_TOKEN,
    /** {@code at+jwt} only. */
    EXPLICIT_ACCESS_TOKEN,
    /** Absent or {@code JWT}. */
    ID_TOKEN,
    /** {@code dpop+jwt} only. */
    DPOP_PROOF;

    /** Whether a token may have the media type {@code type}, or none if that is null. */
    boolean allows(@Nullable String type) {
      return switch (this) {
        case ACCESS_TOKEN ->
            type == null || type.equals(JWT_TYPE) || type.equals(ACCESS_TOKEN_TYPE);
        case EXPLICIT_ACCESS_TOKEN -> ACCESS_TOKEN_TYPE.equals(type);
        case ID_TOKEN -> type == null || type.equals(JWT_TYPE);
        case DPOP_PROOF -> DPOP_PROOF_TYPE.equals(type);
      };
    }
  }
}
