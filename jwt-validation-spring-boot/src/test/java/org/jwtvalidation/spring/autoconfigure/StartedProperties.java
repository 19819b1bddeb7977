package org.jwtvalidation.spring.autoconfigure;

import static org.jwtvalidation.spring.autoconfigure.PropertyKey.PREFIX;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;

/**
 * What is there after a start.
 *
 * @param environment the environment with them
 * @param properties the properties, as they are bound
 */
record StartedProperties(Environment environment, JwtValidationProperties properties) {

  /** Starts what reads properties, in the order of the auto-configuration. */
  static StartedProperties with(Map<String, String> values) {
    MockEnvironment environment = new MockEnvironment();
    values.forEach(environment::setProperty);
    var unused = OnEnabled.in(environment);
    var known = KnownKeys.check(environment);
    JwtValidationProperties properties =
        Binder.get(environment).bindOrCreate("jwt-validation", JwtValidationProperties.class);
    ConfiguredValidator.of(properties, environment)
        .builder((name, issuer) -> {}, null)
        .build()
        .close();
    var proofs =
        ConfiguredValidator.possession(
            properties, environment, new StaticListableBeanFactory(), null);
    return new StartedProperties(environment, properties);
  }

  /** What the library is told by a property. */
  String inForce(String key) {
    if (key.equals(OnEnabled.KEY)) {
      return String.valueOf(OnEnabled.in(environment));
    }
    if (key.equals(Protection.KEY)) {
      return text(Protection.in(environment));
    }
    Map<String, ConfiguredIssuer> issuers = new LinkedHashMap<>();
    properties.issuers().forEach((name, each) -> issuers.put(name, new ConfiguredIssuer(each)));
    Object value = new ConfiguredOptions(properties, issuers);
    for (String part : key.substring(PREFIX.length()).split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(part) : read(value, part);
    }
    return text(value);
  }

  private static Object read(Object options, String part) {
    try {
      String name = new PropertyKey(part, "").inCamelCase();
      Method accessor = options.getClass().getMethod(name);
      accessor.setAccessible(true);
      return accessor.invoke(options);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(part, e);
    }
  }

  private static String text(@Nullable Object value) {
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
