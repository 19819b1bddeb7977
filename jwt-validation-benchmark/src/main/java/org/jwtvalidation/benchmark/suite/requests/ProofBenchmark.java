// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.requests;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.InMemoryReplayStore;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * What does a DPoP proof by ES256 cost? {@link #tokenAndProof} is a whole request with a cached
 * token, {@link #knownKey} and {@link #newKey} are all checks of the proof in it, and {@link
 * #bareJdk} is its signature alone by the JDK. {@link #springSecurity} checks all of the proof and
 * nothing of the token.
 *
 * <p>A proof is used once: a batch of them is made before each measured loop. Its time is not
 * measured; the allocated octets include it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 250, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class ProofBenchmark {

  static final int BATCH = 200;

  private static final String METHOD = "GET";
  private static final String DPOP = "DPoP";
  private static final URI BASE = URI.create("https://orders.example");
  private static final URI TARGET = BASE.resolve("/orders");
  private static final AccessRule RULE = AccessRule.scope("orders:read");
  private static final int PROOFS_BEFORE_A_TABLE = 16;
  private static final Duration TIME_FOR_A_TABLE = Duration.ofMinutes(5);
  private static final int MORE_THAN_EVER_USED = 10_000_000;

  /** A request as a server has parsed it. */
  private static BearerRequest request(String token, String proof) {
    List<String> authorization = List.of("DPoP " + token);
    List<String> proofs = List.of(proof);
    return BearerRequest.of(
        METHOD, TARGET.getRawPath(), name -> name.equals(DPOP) ? proofs : authorization);
  }

  private static String proof(BearerRequest request) {
    return request.headerValues(DPOP).get(0);
  }

  /** A client that has proved its key often enough for a table, and what verifies its proofs. */
  @State(Scope.Thread)
  public static class KnownClient {

    private final DpopClient client = DpopClient.create();
    private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    private final String token =
        issuer
            .token()
            .boundTo(client)
            .scope("orders:read")
            .expiresIn(Duration.ofHours(12))
            .compact();
    private final ProofOfPossession possession = possession();
    private final TokenValidator validator = issuer.validator().build();
    private final AccessToken validated =
        validator.tryValidate(token, possession.methods()).orElseThrow();
    private final BearerAuthenticator bearer =
        BearerAuthenticator.builder(validator).proofOfPossession(possession).build();
    private final SignatureVerifier jdk =
        SignaturePolicy.provider("SunEC").verifier(client.key().verificationKey());
    private final SpringSecurityProofs spring =
        new SpringSecurityProofs(token, client.thumbprint());
    private List<BearerRequest> requests = List.of();
    private List<SignedToken> proofs = List.of();

    /** Sends requests until the token is cached and the key has a table. */
    @Setup
    public void prepare() throws InterruptedException {
      for (int i = 0; i < PROOFS_BEFORE_A_TABLE; i++) {
        BearerRequest request = request(token, newProof());
        if (!(bearer.authenticate(request, RULE) instanceof BearerAnswer.Authenticated)) {
          throw new IllegalStateException("the request is refused");
        }
      }
      long deadline = System.nanoTime() + TIME_FOR_A_TABLE.toNanos();
      while (possession.keyTables().count() == 0) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("no table: " + possession.keyTables());
        }
        Thread.sleep(10);
      }
    }

    private String newProof() {
      return client.proof(METHOD, TARGET).accessToken(token).compact();
    }

    /** Makes the next batch. */
    @Setup(Level.Invocation)
    public void prove() {
      requests = IntStream.range(0, BATCH).mapToObj(i -> request(token, newProof())).toList();
      proofs = requests.stream().map(request -> SignedToken.of(proof(request))).toList();
    }
  }

  /** Clients that have never proved anything before. */
  @State(Scope.Thread)
  public static class NewClients {

    private record FirstProof(AccessToken token, String text, BearerRequest request) {}

    private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    private final TokenValidator validator = issuer.validator().build();
    private final ProofOfPossession possession = possession();
    private List<FirstProof> proofs = List.of();

    /** Makes the next batch. */
    @Setup(Level.Invocation)
    public void prove() {
      proofs = IntStream.range(0, BATCH).mapToObj(i -> firstProof(DpopClient.create())).toList();
    }

    private FirstProof firstProof(DpopClient client) {
      String text = issuer.token().boundTo(client).compact();
      AccessToken token = validator.tryValidate(text, possession.methods()).orElseThrow();
      String proof = client.proof(METHOD, TARGET).accessToken(text).compact();
      return new FirstProof(token, text, request(text, proof));
    }
  }

  private static ProofOfPossession possession() {
    return ProofOfPossession.builder()
        .dpop(BASE)
        .replayStore(
            InMemoryReplayStore.builder()
                .maxProofs(MORE_THAN_EVER_USED)
                .maxProofsPerClient(MORE_THAN_EVER_USED)
                .build())
        .required()
        .build();
  }

  /** Validates the cached token, and checks everything about the proof. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<BearerAnswer> tokenAndProof(KnownClient client) {
    return client.requests.stream()
        .map(request -> client.bearer.authenticate(request, RULE))
        .toList();
  }

  /** Checks everything about the proof, whose key has a table, and nothing of the token. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<ProofAnswer> knownKey(KnownClient client) {
    return client.requests.stream()
        .map(request ->
            client.possession.check(client.validated, client.token, true, request).join())
        .toList();
  }

  /** Checks the first proof of a client, whose key has to be checked and has no table. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<ProofAnswer> newKey(NewClients clients) {
    return clients.proofs.stream()
        .map(proof ->
            clients.possession.check(proof.token(), proof.text(), true, proof.request()).join())
        .toList();
  }

  /** Verifies the signature by the JDK: no JSON, no claims, a key that is always the same. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Boolean> bareJdk(KnownClient client) {
    return client.proofs.stream()
        .map(proof ->
            client.jdk.verify(proof.octets(), proof.signingInputLength(), proof.signature()))
        .toList();
  }

  /** Checks everything about the proof by Spring Security. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Jwt> springSecurity(KnownClient client) {
    return client.requests.stream()
        .map(request -> client.spring.verify(proof(request), METHOD, TARGET))
        .toList();
  }
}
