package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.codec.StrictJson;

/** Reads a JWK Set (RFC 7517 section 5) and decides key by key what may verify a signature. */
final class JwkSetParser {

  private static final Set<String> OPERATIONS_FOR_ENCRYPTION =
      Set.of("encrypt", "decrypt", "wrapKey", "unwrapKey", "deriveKey", "deriveBits");

  private static final int MAX_KEYS = 100;
  private static final int MAX_KEY_ID_LENGTH = 256;

  /** One long string, say of certificates that nobody reads, is no reason to lose all keys. */
  static final JsonLimits LIMITS = new JsonLimits(16, JwkSet.MAX_OCTETS, 64 * MAX_KEYS);

  /** In octets. */
  static final int MAX_MEMORY = 4 * JwkSet.MAX_OCTETS;

  private static final StrictJson JSON = new StrictJson(LIMITS);

  private final List<VerificationKey> keys = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private final List<String> ignored = new ArrayList<>();
  private final Set<String> keyIds = new HashSet<>();

  private JwkSetParser() {}

  static JwkSet parse(byte[] document) {
    List<?> members = members(document);
    JwkSetParser parser = new JwkSetParser();
    Set<String> repeatedKeyIds = repeatedKeyIds(members);
    for (int i = 0; i < members.size(); i++) {
      parser.add(i, members.get(i), repeatedKeyIds);
    }
    if (parser.keys.isEmpty()) {
      throw new IllegalArgumentException(
          "JWK Set: no usable key " + parser.leftOut() + "; publish a public key for signatures");
    }
    return new JwkSet(parser.keys, parser.keyIds, parser.skipped, parser.ignored);
  }

  private List<String> leftOut() {
    List<String> all = new ArrayList<>(skipped);
    all.addAll(ignored);
    return all;
  }

  static IllegalArgumentException tooLarge(String size) {
    return new IllegalArgumentException(
        "JWK Set: " + size + "; at most " + JwkSet.MAX_OCTETS + " are read");
  }

  private static List<?> members(byte[] document) {
    if (document.length > JwkSet.MAX_OCTETS) {
      throw tooLarge(document.length + " octets");
    }
    try {
      if (!(JSON.parseObject(document, MAX_MEMORY).get("keys") instanceof List<?> members)) {
        throw new IllegalArgumentException(
            "JWK Set: no array \"keys\"; give a document as of RFC 7517 section 5");
      }
      if (members.size() > MAX_KEYS) {
        throw new IllegalArgumentException(
            "JWK Set: " + members.size() + " keys; at most " + MAX_KEYS + " are read");
      }
      return members;
    } catch (DecodingException e) {
      throw new IllegalArgumentException(
          "JWK Set: " + e.getMessage() + "; give a document as of RFC 7517 section 5", e);
    }
  }

  private static Set<String> repeatedKeyIds(List<?> members) {
    Set<String> seen = new HashSet<>();
    Set<String> repeated = new HashSet<>();
    for (Object member : members) {
      if (member instanceof Map<?, ?> jwk
          && jwk.get("kid") instanceof String keyId
          && !seen.add(keyId)) {
        repeated.add(keyId);
      }
    }
    return repeated;
  }

  private void add(int index, @Nullable Object member, Set<String> repeatedKeyIds) {
    Jwk jwk = new Jwk(Map.of());
    try {
      jwk = jwk(member);
      if (jwk.members().get("kid") instanceof String named) {
        keyIds.add(named);
      }
      String keyId = jwk.string("kid");
      if (keyId != null && keyId.length() > MAX_KEY_ID_LENGTH) {
        throw new UnusableKeyException(
            "\"kid\" has more than " + MAX_KEY_ID_LENGTH + " characters");
      }
      if (repeatedKeyIds.contains(keyId)) {
        throw new UnusableKeyException("its \"kid\" stands twice in the set");
      }
      if ("enc".equals(jwk.string("use"))) {
        ignored.add(line(index, jwk, "for encryption, by its \"use\""));
        return;
      }
      addUsable(jwk, keyId);
      if (jwk.hasPrivateMembers()) {
        skipped.add(
            line(
                index,
                jwk,
                "published with its private members, which are ignored; replace this key"));
      }
    } catch (UnusableKeyException e) {
      skipped.add(line(index, jwk, String.valueOf(e.getMessage())));
    }
  }

