// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Something for each constant of an enum, which becomes the value of a tag. */
final class Tagged {

  private Tagged() {}

  static <K extends Enum<K>, V> Map<K, V> map(Class<K> keys, Function<K, V> value) {
    Map<K, V> map = new EnumMap<>(keys);
    for (K key : keys.getEnumConstants()) {
      map.put(key, value.apply(key));
    }
    return map;
  }

  /** Never null, since a map of this class has all constants as keys. */
  static <K, V> V of(Map<K, V> map, K key) {
    return Objects.requireNonNull(map.get(key));
  }

  static String value(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
