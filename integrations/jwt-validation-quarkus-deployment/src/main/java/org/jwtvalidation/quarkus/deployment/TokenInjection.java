// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.ValidationPhaseBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.arc.processor.BeanInfo;
import io.quarkus.arc.processor.BuiltinScope;
import io.quarkus.arc.processor.InjectionPointInfo;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import jakarta.enterprise.inject.spi.DeploymentException;
import org.eclipse.microprofile.jwt.ClaimValue;
import org.jboss.jandex.DotName;
import org.jwtvalidation.token.AccessToken;

/**
 * Refuses to inject an {@link AccessToken} or a claim into a bean that outlives the request: their
 * classes are final, so that there is no proxy, and those of the first request would be those of
 * all.
 */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class TokenInjection {

  private static final DotName TOKEN = DotName.createSimple(AccessToken.class);
  private static final DotName CLAIM_VALUE = DotName.createSimple(ClaimValue.class);

  @BuildStep
  void check(ValidationPhaseBuildItem phase, BuildProducer<ValidationErrorBuildItem> errors) {
    for (InjectionPointInfo point : phase.getContext().getInjectionPoints()) {
      if (isOfOneRequest(point)
          && !point.isProgrammaticLookup()
          && point.getTargetBean().filter(TokenInjection::outlivesRequest).isPresent()) {
        errors.produce(
            new ValidationErrorBuildItem(
                new DeploymentException(
                    point.getTargetInfo()
                        + ": an AccessToken or a claim is injected into a bean that several"
                        + " requests share; make the bean @RequestScoped, or inject an Instance of"
                        + " it, a ClaimValue or JsonWebToken")));
      }
    }
  }

  private static boolean isOfOneRequest(InjectionPointInfo point) {
    DotName type = point.getRequiredType().name();
    return TOKEN.equals(type)
        || (point.getRequiredQualifier(ClaimInjection.CLAIM) != null && !CLAIM_VALUE.equals(type));
  }

  private static boolean outlivesRequest(BeanInfo bean) {
    return !BuiltinScope.REQUEST.is(bean.getScope());
  }
}
