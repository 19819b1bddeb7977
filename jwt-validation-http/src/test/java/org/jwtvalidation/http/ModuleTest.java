// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.File;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.TokenValidator;

class ModuleTest {

  private static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void isRequiredByModulesWithoutTheServletApi(@TempDir Path folder) throws Exception {
    Path module =
        Files.writeString(
            folder.resolve("module-info.java"),
            "module orders { requires org.jwtvalidation.http; }");
    Path type =
        Files.writeString(
            folder.resolve("Orders.java"),
            "class Orders { org.jwtvalidation.http.AccessRule rule; }");
    String modulePath =
        Stream.of(BearerAuthenticator.class, TokenValidator.class, Caffeine.class, Nullable.class)
            .map(ModuleTest::origin)
            .collect(Collectors.joining(File.pathSeparator));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("--module-path", modulePath, "-d", folder.resolve("classes").toString());
      boolean compiled =
          compiler
              .getTask(output, files, null, options, null, files.getJavaFileObjects(module, type))
              .call();
      assertThat(compiled).as(output.toString()).isTrue();
    }
  }
}
