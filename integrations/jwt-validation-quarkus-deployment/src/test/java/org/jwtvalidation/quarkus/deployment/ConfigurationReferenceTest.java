// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@Tag("jdk-independent")
@EnabledIfSystemProperty(
    named = "version.of.quarkus",
    matches = "3\\.33\\..*",
    disabledReason =
        "Quarkus is not 3.33, and others describe options in other words: run without -Dquarkus.version")
class ConfigurationReferenceTest {

  private final Path project = Path.of(System.getProperty("project.folder"));
  private final Path page = project.resolve("doc/quarkus-configuration.adoc");

  @Test
  void isThatOfTheCode() throws Exception {
    String expected =
        new ConfigurationReference(
                project.resolve("integrations/jwt-validation-quarkus/target/classes"))
            .page();
    if (Boolean.getBoolean("configuration.reference.update")) {
      Files.writeString(page, expected);
    }
    assertThat(page)
        .as("update it by -Dtest=ConfigurationReferenceTest -Dconfiguration.reference.update=true")
        .content()
        .isEqualTo(expected);
  }
}
