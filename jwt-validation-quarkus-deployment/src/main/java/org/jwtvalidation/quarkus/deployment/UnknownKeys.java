package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.ConfigurationBuildItem;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.List;

/** Refuses keys that do not exist: an option that is misspelt could be one that asks for more. */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class UnknownKeys {

  private static final String PREFIX = "jwt-validation.";

  @BuildStep
  void refuse(
      ConfigurationBuildItem configuration, BuildProducer<ValidationErrorBuildItem> errors) {
    List<String> unknown =
        configuration.getReadResult().getUnknownBuildProperties().stream()
            .filter(key -> key.startsWith(PREFIX))
            .sorted()
            .toList();
    if (!unknown.isEmpty()) {
      errors.produce(
          new ValidationErrorBuildItem(
              new ConfigurationException(
                  String.join(", ", unknown)
                      + ": no such key; correct its name, or drop it (doc/quarkus-configuration.adoc"
                      + " has every key)")));
    }
  }
}
