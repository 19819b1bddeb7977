// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.arc.BeanCreator;
import io.quarkus.arc.SyntheticCreationalContext;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.microprofile.jwt.Claim;
import org.eclipse.microprofile.jwt.ClaimValue;
import org.eclipse.microprofile.jwt.Claims;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jspecify.annotations.Nullable;

/** Reads the claim of the current token for which an injection point asks by {@link Claim}. */
public final class ClaimCreator implements BeanCreator<Object> {

  /** For the code that Quarkus generates. */
  public ClaimCreator() {}

  @Override
  public @Nullable Object create(SyntheticCreationalContext<Object> context) {
    InjectionPoint point = context.getInjectedReference(InjectionPoint.class);
    JsonWebToken token = context.getInjectedReference(JsonWebToken.class);
    String name = claimName(point);
    Type type = point.getType();
    return isA(type, ClaimValue.class)
        ? new CurrentValue(name, () -> value(token, name, argument(type)))
        : value(token, name, type);
  }

  private static String claimName(InjectionPoint point) {
    Claim claim =
        point.getQualifiers().stream()
            .filter(Claim.class::isInstance)
            .map(Claim.class::cast)
            .findFirst()
            .orElseThrow();
    return claim.standard() == Claims.UNKNOWN ? claim.value() : claim.standard().name();
  }

  private static boolean isA(Type type, Class<?> generic) {
    return type instanceof ParameterizedType typed && typed.getRawType() == generic;
  }

  private static Type argument(Type type) {
    return ((ParameterizedType) type).getActualTypeArguments()[0];
  }

  private static @Nullable Object value(JsonWebToken token, String name, Type type) {
    if (isA(type, Optional.class)) {
      return Optional.ofNullable(value(token, name, argument(type)));
    }
    Object value = token.getClaim(name);
    if (value == null || (type instanceof Class<?> simple && simple.isInstance(value))) {
      return value;
    }
    if (isA(type, Set.class)) {
      return strings(name, value);
    }
    throw new IllegalStateException("claim " + name + " is not a " + type.getTypeName());
  }

  private static Set<?> strings(String name, Object value) {
    Set<?> strings =
        value instanceof Set<?> set
            ? set
            : new LinkedHashSet<>(value instanceof List<?> list ? list : List.of(value));
    if (strings.stream().allMatch(String.class::isInstance)) {
      return strings;
    }
    throw new IllegalStateException("claim " + name + " is not a string or an array of strings");
  }

  /** Read anew each time, so that a bean that several requests share sees the token of each. */
  private record CurrentValue(String name, Supplier<@Nullable Object> reader)
      implements ClaimValue<Object> {

    @Override
    public String getName() {
      return name;
    }

    @Override
    public @Nullable Object getValue() {
      return reader.get();
    }

    @Override
    public String toString() {
      return "ClaimValue[" + name + "]";
    }
  }
}
