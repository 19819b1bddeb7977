// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Options out of lines such as {@code issuers.shop.leeway=PT10S}, as a framework binds them. */
final class TextOptions implements InvocationHandler {

  private final Map<String, String> text;
  private final String prefix;

  private TextOptions(Map<String, String> text, String prefix) {
    this.text = text;
    this.prefix = prefix;
  }

  static ResourceServerOptions of(String... lines) {
    Map<String, String> text = new TreeMap<>();
    for (String line : lines) {
      int equals = line.indexOf('=');
      text.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return new TextOptions(text, "").bound(ResourceServerOptions.class);
  }

  private <T> T bound(Class<T> type) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
    String key = prefix + method.getName().replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    Class<?> type = method.getReturnType();
    if (type == Map.class) {
      return map(key + ".", method.getGenericReturnType());
    }
    String value = text.get(key);
    if (type == boolean.class) {
      return Boolean.parseBoolean(value);
    }
    if (type.getName().endsWith("Options")) {
      return new TextOptions(text, key + ".").bound(type);
    }
    return value == null ? null : converted(value, type);
  }

  private Map<String, Object> map(String start, Type type) {
    boolean isOfText = type.getTypeName().endsWith("java.lang.String>");
    Map<String, Object> values = new LinkedHashMap<>();
    text.forEach((key, value) -> {
      if (key.startsWith(start)) {
        String name = key.substring(start.length()).replaceAll(isOfText ? "$" : "\\..*", "");
        values.put(
            name,
            isOfText
                ? value
                : new TextOptions(text, start + name + ".").bound(IssuerOptions.class));
      }
    });
    return values;
  }

  private static Object converted(String value, Class<?> type) {
    if (type == List.class) {
      return Stream.of(value.split("(?<!\\\\),", -1))
          .map(each -> each.replace("\\,", ","))
          .toList();
    }
    if (type == Integer.class) {
      return Integer.valueOf(value);
    }
    if (type == Duration.class) {
      return Duration.parse(value);
    }
    if (type == URI.class) {
      return URI.create(value);
    }
    if (type == IssuerPreset.class) {
      return IssuerPreset.valueOf(value.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
    if (type == DpopNonceKind.class) {
      return DpopNonceKind.valueOf(value.toUpperCase(Locale.ROOT));
    }
    return value;
  }
}
