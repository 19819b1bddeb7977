// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.deployment.IsProduction;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.RemovedResourceBuildItem;
import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;
import io.quarkus.maven.dependency.ArtifactKey;
import java.util.Set;
import java.util.TreeSet;

/** Leaves what the page of the Dev UI needs out of packaged applications. */
@BuildSteps(onlyIf = IsProduction.class)
final class DevPagePackaging {

  private static final ArtifactKey RUNTIME =
      ArtifactKey.fromString("org.jwtvalidation:jwt-validation-quarkus");

  @BuildStep
  RemovedResourceBuildItem removed(CurateOutcomeBuildItem application) {
    Set<String> removed = new TreeSet<>();
    application.getApplicationModel().getRuntimeDependencies().stream()
        .filter(dependency -> dependency.getKey().equals(RUNTIME))
        .forEach(runtime ->
            runtime
                .getContentTree()
                .walkIfContains(
                    "org/jwtvalidation/quarkus/runtime/dev",
                    visit -> removed.add(visit.getRelativePath("/"))));
    return new RemovedResourceBuildItem(RUNTIME, removed);
  }
}
