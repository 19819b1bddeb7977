// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.ConfigurationBuildItem;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import java.util.Collection;
import java.util.List;
import org.jwtvalidation.quarkus.runtime.ConfigurationKeys;

/** Refuses keys without effect: an option that is misspelt could be one that asks for more. */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class UnknownKeys {

  private static final String NAME = "jwt-validation";
  private static final String PREFIX = NAME + ".";

  /** What reads the keys of SmallRye JWT, also without its extension. */
  private static final String SMALLRYE_JWT = "io.smallrye.jwt.config.JWTAuthContextInfoProvider";

  @BuildStep
  void refuse(
      ConfigurationBuildItem configuration, BuildProducer<ValidationErrorBuildItem> errors) {
    List<String> unknown =
        configuration.getReadResult().getUnknownBuildProperties().stream()
            .filter(key -> key.startsWith(PREFIX))
            .sorted()
            .toList();
    if (!unknown.isEmpty()) {
      errors.produce(new ValidationErrorBuildItem(ConfigurationKeys.unknown(unknown)));
    }
  }

  @BuildStep
  @Record(ExecutionTime.RUNTIME_INIT)
  void refuseAtTheStart(ConfigurationBuildItem configuration, ConfigurationKeys keys) {
    keys.check(
        names(configuration.getReadResult().getAllMappings()),
        !QuarkusClassLoader.isClassPresentAtRuntime(SMALLRYE_JWT));
  }

  /** The names of the keys of this extension, with an asterisk for any name or index. */
  static List<String> names(Collection<ConfigClass> mappings) {
    return mappings.stream()
        .filter(mapping -> (mapping.getPrefix() + ".").startsWith(PREFIX))
        .flatMap(mapping -> ConfigMappings.getProperties(mapping).keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }
}
