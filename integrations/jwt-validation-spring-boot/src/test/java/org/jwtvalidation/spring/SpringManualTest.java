// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the manual with the properties. */
@Tag("jdk-independent")
class SpringManualTest {

  private static String read(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void namesEveryProperty() throws ClassNotFoundException {
    String manual = read("../../doc/configuration.adoc");
    String properties = "org.jwtvalidation.spring.autoconfigure.";
    for (String type :
        List.of(
            "JwtValidationProperties",
            "IssuerProperties",
            "KeysProperties",
            "ResourceProperties",
            "PopProperties",
            "PopProperties$Dpop")) {
      Stream.of(Class.forName(properties + type).getRecordComponents())
          .map(RecordComponent::getName)
          .map(name -> name.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT))
          .filter(name ->
              !List.of("issuers", "limits", "roles", "keys", "resource", "pop", "dpop")
                  .contains(name))
          .forEach(name -> assertThat(manual).containsPattern("[`.]" + name + "[`.]"));
    }
  }
}
