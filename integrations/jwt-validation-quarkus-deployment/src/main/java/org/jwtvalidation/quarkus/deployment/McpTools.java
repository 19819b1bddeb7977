// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.AnnotationsTransformerBuildItem;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTransformation;
import org.jboss.jandex.DotName;
import org.jwtvalidation.quarkus.runtime.AnswersRefusals;
import org.jwtvalidation.quarkus.runtime.RefusalsOfTools;

/** Binds what answers refusals to the tools, prompts and resources of the extension for MCP. */
@BuildSteps(onlyIf = ExtensionEnabled.class)
final class McpTools {

  private static final String PACKAGE = "io.quarkiverse.mcp.server.";

  private static final List<DotName> ANNOTATIONS =
      Stream.of(
              "Tool",
              "Prompt",
              "Resource",
              "ResourceTemplate",
              "CompletePrompt",
              "CompleteResourceTemplate")
          .map(name -> DotName.createSimple(PACKAGE + name))
          .toList();

  @BuildStep
  void bind(
      BuildProducer<AdditionalBeanBuildItem> beans,
      BuildProducer<AnnotationsTransformerBuildItem> transformers) {
    if (QuarkusClassLoader.isClassPresentAtRuntime(PACKAGE + "Tool")) {
      beans.produce(
          AdditionalBeanBuildItem.builder()
              .addBeanClasses(AnswersRefusals.class, RefusalsOfTools.class)
              .build());
      transformers.produce(
          new AnnotationsTransformerBuildItem(
              AnnotationTransformation.forMethods()
                  .whenAnyMatch(ANNOTATIONS)
                  .transform(method ->
                      method.add(AnnotationInstance.builder(AnswersRefusals.class).build()))));
    }
  }
}
