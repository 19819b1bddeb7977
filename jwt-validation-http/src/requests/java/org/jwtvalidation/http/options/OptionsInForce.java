// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.options;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.config.ResourceServerConfiguration;

/** What the library is told by the options of a framework. */
public final class OptionsInForce {

  private static final Pattern WORD = Pattern.compile("-([a-z])");

  private OptionsInForce() {}

  /** The value of the option with this key in full, as text. */
  public static String value(Object options, String key) {
    Object value = options;
    String option = key.substring(ResourceServerConfiguration.PREFIX.length() + 1);
    for (String part : option.split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(part) : read(value, part);
    }
    return text(value);
  }

  private static Object read(Object options, String part) {
    try {
      String name = WORD.matcher(part).replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
      Class<?> type = options.getClass();
      Method accessor = (Proxy.isProxyClass(type) ? type.getInterfaces()[0] : type).getMethod(name);
      accessor.setAccessible(true);
      return accessor.invoke(options);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(part, e);
    }
  }

  /** A value as properties have it. */
  public static String text(@Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      return text(optional.orElse(null));
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? String.valueOf(optional.getAsInt()) : "nothing";
    }
    if (value instanceof List<?> list) {
      return list.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
    if (value instanceof Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    return value == null ? "nothing" : value.toString();
  }
}
