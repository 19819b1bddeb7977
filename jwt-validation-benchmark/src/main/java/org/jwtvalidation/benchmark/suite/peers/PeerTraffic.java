package org.jwtvalidation.benchmark.suite.peers;

import java.util.concurrent.ThreadLocalRandom;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.Workload;

/** The tokens of one issuer, because most of the libraries trust only one. Thread-safe. */
final class PeerTraffic {

  static final int TOKENS = 30;

  private final Workload workload;
  private final TestKey otherKey;
  private final Trust trust;

  PeerTraffic(SignatureAlgorithm algorithm) {
    workload = Workload.builder().issuers(1).tokens(TOKENS).algorithm(algorithm).build();
    otherKey = issuer().unpublishedKey(algorithm);
    issuer().publish(otherKey);
    trust = Trust.in(issuer(), algorithm);
  }

  TestIssuer issuer() {
    return workload.issuers().get(0);
  }

  /** Published beside the signing key, so that libraries must choose a key. */
  TestKey otherKey() {
    return otherKey;
  }

  Trust trust() {
    return trust;
  }

  /** Returns the token of {@code user-} and the number as a new string. */
  String token(int number) {
    return workload.token(number);
  }

  /** Returns a random token as a new string. */
  String nextToken() {
    return token(ThreadLocalRandom.current().nextInt(TOKENS));
  }
}
