// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;

class TokensTest {

  /** What another audience takes. */
  private static final Offset<Integer> NEARLY = Offset.offset(4);

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"HEALTH", "MISSING"})
  void areAllDifferentAndAsLongAsValidOnes(RequestKind kind) throws IOException {
    try (TestIssuer issuer = TestIssuer.builder().start()) {
      TestKey key = KeyKind.RS256.generate();
      issuer.publish(key);
      List<String> tokens = kind.of(new Tokens(issuer, key, 5));

      assertThat(tokens).hasSize(5).doesNotHaveDuplicates();
      assertThat(tokens).allSatisfy(token -> assertThat(token.length()).isCloseTo(977, NEARLY));
    }
  }
}
