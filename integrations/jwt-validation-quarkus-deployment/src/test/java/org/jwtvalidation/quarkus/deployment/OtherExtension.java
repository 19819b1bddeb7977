// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.builder.BuildChainBuilder;
import io.quarkus.deployment.builditem.CapabilityBuildItem;
import java.util.function.Consumer;

/** Another extension, as far as the build sees it. */
record OtherExtension(String capability) implements Consumer<BuildChainBuilder> {

  @Override
  public void accept(BuildChainBuilder builder) {
    builder
        .addBuildStep(
            context -> context.produce(new CapabilityBuildItem(capability, "another extension")))
        .produces(CapabilityBuildItem.class)
        .build();
  }
}
