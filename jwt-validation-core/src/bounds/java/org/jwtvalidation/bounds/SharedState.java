// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.bounds;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What clients may share in a module, as its compiled classes and the documentation name it. */
public final class SharedState {

  private static final Path PAGE = Path.of("../doc/inside/bounds.adoc");

  private static final Pattern OPTION = Pattern.compile("max[A-Z].*|.*(Size|Limit|Budget)");
  private static final Pattern ROW = Pattern.compile("\n\n\\|([^|\n]+?) *(?=[|\n])");

  /** What many threads change, or wait for. */
  private static final Pattern SHARED =
      Pattern.compile(
          "java\\.util\\.concurrent\\.(locks|Concurrent|Semaphore|Copy).*"
              + "|java\\.util\\.concurrent\\..*(Queue|Deque|PoolExecutor|Array)"
              + "|.*\\.(Caffeine|BoundedExecutor)");

  private static final Set<String> MAKERS = Set.of("<init>", "newBuilder", "newKeySet");

  private final JavaClasses classes = new ClassFileImporter().importPath(Path.of("target/classes"));

  /** The public options that bound a number, as {@code TokenValidator.cacheSize}. */
  public Set<String> options() {
    return sorted(
        classes.stream()
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(type -> !type.getPackageName().matches(".*\\.(internal\\..*|config)"))
            .flatMap(type -> type.getMethods().stream())
            .filter(SharedState::boundsANumber)
            .map(method -> outermost(method.getOwner()) + "." + method.getName()));
  }

  private static boolean boundsANumber(JavaMethod method) {
    return method.getModifiers().contains(JavaModifier.PUBLIC)
        && OPTION.matcher(method.getName()).matches()
        && method.getRawParameterTypes().size() == 1
        && Set.of("int", "long").contains(method.getRawParameterTypes().get(0).getName());
  }

  /** The classes that make what threads share, each by the name of the outermost one. */
  public Set<String> keepers() {
    return sorted(
        classes.stream()
            .filter(
                type -> type.getCodeUnitCallsFromSelf().stream().anyMatch(SharedState::makesShared))
            .map(SharedState::outermost));
  }

  private static boolean makesShared(JavaCall<?> call) {
    return MAKERS.contains(call.getName())
        && SHARED.matcher(call.getTargetOwner().getName()).matches();
  }

  private static String outermost(JavaClass type) {
    return type.getEnclosingClass().map(SharedState::outermost).orElse(type.getSimpleName());
  }

  /** The rows of a table of the documentation. */
  public static Set<String> rows(String section) {
    String after = page().split("\\[#" + section + "]", 2)[1];
    return sorted(ROW.matcher(after.split("\n\\[#", 2)[0]).results().map(row -> row.group(1)));
  }

  private static String page() {
    try {
      return Files.readString(PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> sorted(Stream<String> names) {
    return names.collect(Collectors.toCollection(TreeSet::new));
  }
}
