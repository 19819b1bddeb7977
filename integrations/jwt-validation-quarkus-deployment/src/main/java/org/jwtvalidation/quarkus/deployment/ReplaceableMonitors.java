// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.gizmo2.creator.BlockCreator;
import io.quarkus.runtime.metrics.MetricsFactory;
import jakarta.inject.Singleton;
import java.lang.constant.ClassDesc;
import java.util.Optional;
import org.jboss.jandex.DotName;
import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.quarkus.runtime.JwtValidationBuildTimeConfig;

/**
 * Adds the monitors that the application has no bean of. As default beans they would be replaced by
 * any other monitor, too. Classes that the application may lack are named and not loaded.
 */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class ReplaceableMonitors {

  private static final String RECORDER = "org.jwtvalidation.jfr.JfrMonitor";
  private static final String REQUEST_RECORDER = "org.jwtvalidation.jfr.JfrHttpMonitor";
  private static final String VALIDATIONS = "org.jwtvalidation.micrometer.ValidationMeters";
  private static final String REQUESTS = "org.jwtvalidation.micrometer.HttpMeters";
  private static final String BINDER = "io.micrometer.core.instrument.binder.MeterBinder";
  private static final String OF_TOKENS = TokenValidatorMonitor.class.getName();
  private static final String OF_REQUESTS = HttpMonitor.class.getName();

  ReplaceableMonitors() {}

  /** Whether the application has Micrometer, and wants meters. */
  static boolean areMetersOn(
      JwtValidationBuildTimeConfig config, Optional<MetricsCapabilityBuildItem> metrics) {
    return config.metrics().enabled()
        && metrics.filter(item -> item.metricsSupported(MetricsFactory.MICROMETER)).isPresent();
  }

  @BuildStep
  void flightRecorder(
      BeanDiscoveryFinishedBuildItem found, BuildProducer<SyntheticBeanBuildItem> beans) {
    if (QuarkusClassLoader.isClassPresentAtRuntime(RECORDER)) {
      addIfMissing(RECORDER, OF_TOKENS, found, beans);
      addIfMissing(REQUEST_RECORDER, OF_REQUESTS, found, beans);
    }
  }

  @BuildStep
  void meters(
      JwtValidationBuildTimeConfig config,
      Optional<MetricsCapabilityBuildItem> metrics,
      BeanDiscoveryFinishedBuildItem found,
      BuildProducer<SyntheticBeanBuildItem> beans) {
    if (areMetersOn(config, metrics)) {
      addIfMissing(VALIDATIONS, OF_TOKENS, found, beans, BINDER);
      addIfMissing(REQUESTS, OF_REQUESTS, found, beans, BINDER);
    }
  }

  /** A monitor of this class, made by its constructor without parameters. */
  private static void addIfMissing(
      String type,
      String monitor,
      BeanDiscoveryFinishedBuildItem found,
      BuildProducer<SyntheticBeanBuildItem> beans,
      String... otherTypes) {
    DotName name = DotName.createSimple(type);
    if (!found.beanStream().withBeanType(name).isEmpty()) {
      return;
    }
    var bean =
        SyntheticBeanBuildItem.configure(name)
            .scope(Singleton.class)
            .addType(name)
            .addType(DotName.createSimple(monitor));
    for (String other : otherTypes) {
      bean.addType(DotName.createSimple(other));
    }
    bean.creator(generation -> {
      BlockCreator create = generation.createMethod();
      create.return_(create.new_(ClassDesc.of(type)));
    });
    beans.produce(bean.unremovable().done());
  }
}
