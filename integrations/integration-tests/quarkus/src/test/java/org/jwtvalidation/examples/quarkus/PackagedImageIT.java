// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quarkus;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.examples.image.Image;

@EnabledOnOs(value = OS.LINUX, disabledReason = "no Linux, for which the image is")
@Timeout(300)
class PackagedImageIT {

  @TempDir private Path folder;

  @Test
  void loadsTheValidatorFromItsCache() throws Exception {
    assumeThat(System.getProperty("native.image.path", ""))
        .as("the service is a native image here, which has no jars: run without -Pnative")
        .isEmpty();
    Image.build("quarkus", folder, Map.of("QUARKUS_HTTP_PORT", "0"))
        .runUntilValidatorIsLoadedFromCache();
  }
}
