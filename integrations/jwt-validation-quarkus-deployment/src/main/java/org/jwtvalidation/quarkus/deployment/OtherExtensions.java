// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.runtime.configuration.ConfigurationException;

/**
 * Refuses a second extension that authenticates bearer tokens: which one decides would be chance.
 */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class OtherExtensions {

  @BuildStep
  void refuse(Capabilities capabilities, BuildProducer<ValidationErrorBuildItem> errors) {
    refuse(Capability.JWT, "quarkus-smallrye-jwt", capabilities, errors);
    refuse(Capability.OIDC, "quarkus-oidc", capabilities, errors);
  }

  private static void refuse(
      String capability,
      String extension,
      Capabilities capabilities,
      BuildProducer<ValidationErrorBuildItem> errors) {
    if (capabilities.isPresent(capability)) {
      errors.produce(
          new ValidationErrorBuildItem(
              new ConfigurationException(
                  extension
                      + " and jwt-validation-quarkus both authenticate bearer tokens; remove one"
                      + " of them, or set jwt-validation.enabled=false at build time")));
    }
  }
}
