// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.PipelineSteps;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationStep;
import org.openjdk.jmh.annotations.Benchmark;

/** Checks what the benchmarks of the suite measure. */
@Tag("system")
class ComponentsSuiteTest {

  private static final StepBenchmark BENCHMARK = new StepBenchmark();

  @BeforeAll
  static void prepare() throws Exception {
    BENCHMARK.prepare();
  }

  @Test
  void runsEachStepAsInAWholeValidation() throws Exception {
    assertThat(BENCHMARK.tokenFormatCheck()).startsWith("eyJ");
    assertThat(BENCHMARK.tokenParsing()).hasFieldOrProperty("signature");
    assertThat(BENCHMARK.issuerConfigResolution().toString()).contains("https://issuer-");
    assertThat(BENCHMARK.headerValidation()).hasFieldOrPropertyWithValue("keyId", "RS256-1");
    assertThat(BENCHMARK.claimsValidation().toString()).contains(TestIssuer.AUDIENCE, "user-");
    assertThat(BENCHMARK.keyResolution().toString()).contains("RS256");
    assertThat(BENCHMARK.signatureValidation()).hasFieldOrProperty("key");
    assertThat(BENCHMARK.tokenBuilding().subject()).startsWith("user-");
  }

  @Test
  void looksUpAndStoresInACacheOfOne() {
    int cached = 0;
    for (int i = 0; i < 600; i++) {
      BENCHMARK.cacheStore();
      cached += BENCHMARK.cacheLookup() ? 1 : 0;
    }
    assertThat(cached).isLessThan(20);
  }

  @Test
  void verifiesInWholeAndFindsTokensInCached() {
    Set<Integer> instances = new TreeSet<>();
    for (int i = 0; i < 3000; i++) {
      instances.add(System.identityHashCode(BENCHMARK.cached()));
    }
    assertThat(instances).hasSizeLessThanOrEqualTo(600);

    AccessToken whole = BENCHMARK.whole();
    assertThat(whole.subject()).startsWith("user-");
    instances.clear();
    for (int i = 0; i < 1000; i++) {
      instances.add(System.identityHashCode(BENCHMARK.whole()));
    }
    assertThat(instances).hasSizeGreaterThan(900);
  }

  @Test
  void runsNoStepForATokenThatIsInvalid() throws Exception {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    String token = issuer.token().algorithm(SignatureAlgorithm.ES256).audience("a").compact();
    IssuerConfig config =
        issuer.config().audience("a").keySource(KeySource.of(issuer.jwkSet())).build();
    PipelineSteps steps = new PipelineSteps(List.of(config), 1);

    assertThat(steps.validation(token).build().audience()).containsExactly("a");
    assertThatThrownBy(() -> steps.validation(Tampering.flipSignatureBit(token)))
        .isInstanceOf(NullPointerException.class);
  }

  /** Issuer extraction is part of the resolution, and mapping of the building. */
  @Test
  void hasARowForEveryStep() {
    Set<String> rows =
        Arrays.stream(StepBenchmark.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Benchmark.class))
            .map(method ->
                method.getName().replaceAll("([A-Z])", "_$1").toUpperCase(java.util.Locale.ROOT))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> steps =
        Arrays.stream(ValidationStep.values())
            .map(Enum::name)
            .collect(Collectors.toCollection(TreeSet::new));
    steps.removeAll(Set.of("ISSUER_EXTRACTION", "CUSTOM_CHECKS", "COMPLETE_VALIDATION"));
    steps.addAll(Set.of("WHOLE", "CACHED"));

    assertThat(rows).isEqualTo(steps);
  }
}
