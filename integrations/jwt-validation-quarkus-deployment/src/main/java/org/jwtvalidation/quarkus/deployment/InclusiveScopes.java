// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.security.PermissionsAllowed;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.util.Arrays;
import java.util.List;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;

/**
 * Refuses an annotation that Quarkus would not take at its word: it makes values that are alike up
 * to the colon one permission, of whose actions any suffices. So it would be content with one where
 * all are meant, and pass over a value without an action.
 */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class InclusiveScopes {

  private static final DotName ANNOTATION = DotName.createSimple(PermissionsAllowed.class);

  @BuildStep
  void refuse(CombinedIndexBuildItem index, BuildProducer<ValidationErrorBuildItem> errors) {
    // Those of the container for repeated annotations are in the index, too.
    for (AnnotationInstance annotation : index.getIndex().getAnnotations(ANNOTATION)) {
      AnnotationValue inclusive = annotation.value("inclusive");
      List<String> scopes = Arrays.asList(annotation.value().asStringArray());
      if (inclusive != null && inclusive.asBoolean() && haveOneName(scopes)) {
        errors.produce(
            error(
                annotation,
                ": one of "
                    + scopes
                    + " would suffice, although inclusive = true asks for all; repeat"
                    + " @PermissionsAllowed for each"));
      } else {
        scopes.stream()
            .filter(scope -> isName(scope) && haveAction(scopes, scope))
            .findFirst()
            .ifPresent(scope ->
                errors.produce(
                    error(
                        annotation,
                        ": of "
                            + scopes
                            + ", the scope "
                            + scope
                            + " would not suffice, since another begins with it and a colon; use"
                            + " an HttpSecurityPolicy or AccessToken.hasScope")));
      }
    }
  }

  private static ValidationErrorBuildItem error(AnnotationInstance annotation, String message) {
    return new ValidationErrorBuildItem(new DeploymentException(annotation.target() + message));
  }

  private static boolean isName(String scope) {
    return name(scope).equals(scope);
  }

  private static boolean haveAction(List<String> scopes, String name) {
    return scopes.stream().anyMatch(scope -> !isName(scope) && name(scope).equals(name));
  }

  private static boolean haveOneName(List<String> scopes) {
    return scopes.stream().map(InclusiveScopes::name).distinct().count() < scopes.size();
  }

  private static String name(String scope) {
    int colon = scope.indexOf(PermissionsAllowed.PERMISSION_TO_ACTION_SEPARATOR);
    return colon < 0 ? scope : scope.substring(0, colon);
  }
}
