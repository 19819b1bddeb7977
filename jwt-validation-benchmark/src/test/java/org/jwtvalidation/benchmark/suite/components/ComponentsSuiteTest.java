package org.jwtvalidation.benchmark.suite.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.PipelineSteps;
import org.jwtvalidation.TokenRejectedException;
import org.jwtvalidation.ValidationStep;
import org.jwtvalidation.VerifiedDpopProof;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.openjdk.jmh.annotations.Benchmark;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtException;

/** Checks what the benchmarks of the suite measure. */
@Tag("jdk-independent")
class ComponentsSuiteTest {

  private static final StepBenchmark BENCHMARK = new StepBenchmark();

  @BeforeAll
  static void prepare() {
    BENCHMARK.prepare();
  }

  @Test
  void runsEachStepAsInAWholeValidation() {
    assertThat(BENCHMARK.tokenFormatCheck()).startsWith("eyJ");
    assertThat(BENCHMARK.tokenParsing()).hasFieldOrProperty("signature");
    assertThat(BENCHMARK.issuerConfigResolution().toString()).contains("https://issuer-");
    assertThat(BENCHMARK.headerValidation()).hasFieldOrPropertyWithValue("keyId", "RS256-1");
    assertThat(BENCHMARK.claimsValidation().toString()).contains(TestIssuer.AUDIENCE, "user-");
    assertThat(BENCHMARK.keyResolution().toString()).contains("RS256");
    assertThat(BENCHMARK.signatureValidation()).hasFieldOrProperty("verifier");
    assertThat(BENCHMARK.tokenBuilding().subject()).startsWith("user-");
  }

  @Test
  void answersRequestsWithTheTokenOfTheValidation() {
    RequestBenchmark requests = new RequestBenchmark();
    requests.prepare();
    for (int i = 0; i < 20; i++) {
      assertThat(requests.validation().hasScope("orders:read")).isTrue();
      assertThat(requests.request()).isInstanceOf(BearerAnswer.Authenticated.class);
      assertThat(requests.monitored()).isInstanceOf(BearerAnswer.Authenticated.class);
    }
  }

  @Test
  void checksProofsOfAKnownClientOnce() throws InterruptedException {
    ProofBenchmark benchmark = new ProofBenchmark();
    ProofBenchmark.KnownClient client = new ProofBenchmark.KnownClient();
    client.prepare();
    client.prove();

    assertThat(benchmark.bareJdk(client)).hasSize(ProofBenchmark.BATCH).containsOnly(true);
    List<VerifiedDpopProof> verified = benchmark.knownKey(client);
    assertThat(verified)
        .allSatisfy(proof -> assertThat(proof.algorithm()).isEqualTo(SignatureAlgorithm.ES256));
    assertThat(verified.stream().map(VerifiedDpopProof::jti).distinct())
        .hasSize(ProofBenchmark.BATCH);
    assertThat(benchmark.springSecurity(client).stream().map(Jwt::getId))
        .containsExactlyElementsOf(verified.stream().map(VerifiedDpopProof::jti).toList());
    assertThat(benchmark.tokenAndProof(client))
        .hasSize(ProofBenchmark.BATCH)
        .hasOnlyElementsOfType(BearerAnswer.Authenticated.class);

    assertThat(benchmark.tokenAndProof(client))
        .hasOnlyElementsOfType(BearerAnswer.Challenged.class);
    assertThatThrownBy(() -> benchmark.springSecurity(client)).isInstanceOf(JwtException.class);
    client.prove();
    assertThat(benchmark.tokenAndProof(client))
        .hasOnlyElementsOfType(BearerAnswer.Authenticated.class);
  }

  @Test
  void verifiesFirstProofsOfNewClients() {
    ProofBenchmark benchmark = new ProofBenchmark();
    ProofBenchmark.NewClients clients = new ProofBenchmark.NewClients();
    clients.prove();

    assertThat(benchmark.newKey(clients).stream().map(VerifiedDpopProof::keyThumbprint).distinct())
        .hasSize(ProofBenchmark.BATCH);
  }

  @Test
  void checksProofsOfItsClientAloneBySpringSecurity() {
    URI target = URI.create("https://orders.example/orders");
    DpopClient client = DpopClient.create();
    SpringSecurityProofs proofs = new SpringSecurityProofs("token", client.thumbprint());
    String good = client.proof("GET", target).accessToken("token").compact();
    String ofThief = DpopClient.create().proof("GET", target).accessToken("token").compact();
    String forOther = client.proof("GET", target).accessToken("other").compact();

    assertThat(proofs.verify(good, "GET", target).getId()).isNotEmpty();
    for (String refused : List.of(good, ofThief, forOther, Tampering.flipSignatureBit(good))) {
      assertThatThrownBy(() -> proofs.verify(refused, "GET", target))
          .isInstanceOf(JwtException.class);
    }
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
  void rejectsWhatAValidatorRejects() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    String token = issuer.token().algorithm(SignatureAlgorithm.ES256).audience("a").compact();
    IssuerConfig config =
        issuer.config().audience("a").keySource(KeySource.of(issuer.jwkSet())).build();
    PipelineSteps steps = new PipelineSteps(List.of(config), 1);

    assertThat(steps.validation(token).build().audience()).containsExactly("a");
    assertThatThrownBy(() -> steps.validation(Tampering.flipSignatureBit(token)))
        .isInstanceOf(TokenRejectedException.class);
  }

  /** Issuer extraction is part of the resolution; without custom checks, that step does not run. */
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
