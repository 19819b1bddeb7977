// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.StrictJson;

/** The members of one JSON Web Key (RFC 7517 section 4) as published, of which none is checked. */
record Jwk(Map<String, @Nullable Object> members) {

  /** A string may be as long as the document: a long one that is not read does no harm. */
  static final JsonLimits LIMITS = new JsonLimits(16, JwkSet.MAX_OCTETS, 256);

  /** How many octets one key takes together with its text, while it is read. */
  static final int MAX_MEMORY = 4 * JwkSet.MAX_OCTETS;

  /** Of keys of any type (RFC 7518 sections 6.2.2, 6.3.2 and 6.4, RFC 8037, RFC 9964). */
  private static final List<String> PRIVATE_MEMBERS =
      List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv");

  private static final StrictJson JSON = new StrictJson(LIMITS);

  /**
   * Parses the JSON text of one key.
   *
   * @throws UnusableKeyException if it is not an object, names a member twice, or is beyond the
   *     limits
   */
  static Jwk parse(byte[] json) throws UnusableKeyException {
    try {
      if (!(JSON.parse(json, MAX_MEMORY) instanceof Map<?, ?> object)) {
        throw new UnusableKeyException("not an object");
      }
      Map<String, @Nullable Object> members = new HashMap<>();
      object.forEach((name, value) -> members.put((String) name, value));
      return new Jwk(members);
    } catch (DecodingException e) {
      throw new UnusableKeyException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The string in a member, or null if the JWK has no such member. */
  @Nullable String string(String name) throws UnusableKeyException {
    Object value = members.get(name);
    if (value == null && !members.containsKey(name)) {
      return null;
    }
    if (value instanceof String string) {
      return string;
    }
    throw new UnusableKeyException("\"" + name + "\" is not a string");
  }

  /** The strings in a member that is an array, or null if the JWK has no such member. */
  @Nullable List<String> strings(String name) throws UnusableKeyException {
    Object value = members.get(name);
    if (value == null && !members.containsKey(name)) {
      return null;
    }
    List<String> strings = new ArrayList<>();
    if (value instanceof List<?> array) {
      for (Object element : array) {
        if (element instanceof String string) {
          strings.add(string);
        }
      }
      if (strings.size() == array.size()) {
        return strings;
      }
    }
    throw new UnusableKeyException("\"" + name + "\" is not an array of strings");
  }

  /** The octets in a required member. */
  byte[] octets(String name) throws UnusableKeyException {
    String text = string(name);
    if (text == null) {
      throw new UnusableKeyException("\"" + name + "\" is missing");
    }
    try {
      return Base64Url.decode(text);
    } catch (DecodingException e) {
      throw new UnusableKeyException("\"" + name + "\" is not canonical base64url", e);
    }
  }

  /** The octets in a required member, {@code length} of them. */
  byte[] octets(String name, int length) throws UnusableKeyException {
    byte[] octets = octets(name);
    if (octets.length != length) {
      throw new UnusableKeyException(
          "\"" + name + "\" has " + octets.length + " octets, not " + length);
    }
    return octets;
  }

  /**
   * The positive number in a required member in Base64urlUInt encoding (RFC 7518 section 2), which
   * has no leading zero octet.
   */
  BigInteger unsignedInteger(String name) throws UnusableKeyException {
    byte[] octets = octets(name);
    if (octets.length == 0 || octets[0] == 0) {
      throw new UnusableKeyException(
          "\"" + name + "\" is not the shortest Base64urlUInt encoding of a positive number");
    }
    return new BigInteger(1, octets);
  }

  boolean hasPrivateMembers() {
    return !Collections.disjoint(PRIVATE_MEMBERS, members.keySet());
  }
}
