// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.Tampering;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtException;

/** Checks what the benchmarks of the suite measure. */
@Tag("system")
class RequestsSuiteTest {

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
    assertThat(benchmark.knownKey(client))
        .hasSize(ProofBenchmark.BATCH)
        .allMatch(ProofAnswer::isAccepted);
    assertThat(benchmark.knownKey(client))
        .allSatisfy(answer -> assertThat(answer.result()).isEqualTo(ProofResult.REPLAYED));
    assertThat(benchmark.springSecurity(client).stream().map(Jwt::getId).distinct())
        .hasSize(ProofBenchmark.BATCH);
    assertThatThrownBy(() -> benchmark.springSecurity(client)).isInstanceOf(JwtException.class);
    client.prove();
    assertThat(benchmark.tokenAndProof(client))
        .hasSize(ProofBenchmark.BATCH)
        .hasOnlyElementsOfType(BearerAnswer.Authenticated.class);

    assertThat(benchmark.tokenAndProof(client))
        .hasOnlyElementsOfType(BearerAnswer.Challenged.class);
    client.prove();
    assertThat(benchmark.tokenAndProof(client))
        .hasOnlyElementsOfType(BearerAnswer.Authenticated.class);
  }

  @Test
  void verifiesFirstProofsOfNewClients() {
    ProofBenchmark benchmark = new ProofBenchmark();
    ProofBenchmark.NewClients clients = new ProofBenchmark.NewClients();
    clients.prove();

    assertThat(benchmark.newKey(clients))
        .hasSize(ProofBenchmark.BATCH)
        .allMatch(ProofAnswer::isAccepted);
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
}
