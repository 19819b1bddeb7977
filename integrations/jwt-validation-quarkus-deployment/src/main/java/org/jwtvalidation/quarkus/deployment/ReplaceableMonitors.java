// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.BeanCreator;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.runtime.metrics.MetricsFactory;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jboss.jandex.DotName;
import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.quarkus.runtime.FlightRecorderMonitor;
import org.jwtvalidation.quarkus.runtime.JwtValidationBuildTimeConfig;
import org.jwtvalidation.quarkus.runtime.ValidationMetrics;

/**
 * Adds the monitors that the application has no bean of. As default beans they would be replaced by
 * any other monitor, too. Classes that the application may lack are named and not loaded.
 */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class ReplaceableMonitors {

  private static final String RECORDER = "org.jwtvalidation.jfr.JfrMonitor";
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
    if (ApplicationClasses.contain(RECORDER) && isMissing(RECORDER, found)) {
      beans.produce(bean(RECORDER, FlightRecorderMonitor.class, OF_TOKENS));
    }
  }

  @BuildStep
  void meters(
      JwtValidationBuildTimeConfig config,
      Optional<MetricsCapabilityBuildItem> metrics,
      BeanDiscoveryFinishedBuildItem found,
      BuildProducer<SyntheticBeanBuildItem> beans) {
    if (!areMetersOn(config, metrics)) {
      return;
    }
    if (isMissing(VALIDATIONS, found)) {
      beans.produce(bean(VALIDATIONS, ValidationMetrics.Validations.class, OF_TOKENS, BINDER));
    }
    if (isMissing(REQUESTS, found)) {
      beans.produce(bean(REQUESTS, ValidationMetrics.Requests.class, OF_REQUESTS, BINDER));
    }
  }

  private static boolean isMissing(String type, BeanDiscoveryFinishedBuildItem found) {
    return found.beanStream().withBeanType(DotName.createSimple(type)).isEmpty();
  }

  private static SyntheticBeanBuildItem bean(
      String type, Class<? extends BeanCreator<Object>> creator, String... otherTypes) {
    DotName name = DotName.createSimple(type);
    var bean = SyntheticBeanBuildItem.configure(name).scope(Singleton.class).addType(name);
    for (String other : otherTypes) {
      bean.addType(DotName.createSimple(other));
    }
    return bean.creator(creator).unremovable().done();
  }
}
