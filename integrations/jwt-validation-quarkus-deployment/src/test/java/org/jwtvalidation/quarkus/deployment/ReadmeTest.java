// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jboss.shrinkwrap.api.asset.FileAsset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Compiles and runs the Quarkus program of the README. */
@Tag("jdk-independent")
class ReadmeTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      new QuarkusUnitTest()
          .withApplicationRoot(jar ->
              jar.addAsResource(new FileAsset(compiled().toFile()), "Orders.class")
                  .addClasses(Client.class, Await.class, Issuer.class)
                  .addAsServiceProvider(ConfigSource.class, Issuer.class));

  private static String block(String language) {
    try {
      Path readme = Path.of(System.getProperty("project.folder"), "README.adoc");
      Matcher block =
          Pattern.compile(
                  "\\[source\\.quarkus," + language + "]\\R----\\R(.*?)^----$",
                  Pattern.DOTALL | Pattern.MULTILINE)
              .matcher(Files.readString(readme));
      assertThat(block.find()).as(language).isTrue();
      return block.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path compiled() {
    try {
      Path folder = Files.createDirectories(Path.of("target/readme"));
      Path source = Files.writeString(folder.resolve("Orders.java"), block("java"));
      String classPath = System.getProperty("java.class.path");
      assertThat(
              ToolProvider.getSystemJavaCompiler()
                  .run(
                      null,
                      null,
                      null,
                      "-cp",
                      classPath,
                      "-d",
                      folder.toString(),
                      source.toString()))
          .isZero();
      return folder.resolve("Orders.class");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void serves() {
    String token = Issuer.ISSUER.token().subject("jo").compact();
    assertThat(Client.get("/orders", "Bearer " + token).body()).isEqualTo("orders of jo");
    assertThat(Client.get("/orders").statusCode()).isEqualTo(401);
    String expired = Issuer.ISSUER.token().expired().compact();
    assertThat(Client.get("/orders", "Bearer " + expired).statusCode()).isEqualTo(401);
  }

  @Test
  void needsTheTwoPropertiesThatTheTestsSet() {
    assertThat(block("properties").lines())
        .containsExactly(
            "jwt-validation.issuers.shop.url=https://issuer.example",
            "jwt-validation.issuers.shop.audience=orders-api");
  }
}
