// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.CuratedApplicationShutdownBuildItem;
import io.quarkus.deployment.builditem.DevServicesResultBuildItem;
import io.quarkus.deployment.builditem.LaunchModeBuildItem;
import io.quarkus.dev.spi.DevModeType;
import io.quarkus.runtime.LaunchMode;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Starts an issuer for an application without one, in this process: it needs no container.
 *
 * <p>It is started as the application is built, not by Quarkus as a service of its own: that would
 * add the libraries for containers to each build, and a library to each application.
 */
@BuildSteps(onlyIf = {ExtensionEnabled.class, DevIssuerAllowed.class})
final class DevIssuerService {

  private static final Logger LOG = Logger.getLogger(DevIssuerService.class);

  /** Outlives a hot reload, so that tokens that were got before stay valid. */
  private static final AtomicReference<@Nullable DevIssuer> RUNNING = new AtomicReference<>();

  @BuildStep
  void start(
      LaunchModeBuildItem launch,
      CombinedIndexBuildItem classes,
      CuratedApplicationShutdownBuildItem shutdown,
      BuildProducer<DevServicesResultBuildItem> services,
      BuildProducer<DevTokensBuildItem> tokens) {
    if (!isHere(launch)
        || hasIssuer(ConfigProvider.getConfig().getPropertyNames())
        || IssuersInCode.areIn(classes.getIndex())) {
      return;
    }
    DevIssuer issuer = RUNNING.get();
    if (issuer == null) {
      issuer = DevIssuer.start();
      RUNNING.set(issuer);
      shutdown.addCloseTask(DevIssuerService::stop, true);
      LOG.info(issuer.notice());
    }
    tokens.produce(new DevTokensBuildItem(issuer.tokens()));
    services.produce(
        DevServicesResultBuildItem.discovered()
            .feature("jwt-validation")
            .description("an issuer of tokens")
            .config(issuer.configuration())
            .build());
  }

  /** Where the application is on another machine, it cannot reach the loopback interface here. */
  private static boolean isHere(LaunchModeBuildItem launch) {
    return launch.getLaunchMode() == LaunchMode.TEST
        || launch.getDevModeType().filter(DevModeType.LOCAL::equals).isPresent();
  }

  /** Also by variables of the environment, whose names are known by their own form only. */
  static boolean hasIssuer(Iterable<String> properties) {
    return StreamSupport.stream(properties.spliterator(), false)
        .anyMatch(name ->
            name.startsWith("jwt-validation.issuers.")
                || name.startsWith("JWT_VALIDATION_ISSUERS_"));
  }

  private static void stop() {
    DevIssuer issuer = RUNNING.getAndSet(null);
    if (issuer != null) {
      issuer.close();
    }
  }
}
