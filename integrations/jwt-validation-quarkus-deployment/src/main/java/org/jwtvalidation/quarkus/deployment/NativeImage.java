// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.ExtensionSslNativeSupportBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageProxyDefinitionBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import java.util.List;
import org.jwtvalidation.quarkus.runtime.MappedOptions;

/**
 * What a native image needs beyond the metadata of the modules, which also say what is initialised
 * at run time.
 */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class NativeImage {

  static final String FLIGHT_RECORDER_SETTINGS = "org/jwtvalidation/jfr/jwt-validation.jfc";

  /** Keys are fetched over TLS. */
  @BuildStep
  ExtensionSslNativeSupportBuildItem tls() {
    return new ExtensionSslNativeSupportBuildItem("jwt-validation");
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
    if (QuarkusClassLoader.isClassPresentAtRuntime("org.jwtvalidation.jfr.JfrMonitor")) {
      resources.produce(new NativeImageResourceBuildItem(FLIGHT_RECORDER_SETTINGS));
    }
  }
}
