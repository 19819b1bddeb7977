// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import java.util.Set;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationTarget.Kind;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.quarkus.runtime.JwtValidationBeans;

/**
 * Whether an application says in code whose tokens it trusts, and so needs no configured issuer.
 */
final class IssuersInCode {

  private static final DotName PRODUCES =
      DotName.createSimple("jakarta.enterprise.inject.Produces");
  private static final DotName EXTENSION = DotName.createSimple(JwtValidationBeans.class);
  private static final DotName RESOLVER = DotName.createSimple(IssuerResolver.class);
  private static final Set<DotName> TYPES =
      Set.of(RESOLVER, DotName.createSimple(TokenValidator.class));

  private IssuersInCode() {}

  static boolean areIn(IndexView classes) {
    return !classes.getAllKnownImplementations(RESOLVER).isEmpty()
        || classes.getAnnotations(PRODUCES).stream()
            .anyMatch(annotation -> isProducer(annotation.target()));
  }

  private static boolean isProducer(AnnotationTarget target) {
    return target.kind() == Kind.METHOD
        ? TYPES.contains(target.asMethod().returnType().name())
            && !target.asMethod().declaringClass().name().equals(EXTENSION)
        : target.kind() == Kind.FIELD && TYPES.contains(target.asField().type().name());
  }
}
