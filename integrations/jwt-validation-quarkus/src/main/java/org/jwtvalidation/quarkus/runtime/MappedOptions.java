// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.config.DpopOptions;
import org.jwtvalidation.http.config.IssuerOptions;
import org.jwtvalidation.http.config.KeySourceOptions;
import org.jwtvalidation.http.config.LimitsOptions;
import org.jwtvalidation.http.config.PopOptions;
import org.jwtvalidation.http.config.ResourceOptions;
import org.jwtvalidation.http.config.ResourceServerOptions;
import org.jwtvalidation.http.config.RolesOptions;

/**
 * The options of the library, answered by the mapping of the same names that Quarkus has read. A
 * mapping must have {@link Optional}s, and interfaces of its own module for its documentation; the
 * options have null where a value is missing.
 */
public final class MappedOptions implements InvocationHandler {

  /** The interfaces that proxies implement. */
  public static final List<Class<?>> OPTIONS =
      List.of(
          ResourceServerOptions.class,
          IssuerOptions.class,
          KeySourceOptions.class,
          RolesOptions.class,
          LimitsOptions.class,
          ResourceOptions.class,
          PopOptions.class,
          DpopOptions.class);

  /** The interfaces whose methods proxies call. */
  public static final List<Class<?>> MAPPINGS =
      List.of(
          JwtValidationConfig.class,
          JwtValidationIssuerConfig.class,
          JwtValidationKeysConfig.class,
          JwtValidationIssuerConfig.RolesConfig.class,
          JwtValidationConfig.LimitsConfig.class,
          JwtValidationResourceConfig.class,
          JwtValidationPopConfig.class,
          JwtValidationPopConfig.DpopConfig.class);

  private final Class<?> type;
  private final Object mapping;

  private MappedOptions(Class<?> type, Object mapping) {
    this.type = type;
    this.mapping = mapping;
  }

  static ResourceServerOptions of(JwtValidationConfig config) {
    return of(ResourceServerOptions.class, JwtValidationConfig.class, config);
  }

  private static <T> T of(Class<T> options, Class<?> type, Object mapping) {
    return options.cast(
        Proxy.newProxyInstance(
            options.getClassLoader(), new Class<?>[] {options}, new MappedOptions(type, mapping)));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method option, Object @Nullable [] arguments)
      throws ReflectiveOperationException {
    if (option.getDeclaringClass() == Object.class) {
      return option.invoke(mapping, arguments);
    }
    Method accessor = type.getMethod(option.getName());
    Object value = accessor.invoke(mapping);
    if (value instanceof Optional<?> optional) {
      return optional.orElse(null);
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? optional.getAsInt() : null;
    }
    if (OPTIONS.contains(option.getReturnType())) {
      return of(option.getReturnType(), accessor.getReturnType(), value);
    }
    return option.getName().equals("issuers") ? issuers((Map<?, ?>) value) : value;
  }

  private static Map<Object, IssuerOptions> issuers(Map<?, ?> mappings) {
    Map<Object, IssuerOptions> issuers = new LinkedHashMap<>();
    mappings.forEach((name, issuer) ->
        issuers.put(name, of(IssuerOptions.class, JwtValidationIssuerConfig.class, issuer)));
    return issuers;
  }
}
