package org.jwtvalidation.quarkus.deployment;

import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.ExtensionSslNativeSupportBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageProxyDefinitionBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import io.quarkus.deployment.builditem.nativeimage.RuntimeInitializedClassBuildItem;
import io.quarkus.deployment.builditem.nativeimage.RuntimeInitializedPackageBuildItem;
import java.util.List;
import org.jwtvalidation.quarkus.MappedOptions;

/**
 * What a native image needs beyond the metadata of the modules. Quarkus initialises classes as the
 * image is built, and so would keep what the JVM of the build has counted and found: processors,
 * providers, threads, the answers of a hash function.
 */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class NativeImage {

  /** With the packages below them. */
  static final List<String> PACKAGES_OF_RUN_TIME =
      List.of(
          "org.jwtvalidation.internal",
          "org.jwtvalidation.jfr",
          "org.jwtvalidation.jwk",
          "org.jwtvalidation.keysource",
          "org.jwtvalidation.micrometer",
          "org.jwtvalidation.monitor",
          "org.jwtvalidation.redis");

  /** Those of other packages that have a logger, or use the packages as they are initialised. */
  static final List<String> CLASSES_OF_RUN_TIME =
      List.of(
          "org.jwtvalidation.ResolvedIssuers",
          "org.jwtvalidation.TokenPipeline",
          "org.jwtvalidation.TokenValidator",
          "org.jwtvalidation.http.AccessRule",
          "org.jwtvalidation.http.BearerAuthenticator",
          "org.jwtvalidation.http.RequestWatch",
          "org.jwtvalidation.http.config.DpopOptions$Rows",
          "org.jwtvalidation.http.config.IssuerOptions$Rows",
          "org.jwtvalidation.http.config.KeySourceOptions$Rows",
          "org.jwtvalidation.http.config.LimitsOptions$Rows",
          "org.jwtvalidation.http.config.ResourceOptions$Rows",
          "org.jwtvalidation.http.config.ResourceServerOptions$Rows",
          "org.jwtvalidation.http.config.RolesOptions$Rows");

  static final String FLIGHT_RECORDER_SETTINGS = "org/jwtvalidation/jfr/jwt-validation.jfc";

  /** Keys are fetched over TLS. */
  @BuildStep
  ExtensionSslNativeSupportBuildItem tls() {
    return new ExtensionSslNativeSupportBuildItem("jwt-validation");
  }

  @BuildStep
  void initialisedAtRunTime(
      BuildProducer<RuntimeInitializedPackageBuildItem> packages,
      BuildProducer<RuntimeInitializedClassBuildItem> classes) {
    PACKAGES_OF_RUN_TIME.forEach(
        name -> packages.produce(new RuntimeInitializedPackageBuildItem(name)));
    CLASSES_OF_RUN_TIME.forEach(
        name -> classes.produce(new RuntimeInitializedClassBuildItem(name)));
  }

  /** The interfaces by which the library reads the configuration. */
  @BuildStep
  ReflectiveClassBuildItem mappings() {
    return ReflectiveClassBuildItem.builder(
            MappedOptions.MAPPINGS.stream().map(Class::getName).toArray(String[]::new))
        .methods()
        .build();
  }

  @BuildStep
  List<NativeImageProxyDefinitionBuildItem> options() {
    return MappedOptions.OPTIONS.stream()
        .map(type -> new NativeImageProxyDefinitionBuildItem(type.getName()))
        .toList();
  }

  /** Not left to the metadata of that module, which a build without it has not. */
  @BuildStep
  void flightRecorder(BuildProducer<NativeImageResourceBuildItem> resources) {
    if (ApplicationClasses.contain("org.jwtvalidation.jfr.JfrMonitor")) {
      resources.produce(new NativeImageResourceBuildItem(FLIGHT_RECORDER_SETTINGS));
    }
  }
}
