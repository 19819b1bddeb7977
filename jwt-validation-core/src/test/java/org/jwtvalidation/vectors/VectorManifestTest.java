// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.internal.codec.Vectors;
import org.jwtvalidation.jwk.SignaturePolicy;

/** Every case of every file of the published vectors has the answer that the manifest states. */
@Tag("jdk-independent")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class VectorManifestTest {

  private static final Map<String, Map<String, String>> EXPECTED = VectorManifest.answers();

  private static final Pattern WITHOUT_CASES =
      Pattern.compile("(.*/)?(README|LICENSE|COPYING)(\\.md|\\.adoc)?");

  @Test
  void namesEveryFileAndNoOther() {
    List<String> files =
        Vectors.names("").stream()
            .filter(file -> !WITHOUT_CASES.matcher(file).matches())
            .map(file -> file.startsWith(JsonTexts.FOLDER + "/") ? JsonTexts.FOLDER : file)
            .distinct()
            .toList();
    assertThat(files).containsExactlyInAnyOrderElementsOf(EXPECTED.keySet());
  }

  @TestFactory
  Stream<DynamicTest> givesEveryCaseItsAnswer() {
    return EXPECTED.entrySet().stream()
        .map(expected ->
            DynamicTest.dynamicTest(
                expected.getKey(),
                () -> assertThat(answers(expected.getKey())).isEqualTo(expected.getValue())));
  }

  private static Map<String, String> answers(String file) {
    if (file.equals(JsonTexts.FOLDER)) {
      return JsonTexts.answers();
    }
    if (file.startsWith("rfc/")) {
      return JoseExample.answers(file);
    }
    return file.endsWith("json_web_signature_test.json")
        ? WycheproofFile.compactSerializations(file)
        : WycheproofFile.signatures(file, SignaturePolicy.fastest()::verifier);
  }
}
