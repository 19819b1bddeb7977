// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that all untrusted input is fuzzed, and that every harness has a corpus to replay. */
@Tag("jdk-independent")
class FuzzCorpusTest {

  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final long MAX_OCTETS = 100 * 1024;

  @Test
  void fuzzesWhateverStrangersSend() {
    assertThat(FuzzingProgress.harnesses())
        .contains(
            "org.jwtvalidation.ClaimsFuzzTest",
            "org.jwtvalidation.JoseHeaderFuzzTest",
            "org.jwtvalidation.TokenValidatorFuzzTest",
            "org.jwtvalidation.internal.codec.Base64UrlFuzzTest",
            "org.jwtvalidation.internal.codec.JsonElementsFuzzTest",
            "org.jwtvalidation.internal.codec.StrictJsonFuzzTest",
            "org.jwtvalidation.jwk.JwkFuzzTest",
            "org.jwtvalidation.jwk.JwkSetFuzzTest",
            "org.jwtvalidation.keysource.KeyRotationFuzzTest");
  }

  @Test
  void replaysASmallCorpusInEveryHarness() throws ReflectiveOperationException, IOException {
    long octets = 0;
    for (String name : FuzzingProgress.harnesses()) {
      List<Path> corpus = corpus(Class.forName(name));
      assertThat(corpus).as("corpus of %s", name).isNotEmpty();
      for (Path input : corpus) {
        octets += Files.size(input);
      }
    }
    assertThat(octets).isLessThan(MAX_OCTETS);
  }

  /** The inputs of the one method that a harness has: the engine fuzzes no second one. */
  private static List<Path> corpus(Class<?> harness) throws IOException {
    List<Method> fuzzed =
        Arrays.stream(harness.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(FuzzTest.class))
            .toList();
    assertThat(fuzzed).hasSize(1);
    Path folder =
        RESOURCES
            .resolve(harness.getPackageName().replace('.', '/'))
            .resolve(harness.getSimpleName() + "Inputs")
            .resolve(fuzzed.get(0).getName());
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
