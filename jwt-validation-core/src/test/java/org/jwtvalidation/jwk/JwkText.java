// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JSON of a JWK, member by member, and of a set; immutable. */
public record JwkText(Map<String, String> members) {

  public static JwkText ofType(String keyType) {
    return new JwkText(Map.of()).with("kty", keyType);
  }

  /** This JWK with a member of any JSON value, which replaces one of the same name. */
  public JwkText withJson(String name, String json) {
    Map<String, String> changed = new LinkedHashMap<>(members);
    changed.put(name, json);
    return new JwkText(Collections.unmodifiableMap(changed));
  }

  public JwkText with(String name, @Nullable String value) {
    return withJson(name, value == null ? "null" : '"' + value + '"');
  }

  public JwkText with(String name, byte[] octets) {
    return with(name, SigningKey.base64Url(octets));
  }

  public JwkText with(String name, BigInteger number) {
    return with(name, SigningKey.octets(number, Math.max(1, (number.bitLength() + 7) / 8)));
  }

  public JwkText with(String name, List<String> values) {
    return withJson(
        name,
        values.stream().map(value -> '"' + value + '"').collect(Collectors.joining(",", "[", "]")));
  }

  public JwkText without(String name) {
    Map<String, String> changed = new LinkedHashMap<>(members);
    changed.remove(name);
    return new JwkText(Collections.unmodifiableMap(changed));
  }

  /** A JWK Set document of any members, as their {@code toString} writes them. */
  public static String set(Object... jwks) {
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
