package org.jwtvalidation.quarkus.deployment;

import io.quarkus.deployment.IsProduction;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.RemovedResourceBuildItem;
import io.quarkus.maven.dependency.ArtifactKey;
import java.util.Set;

/** Leaves what the page of the Dev UI needs out of packaged applications. */
@BuildSteps(onlyIf = IsProduction.class)
final class DevPagePackaging {

  private static final ArtifactKey RUNTIME =
      ArtifactKey.fromString("org.jwtvalidation:jwt-validation-quarkus");

  static final Set<String> CLASSES =
      Set.of(
          "org/jwtvalidation/quarkus/dev/RecentRejection.class",
          "org/jwtvalidation/quarkus/dev/RecentRejections.class",
          "org/jwtvalidation/quarkus/dev/RecentRejections$Recorder.class",
          "org/jwtvalidation/quarkus/dev/ValidatorState.class",
          "org/jwtvalidation/quarkus/dev/package-info.class");

  @BuildStep
  RemovedResourceBuildItem removed() {
    return new RemovedResourceBuildItem(RUNTIME, CLASSES);
  }
}
