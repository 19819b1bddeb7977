// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.resteasy.reactive.spi.ExceptionMapperBuildItem;
import org.jwtvalidation.http.InsufficientTokenException;

/** Adds what applications with Quarkus REST have. */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class RestEndpoints {

  /** Named and not loaded: without Quarkus REST it cannot be. */
  private static final String MAPPER = "org.jwtvalidation.quarkus.runtime.InsufficientTokenMapper";

  /** Behind a mapper that an application has for the same exception. */
  private static final int PRIORITY = 5001;

  @BuildStep
  void mapper(Capabilities capabilities, BuildProducer<ExceptionMapperBuildItem> mappers) {
    if (capabilities.isPresent(Capability.RESTEASY_REACTIVE)) {
      mappers.produce(
          new ExceptionMapperBuildItem(
              MAPPER, InsufficientTokenException.class.getName(), PRIORITY, true));
    }
  }
}
