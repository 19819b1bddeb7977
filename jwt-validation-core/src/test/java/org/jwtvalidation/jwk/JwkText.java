package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A JWK as an issuer writes it, member by member, and sets of them; immutable. */
record JwkText(Map<String, String> members) {

  static JwkText ofType(String keyType) {
    return new JwkText(Map.of()).with("kty", keyType);
  }

  /** This JWK with a member of any JSON value, which takes the place of one of the same name. */
  JwkText withJson(String name, String json) {
    Map<String, String> changed = new LinkedHashMap<>(members);
    changed.put(name, json);
    return new JwkText(Collections.unmodifiableMap(changed));
  }

  JwkText with(String name, @Nullable String value) {
    return withJson(name, value == null ? "null" : '"' + value + '"');
  }

  JwkText with(String name, byte[] octets) {
    return with(name, SigningKey.base64Url(octets));
  }

  JwkText with(String name, BigInteger number) {
    return with(name, SigningKey.octets(number, Math.max(1, (number.bitLength() + 7) / 8)));
  }

  JwkText with(String name, List<String> values) {
    return withJson(
        name,
        values.stream().map(value -> '"' + value + '"').collect(Collectors.joining(",", "[", "]")));
  }

  JwkText without(String name) {
    Map<String, String> changed = new LinkedHashMap<>(members);
    changed.remove(name);
    return new JwkText(Collections.unmodifiableMap(changed));
  }

  /** The JWK Set document of members of any kind, written as their {@code toString} says. */
  static String set(Object... jwks) {
    return Stream.of(jwks)
        .map(String::valueOf)
        .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
  }

  @Override
  public String toString() {
    return members.entrySet().stream()
        .map(member -> '"' + member.getKey() + "\":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
