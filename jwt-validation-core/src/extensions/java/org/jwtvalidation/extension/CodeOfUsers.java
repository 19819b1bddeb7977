// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.extension;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Where the public methods of a module take code of users. */
public final class CodeOfUsers {

  /** Interfaces of values. */
  private static final Set<Class<?>> VALUES =
      Set.of(
          Collection.class,
          List.class,
          Map.class,
          Set.class,
          Path.class,
          java.security.PublicKey.class);

  private CodeOfUsers() {}

  /**
   * Each parameter of a public method or constructor whose type a user may implement, as {@code
   * Type.method(Parameter)}.
   *
   * @param classes the compiled classes of a module; its packages that are exported to everyone
   *     count
   */
  public static Set<String> in(Path classes) throws IOException, ClassNotFoundException {
    Set<String> found = new TreeSet<>();
    for (String exported : exported(classes)) {
      try (Stream<Path> files = Files.list(classes.resolve(exported.replace('.', '/')))) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".class") && !name.equals("package-info.class")) {
            addAll(found, Class.forName(exported + "." + name.replaceFirst("\\.class$", "")));
          }
        }
      }
    }
    return found;
  }

  private static List<String> exported(Path classes) throws IOException {
    try (InputStream descriptor = Files.newInputStream(classes.resolve("module-info.class"))) {
      return ModuleDescriptor.read(descriptor).exports().stream()
          .filter(each -> !each.isQualified())
          .map(ModuleDescriptor.Exports::source)
          .toList();
    }
  }

  private static void addAll(Set<String> found, Class<?> type) {
    if (!isPublic(type)) {
      return;
    }
    List<Executable> members = new ArrayList<>(List.of(type.getDeclaredMethods()));
    members.addAll(List.of(type.getDeclaredConstructors()));
    for (Executable member : members) {
      if (Modifier.isPublic(member.getModifiers()) && !member.isSynthetic()) {
        Arrays.stream(member.getParameterTypes())
            .map(each -> each.isArray() ? each.getComponentType() : each)
            .filter(CodeOfUsers::isCode)
            .forEach(each ->
                found.add(
                    name(type)
                        + "."
                        + member.getName().replaceFirst(".*\\.", "")
                        + "("
                        + each.getSimpleName()
                        + ")"));
      }
    }
  }

  private static boolean isPublic(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return Modifier.isPublic(type.getModifiers()) && (outer == null || isPublic(outer));
  }

  private static String name(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return outer == null ? type.getSimpleName() : name(outer) + "." + type.getSimpleName();
  }

  private static boolean isCode(Class<?> type) {
    return Modifier.isAbstract(type.getModifiers())
        && !type.isPrimitive()
        && !type.isSealed()
        && !VALUES.contains(type);
  }
}
