// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.builder.BuildChainBuilder;
import io.quarkus.builder.BuildContext;
import io.quarkus.deployment.builditem.ExtensionSslNativeSupportBuildItem;
import io.quarkus.deployment.builditem.SystemPropertyBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageProxyDefinitionBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the test, as a system property, what a build of an image would be told of this library. */
final class NativeImageItems implements Consumer<BuildChainBuilder> {

  static final String PROPERTY = "native.image.items";

  @Override
  public void accept(BuildChainBuilder builder) {
    builder
        .addBuildStep(context ->
            context.produce(
                new SystemPropertyBuildItem(
                    PROPERTY, items(context).sorted().collect(Collectors.joining(" ")))))
        .consumes(ExtensionSslNativeSupportBuildItem.class)
        .consumes(NativeImageProxyDefinitionBuildItem.class)
        .consumes(NativeImageResourceBuildItem.class)
        .consumes(ReflectiveClassBuildItem.class)
        .produces(SystemPropertyBuildItem.class)
        .build();
  }

  private static Stream<String> items(BuildContext context) {
    return Stream.of(
            context.consumeMulti(ExtensionSslNativeSupportBuildItem.class).stream()
                .map(item -> "tls:" + item.getExtension()),
            context.consumeMulti(NativeImageResourceBuildItem.class).stream()
                .flatMap(item -> item.getResources().stream())
                .map(name -> "resource:" + name),
            context.consumeMulti(NativeImageProxyDefinitionBuildItem.class).stream()
                .flatMap(item -> item.getClasses().stream())
                .map(name -> "proxy:" + name),
            context.consumeMulti(ReflectiveClassBuildItem.class).stream()
                .filter(ReflectiveClassBuildItem::isMethods)
                .flatMap(item -> item.getClassNames().stream())
                .filter(name -> name.endsWith("Config"))
                .map(name -> "methods:" + name))
        .flatMap(items -> items)
        .filter(item -> item.contains("jwt"));
  }
}
