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
import org.jboss.jandex.DotName;
import org.jwtvalidation.AccessToken;

/**
 * Refuses to inject an {@link AccessToken} into a bean that outlives the request: the class is
 * final, so that there is no proxy, and the token of the first request would be that of all.
 */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class TokenInjection {

  private static final DotName TOKEN = DotName.createSimple(AccessToken.class);

  @BuildStep
  void check(ValidationPhaseBuildItem phase, BuildProducer<ValidationErrorBuildItem> errors) {
    for (InjectionPointInfo point : phase.getContext().getInjectionPoints()) {
      if (TOKEN.equals(point.getRequiredType().name())
          && !point.isProgrammaticLookup()
          && point.getTargetBean().filter(TokenInjection::outlivesRequest).isPresent()) {
        errors.produce(
            new ValidationErrorBuildItem(
                new DeploymentException(
                    point.getTargetInfo()
                        + ": an AccessToken is injected into a bean that several requests share;"
                        + " make the bean @RequestScoped, or inject Instance<AccessToken> or"
                        + " JsonWebToken")));
      }
    }
  }

  private static boolean outlivesRequest(BeanInfo bean) {
    return !BuiltinScope.REQUEST.is(bean.getScope());
  }
}