  private static String line(int index, Jwk jwk, String what) {
    String keyId =
        jwk.members().get("kid") instanceof String kid ? " kid " + Printable.quoted(kid) : "";
    return "keys[" + index + "]" + keyId + ": " + what;
  }

  private static Jwk jwk(@Nullable Object member) throws UnusableKeyException {
    if (!(member instanceof Map<?, ?> object)) {
      throw new UnusableKeyException("not an object");
    }
    Map<String, @Nullable Object> members = new HashMap<>();
    object.forEach((name, value) -> members.put((String) name, value));
    return new Jwk(members);
  }

  private void addUsable(Jwk jwk, @Nullable String keyId) throws UnusableKeyException {
    checkUse(jwk);
    List<SignatureAlgorithm> fitting = fittingAlgorithms(jwk);
    PublicKey publicKey = fitting.get(0).family().parse(jwk);
    List<VerificationKey> bound = new ArrayList<>();
    for (SignatureAlgorithm algorithm : fitting) {
      bound.add(VerificationKey.ofChecked(keyId, algorithm, publicKey));
    }
    keys.addAll(bound);
  }

  /** RFC 7517 sections 4.2 and 4.3. */
  private static void checkUse(Jwk jwk) throws UnusableKeyException {
    String use = jwk.string("use");
    if (use != null && !use.equals("sig")) {
      throw new UnusableKeyException("\"use\" is not \"sig\"");
    }
    List<String> operations = jwk.strings("key_ops");
    if (operations == null) {
      return;
    }
    if (!operations.contains("verify") || new HashSet<>(operations).size() != operations.size()) {
      throw new UnusableKeyException(
          "\"key_ops\" does not have \"verify\", or names an operation twice");
    }
    if (!Collections.disjoint(operations, OPERATIONS_FOR_ENCRYPTION)) {
      throw new UnusableKeyException("\"key_ops\" names operations for encryption, too");
    }
  }

  /**
   * All that the key's type and curve allow, or the one that its {@code alg} names; never empty.
   */
  private static List<SignatureAlgorithm> fittingAlgorithms(Jwk jwk) throws UnusableKeyException {
    String alg = jwk.string("alg");
    String keyType = jwk.string("kty");
    if (keyType == null) {
      throw new UnusableKeyException("\"kty\" is missing");
    }
    if (keyType.equals("oct")) {
      throw new UnusableKeyException("a symmetric key, which has no place in a public set");
    }
    String curve = keyType.equals("EC") || keyType.equals("OKP") ? jwk.string("crv") : null;
    Set<SignatureAlgorithm> named =
        alg == null ? Set.of(SignatureAlgorithm.values()) : SignatureAlgorithm.named(alg);
    List<SignatureAlgorithm> fitting = new ArrayList<>();
    for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
      if (named.contains(algorithm) && isOf(algorithm.family(), keyType, curve, alg)) {
        fitting.add(algorithm);
      }
    }
    if (fitting.isEmpty()) {
      throw new UnusableKeyException(
          "\"kty\", \"crv\" and \"alg\" fit no supported signature algorithm");
    }
    return fitting;
  }

  private static boolean isOf(
      KeyFamily family, String keyType, @Nullable String curve, @Nullable String alg) {
    if (!family.keyType().equals(keyType)) {
      return false;
    }
    if (family instanceof EcCurve ec) {
      return ec.crv().equals(curve);
    }
    if (family instanceof EdwardsCurve edwards) {
      return edwards.crv().equals(curve);
    }
    // RFC 9964 section 3: the algorithm of an AKP key is never guessed.
    return family instanceof RsaFamily || alg != null;
  }
}
