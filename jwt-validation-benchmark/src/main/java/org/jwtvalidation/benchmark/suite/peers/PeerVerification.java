// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import java.util.concurrent.TimeUnit;
import org.jwtvalidation.benchmark.suite.Arithmetic;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.providers.CryptoProvider;
import org.jwtvalidation.benchmark.workload.TokenFault;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Validation by one library. Subclasses list the libraries that support an algorithm. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 4)
@Measurement(iterations = 250, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public abstract class PeerVerification {

  private static final String VALID = "VALID";
  private static final String USUAL = "usual";
  private static final String NONE = "none";
  private static final int TOKENS_OF_OTHER = 20_000;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  /** The provider that comes first in the JVM, which libraries use unless they bring their own. */
  @Param("JDK")
  public CryptoProvider provider = CryptoProvider.JDK;

  /** What is sent: {@code VALID} tokens, or those with a {@link TokenFault}. */
  @Param(VALID)
  public String sent = VALID;

  /** The number of keys that sign in turns, at most 100; one for tokens with a fault. */
  @Param("1")
  public int keys = 1;

  /** The length of the claim {@code data} in characters; 50 to 250 if it is {@code usual}. */
  @Param(USUAL)
  public String dataLength = USUAL;

  /**
   * Another algorithm whose tokens the same library has validated before in this JVM, as in a
   * service with several issuers: what its methods share is compiled for both; none by default.
   */
  @Param(NONE)
  public String also = NONE;

  private PeerTraffic traffic;
  private Peer library;
  private boolean isValid = true;

  /** Visible to subclasses in this package only. */
  PeerVerification() {}

  abstract String peer();

  abstract SignatureAlgorithm algorithm();

  /** Mints the tokens and sets up the library. */
  @Setup
  public void prepare() throws Exception {
    // Before the keys are made, because providers prefer their own.
    provider.putFirst(algorithm());
    prepare(tokens());
  }

  private PeerTraffic tokens() {
    int asked =
        (sent.equals(VALID) ? 0 : 1) + (keys == 1 ? 0 : 1) + (dataLength.equals(USUAL) ? 0 : 1);
    if (asked > 1) {
      throw new IllegalArgumentException(
          "sent: %s, keys: %d, dataLength: %s; change one of them only"
              .formatted(sent, keys, dataLength));
    }
    if (keys != 1) {
      if (keys < 1 || keys > 100 || peer().startsWith("BARE_")) {
        throw new IllegalArgumentException(
            "keys: " + keys + "; choose 1 to 100, and only 1 for the bare signatures");
      }
      return PeerTraffic.ofKeys(algorithm(), keys);
    }
    if (!sent.equals(VALID)) {
      return PeerTraffic.ofFault(algorithm(), TokenFault.valueOf(sent));
    }
    return dataLength.equals(USUAL)
        ? new PeerTraffic(algorithm())
        : PeerTraffic.ofLength(algorithm(), Integer.parseInt(dataLength));
  }

  final void prepare(PeerTraffic tokens) throws Exception {
    traffic = tokens;
    isValid = sent.equals(VALID);
    library = Peer.named(peer(), tokens.trust());
    library.measuredValidator().ifPresent(OwnResults::describe);
    if (!isValid || keys > 1) {
      useGoodTokens();
    }
    if (!also.equals(NONE)) {
      useOtherAlgorithm(new PeerTraffic(SignatureAlgorithm.valueOf(also)));
    }
  }

  private void useOtherAlgorithm(PeerTraffic other) throws Exception {
    Peer again = Peer.named(peer(), other.trust());
    for (int i = 0; i < TOKENS_OF_OTHER; i++) {
      again.verify(other.nextToken());
      library.verify(traffic.token(i % PeerTraffic.TOKENS));
    }
  }

  /**
   * Until the arithmetic is chosen, which bad tokens alone do not bring about, and which takes
   * longer than the warm-up if there are many keys.
   */
  private void useGoodTokens() throws Exception {
    long begin = System.nanoTime();
    for (int number = 0; number < PeerTraffic.TOKENS || !isArithmeticChosen(); number++) {
      library.verify(isValid ? traffic.nextToken() : traffic.token(number % PeerTraffic.TOKENS));
      if (System.nanoTime() - begin > PATIENCE) {
        return;
      }
    }
  }

  /** Whether this library, if it is the row's, has chosen its arithmetic. */
  final boolean isArithmeticChosen() {
    return library.measuredValidator().stream()
        .allMatch(validator -> Arithmetic.isChosen(validator, algorithm(), keys));
  }

  /** Validates the next token, and catches the exception that it causes. */
  @Benchmark
  public Object verify() throws Exception {
    return isValid ? library.verify(traffic.nextToken()) : refusal(traffic.nextToken());
  }

  private Exception refusal(String token) {
    try {
      library.verify(token);
    } catch (Exception e) {
      return e;
    }
    throw new IllegalStateException(peer() + " accepts a token that is " + sent);
  }
}
