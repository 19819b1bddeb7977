// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Refused;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * A service behind a proxy, two nodes of which answer each request: one blocks, and the other does
 * not. Their clock is set by the test. What a test departs from in a single detail.
 */
public final class ProofScene {

  public static final URI PUBLIC_BASE = URI.create("https://api.example");
  public static final URI ORDERS = URI.create("https://api.example/orders");

  public final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  public final TokenValidator validator = issuer.validator().build();
  public final DpopClient client = DpopClient.create();
  public final List<ProofResult> results = new ArrayList<>();
  public final List<RequestOutcome> outcomes = new ArrayList<>();

  public Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  public final InstantSource clock = () -> now;

  private final BearerAuthenticator blocking;
  private final BearerAuthenticator async;

  /** A service that accepts proofs by the usual algorithms of clients. */
  public ProofScene() {
    this(options -> options.algorithms(SignatureAlgorithm.ES256, SignatureAlgorithm.ED25519));
  }

  public ProofScene(UnaryOperator<ProofOfPossession.Builder> options) {
    blocking = node(options.apply(builder()).build());
    async = node(options.apply(builder()).build());
  }

  private ProofOfPossession.Builder builder() {
    return ProofOfPossession.builder().dpop(PUBLIC_BASE).clock(clock);
  }

  private BearerAuthenticator node(ProofOfPossession possession) {
    return BearerAuthenticator.builder(validator)
        .realm("orders")
        .proofOfPossession(possession)
        .monitor(this::notes)
        .build();
  }

  private HttpMonitor.Recording notes() {
    return report -> {
      ProofResult proof = report.proof();
      if (proof != null) {
        results.add(proof);
      }
      outcomes.add(Objects.requireNonNull(report.outcome()));
    };
  }

  /** A request with a token that is bound to the client, and its proof: accepted as it is. */
  public Attempt attempt() {
    return new Attempt(this);
  }

  /** The answer of both nodes, which agree. */
  public BearerAnswer answer(Attempt attempt) {
    BearerAnswer answer = blocking.authenticate(attempt);
    assertThat(async.authenticateAsync(attempt).join()).isEqualTo(answer);
    return answer;
  }

  public Authenticated accepted(Attempt attempt) {
    BearerAnswer answer = answer(attempt);
    assertThat(answer).isInstanceOf(Authenticated.class);
    return (Authenticated) answer;
  }

  /** A refusal with this result of the proof, on both nodes. */
  public Refused refused(Attempt attempt, ProofResult result) {
    results.clear();
    BearerAnswer answer = answer(attempt);
    assertThat(answer).isInstanceOf(Refused.class);
    assertThat(results).containsExactly(result, result);
    return (Refused) answer;
  }
}
