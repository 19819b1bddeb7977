// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.config.IssuerOptions;

@Tag("jdk-independent")
class MappedOptionsTest {

  /** What a mapping must return for an option. */
  private static String mapped(Method option) {
    Class<?> type = option.getReturnType();
    if (type == Integer.class) {
      return OptionalInt.class.getName();
    }
    if (MappedOptions.OPTIONS.contains(type)) {
      return MappedOptions.MAPPINGS.get(MappedOptions.OPTIONS.indexOf(type)).getName();
    }
    Type generic = option.getGenericReturnType();
    if (type.isPrimitive() || type == Map.class) {
      return generic.getTypeName();
    }
    return "java.util.Optional<" + generic.getTypeName() + ">";
  }

  private static Set<String> expected(Class<?> options) {
    Set<String> methods = new TreeSet<>();
    for (Method option : options.getMethods()) {
      if (!Modifier.isStatic(option.getModifiers())) {
        String name = option.getName();
        methods.add(name + " " + (name.equals("issuers") ? "of issuers" : mapped(option)));
      }
    }
    return methods;
  }

  private static Set<String> found(Class<?> mapping) {
    Set<String> methods = new TreeSet<>();
    for (Method accessor : mapping.getMethods()) {
      String name = accessor.getName();
      methods.add(
          name
              + " "
              + (name.equals("issuers")
                  ? "of issuers"
                  : accessor.getGenericReturnType().getTypeName()));
    }
    return methods;
  }

  @Test
  void mapsEachOptionByItsNameAndType() {
    assertThat(MappedOptions.MAPPINGS).hasSameSizeAs(MappedOptions.OPTIONS);
    for (int i = 0; i < MappedOptions.OPTIONS.size(); i++) {
      Class<?> mapping = MappedOptions.MAPPINGS.get(i);
      assertThat(found(mapping))
          .as(mapping.getSimpleName())
          .isEqualTo(expected(MappedOptions.OPTIONS.get(i)));
    }
  }

  @Test
  void mapsIssuersByName() throws ReflectiveOperationException {
    Type type = JwtValidationConfig.class.getMethod("issuers").getGenericReturnType();
    assertThat(((ParameterizedType) type).getActualTypeArguments())
        .containsExactly(String.class, JwtValidationIssuerConfig.class);
  }

  /** So that an image has all of them. */
  @Test
  void namesAllInterfacesOfOptions() {
    Set<Class<?>> found = new HashSet<>();
    add(MappedOptions.OPTIONS.get(0), found);
    // The values of a map.
    add(IssuerOptions.class, found);
    assertThat(MappedOptions.OPTIONS).containsExactlyInAnyOrderElementsOf(found);
  }

  private static void add(Class<?> options, Set<Class<?>> found) {
    if (found.add(options)) {
      Stream.of(options.getMethods())
          .map(Method::getReturnType)
          .filter(type -> type.getSimpleName().endsWith("Options"))
          .forEach(type -> add(type, found));
    }
  }
}
