// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.security.PermissionChecker;
import io.quarkus.security.PermissionsAllowed;
import io.quarkus.security.StringPermission;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jwtvalidation.quarkus.runtime.MethodScopes;

/** Finds which scopes methods ask for, so that a refused client can be told all of them. */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class ScopesOfMethods {

  private static final DotName ANNOTATION = DotName.createSimple(PermissionsAllowed.class);
  private static final DotName CHECKER = DotName.createSimple(PermissionChecker.class);
  private static final DotName SCOPE = DotName.createSimple(StringPermission.class);

  @BuildStep
  SyntheticBeanBuildItem scopes(CombinedIndexBuildItem combined) {
    IndexView index = combined.getIndex();
    Set<String> checked = new HashSet<>();
    for (AnnotationInstance checker : index.getAnnotations(CHECKER)) {
      checked.add(checker.value().asString());
    }
    Map<MethodInfo, List<String>> needed = new LinkedHashMap<>();
    List<AnnotationInstance> annotations =
        index.getAnnotationsWithRepeatable(ANNOTATION, index).stream()
            .filter(annotation -> annotation.target() != null)
            .toList();
    add(annotations, AnnotationTarget.Kind.METHOD, method -> true, checked, needed);
    // As Quarkus has it: an annotation of the class is for methods that have none.
    Set<MethodInfo> annotated = Set.copyOf(needed.keySet());
    add(
        annotations,
        AnnotationTarget.Kind.CLASS,
        method -> !annotated.contains(method) && !method.isConstructor(),
        checked,
        needed);
    return SyntheticBeanBuildItem.configure(MethodScopes.class)
        .scope(Singleton.class)
        .param(MethodScopes.METHODS, texts(needed))
        .creator(MethodScopes.class)
        .done();
  }

  private static void add(
      List<AnnotationInstance> annotations,
      AnnotationTarget.Kind kind,
      Predicate<MethodInfo> isMeant,
      Set<String> checked,
      Map<MethodInfo, List<String>> needed) {
    for (AnnotationInstance annotation : annotations) {
      if (annotation.target().kind() == kind) {
        List<MethodInfo> methods =
            kind == AnnotationTarget.Kind.METHOD
                ? List.of(annotation.target().asMethod())
                : annotation.target().asClass().methods();
        methods.stream()
            .filter(isMeant)
            .forEach(method ->
                needed
                    .computeIfAbsent(method, any -> new ArrayList<>())
                    .addAll(needs(annotation, checked)));
      }
    }
  }

  /** Texts that each ask for one of their scopes; none if something else decides. */
  private static List<String> needs(AnnotationInstance annotation, Set<String> checked) {
    AnnotationValue permission = annotation.value("permission");
    if (permission != null && !permission.asClass().name().equals(SCOPE)) {
      return List.of();
    }
    List<String> scopes =
        Arrays.stream(annotation.value().asStringArray())
            .filter(scope -> !checked.contains(scope))
            .toList();
    AnnotationValue inclusive = annotation.value("inclusive");
    boolean isAll = scopes.isEmpty() || (inclusive != null && inclusive.asBoolean());
    return isAll ? scopes : List.of(String.join(MethodScopes.ANY, scopes));
  }

  /** Quarkus tells methods without their parameters: those that it does not tell apart are out. */
  private static String[] texts(Map<MethodInfo, List<String>> needed) {
    Map<String, List<String>> byName = new LinkedHashMap<>();
    needed.forEach((method, scopes) ->
        byName.merge(
            method.declaringClass().name() + "#" + method.name(),
            scopes,
            (some, others) -> some.equals(others) ? some : List.of()));
    return byName.entrySet().stream()
        .filter(each -> !each.getValue().isEmpty())
        .map(each ->
            each.getKey() + MethodScopes.ALL + String.join(MethodScopes.ALL, each.getValue()))
        .toArray(String[]::new);
  }
}
