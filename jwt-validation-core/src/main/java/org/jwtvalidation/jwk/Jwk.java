package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Base64Url;
import org.jwtvalidation.internal.codec.DecodingException;

/**
 * The members of one JSON Web Key (RFC 7517 section 4) as they were published, not yet believed.
 */
record Jwk(Map<String, @Nullable Object> members) {

  /** The member's string, or null where the JWK has no such member. */
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

  /** The member's strings, or null where the JWK has no such member. */
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

  /** The octets of a member that has to be there. */
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

  /** The octets of a member that has to be there and {@code length} octets long. */
  byte[] octets(String name, int length) throws UnusableKeyException {
    byte[] octets = octets(name);
    if (octets.length != length) {
      throw new UnusableKeyException(
          "\"" + name + "\" has " + octets.length + " octets, not " + length);
    }
    return octets;
  }

  /** A member in Base64urlUInt encoding (RFC 7518 section 2), which has no leading zero octet. */
  BigInteger unsignedInteger(String name) throws UnusableKeyException {
    byte[] octets = octets(name);
    if (octets.length == 0 || octets[0] == 0) {
      throw new UnusableKeyException(
          "\"" + name + "\" is not the shortest Base64urlUInt encoding of a positive number");
    }
    return new BigInteger(1, octets);
  }

  boolean hasPrivateMembers() {
    return members.containsKey("d") || members.containsKey("p") || members.containsKey("priv");
  }
}
