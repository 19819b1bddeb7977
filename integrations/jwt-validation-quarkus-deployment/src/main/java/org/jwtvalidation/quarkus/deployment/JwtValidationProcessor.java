// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.resteasy.reactive.spi.ExceptionMapperBuildItem;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;
import io.quarkus.vertx.http.deployment.HttpRootPathBuildItem;
import io.quarkus.vertx.http.deployment.RouteBuildItem;
import io.quarkus.vertx.http.deployment.SecurityInformationBuildItem;
import java.util.Map;
import java.util.Optional;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.internal.metadata.MetadataAnswer;
import org.jwtvalidation.quarkus.runtime.AccessTokenIdentities;
import org.jwtvalidation.quarkus.runtime.BearerMechanism;
import org.jwtvalidation.quarkus.runtime.CurrentToken;
import org.jwtvalidation.quarkus.runtime.InsufficientScope;
import org.jwtvalidation.quarkus.runtime.JwtValidationBeans;
import org.jwtvalidation.quarkus.runtime.JwtValidationBuildTimeConfig;
import org.jwtvalidation.quarkus.runtime.MetadataRoute;
import org.jwtvalidation.quarkus.runtime.RequiredRules;
import org.jwtvalidation.quarkus.runtime.ResourceMetadata;

/** Adds the beans of the extension, and those for what else the application has. */
@BuildSteps(onlyIf = ExtensionEnabled.class)
public final class JwtValidationProcessor {

  private static final String FEATURE = "jwt-validation";
  private static final String RUNTIME = "org.jwtvalidation.quarkus.runtime.";

  /** Behind a mapper that an application has for the same exception. */
  private static final int MAPPER_PRIORITY = 5001;

  JwtValidationProcessor() {}

  @BuildStep
  FeatureBuildItem feature() {
    return new FeatureBuildItem(FEATURE);
  }

  @BuildStep
  AdditionalBeanBuildItem beans() {
    return unremovable(
        JwtValidationBeans.class.getName(),
        BearerMechanism.class.getName(),
        AccessTokenIdentities.class.getName(),
        InsufficientScope.class.getName(),
        ResourceMetadata.class.getName(),
        RequiredRules.class.getName());
  }

  /** Not below the root path of the application: it is in the path already, as clients see it. */
  @BuildStep
  RouteBuildItem metadata(HttpRootPathBuildItem root) {
    return root.routeBuilder()
        .orderedRoute(MetadataAnswer.PATH + "*", MetadataRoute.ORDER)
        .handler(new MetadataRoute())
        .build();
  }

  /** Removed where nothing injects a token. */
  @BuildStep
  AdditionalBeanBuildItem currentToken() {
    return new AdditionalBeanBuildItem(CurrentToken.class);
  }

  /** The class is named and not loaded: without Micrometer it cannot be. */
  @BuildStep
  void metrics(
      JwtValidationBuildTimeConfig config,
      Optional<MetricsCapabilityBuildItem> metrics,
      BuildProducer<AdditionalBeanBuildItem> beans) {
    if (ReplaceableMonitors.areMetersOn(config, metrics)) {
      beans.produce(unremovable(RUNTIME + "ValidationMetrics"));
    }
  }

  @BuildStep
  HealthBuildItem readiness(JwtValidationBuildTimeConfig config) {
    return new HealthBuildItem(RUNTIME + "KeysReadiness", config.health().enabled());
  }

  /** For descriptions of the API, which say how to authenticate. */
  @BuildStep
  SecurityInformationBuildItem securityInformation() {
    return SecurityInformationBuildItem.JWT();
  }

  /** Named and not loaded: without Quarkus REST it cannot be. */
  @BuildStep
  void exceptionMapper(Capabilities capabilities, BuildProducer<ExceptionMapperBuildItem> mappers) {
    if (capabilities.isPresent(Capability.RESTEASY_REACTIVE)) {
      mappers.produce(
          new ExceptionMapperBuildItem(
              RUNTIME + "InsufficientTokenMapper",
              InsufficientTokenException.class.getName(),
              MAPPER_PRIORITY,
              true));
    }
  }

  /** Which of two extensions that authenticate bearer tokens decides would be chance. */
  @BuildStep
  void refuseOthers(Capabilities capabilities, BuildProducer<ValidationErrorBuildItem> errors) {
    Map.of(Capability.JWT, "quarkus-smallrye-jwt", Capability.OIDC, "quarkus-oidc")
        .forEach((capability, extension) -> {
          if (capabilities.isPresent(capability)) {
            errors.produce(
                new ValidationErrorBuildItem(
                    new ConfigurationException(
                        extension
                            + " and jwt-validation-quarkus both authenticate bearer tokens; remove"
                            + " one of them, or set jwt-validation.enabled=false at build time")));
          }
        });
  }

  private static AdditionalBeanBuildItem unremovable(String... classes) {
    return AdditionalBeanBuildItem.builder().addBeanClasses(classes).setUnremovable().build();
  }
}
