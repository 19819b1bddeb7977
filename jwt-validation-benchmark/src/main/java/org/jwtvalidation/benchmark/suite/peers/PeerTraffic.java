// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.workload.AccessPattern;
import org.jwtvalidation.benchmark.workload.TokenFault;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;

/** The tokens of one issuer, because most of the libraries trust only one. Thread-safe. */
final class PeerTraffic {

  static final int TOKENS = 30;

  /** A pool of faulty tokens has a tenth as many. */
  private static final int POOL = 10 * TOKENS;

  private final Workload workload;
  private final TestKey otherKey;
  private final SignatureAlgorithm algorithm;
  private final List<byte[]> good;
  private List<byte[]> sent;

  PeerTraffic(SignatureAlgorithm algorithm) {
    this(algorithm, Workload.builder().tokens(TOKENS));
  }

  private PeerTraffic(SignatureAlgorithm algorithm, Workload.Builder options) {
    workload = options.issuers(1).algorithm(algorithm).build();
    otherKey = issuer().unpublishedKey(algorithm);
    issuer().publish(otherKey);
    this.algorithm = algorithm;
    good = octets(IntStream.range(0, TOKENS).mapToObj(workload::token));
    sent = good;
  }

  /** Tokens of this length, apart from signature, header and the usual claims. */
  static PeerTraffic ofLength(SignatureAlgorithm algorithm, int data) {
    return new PeerTraffic(algorithm, Workload.builder().tokens(TOKENS).dataLength(data, data));
  }

  /** Tokens that are all invalid. */
  static PeerTraffic ofFault(SignatureAlgorithm algorithm, TokenFault fault) {
    PeerTraffic traffic = new PeerTraffic(algorithm, Workload.builder().tokens(POOL));
    TokenStream faulty = traffic.workload.stream(AccessPattern.UNIFORM, 100, List.of(fault));
    traffic.sent = octets(Stream.generate(faulty::next).limit(TOKENS));
    return traffic;
  }

  /** Tokens that are signed by so many keys in turns; no other key is published. */
  static PeerTraffic ofKeys(SignatureAlgorithm algorithm, int keys) {
    PeerTraffic traffic = new PeerTraffic(algorithm);
    traffic.issuer().withdraw(traffic.otherKey);
    List<TestKey> signers = new ArrayList<>(List.of(traffic.issuer().key(algorithm)));
    // Creating a hundred RSA keys takes a while.
    IntStream.range(1, keys)
        .parallel()
        .mapToObj(number -> TestKey.generate(algorithm, "key-" + number))
        .forEachOrdered(signers::add);
    signers.stream().skip(1).forEach(traffic.issuer()::publish);
    traffic.sent =
        octets(
            IntStream.range(0, Math.max(TOKENS, 6 * keys))
                .parallel()
                .mapToObj(number ->
                    traffic
                        .issuer()
                        .token()
                        .signedBy(signers.get(number % keys))
                        .subject("user-" + number)
                        .claim("data", "x".repeat(150))
                        .expiresIn(Duration.ofHours(12))
                        .compact()));
    return traffic;
  }

  private static List<byte[]> octets(Stream<String> tokens) {
    return tokens.map(token -> token.getBytes(ISO_8859_1)).toList();
  }

  TestIssuer issuer() {
    return workload.issuers().get(0);
  }

  /** The key that has signed the valid tokens. */
  VerificationKey signingKey() {
    return issuer().key(algorithm).verificationKey();
  }

  /** Published beside the signing key, so that libraries must choose a key. */
  TestKey otherKey() {
    return otherKey;
  }

  /** The keys that are published by now. */
  Trust trust() {
    return Trust.in(issuer(), algorithm);
  }

  /** Returns the valid token of {@code user-} and the number as a new string. */
  String token(int number) {
    return new String(good.get(number), ISO_8859_1);
  }

  /** Returns a random token as a new string. */
  String nextToken() {
    return new String(sent.get(ThreadLocalRandom.current().nextInt(sent.size())), ISO_8859_1);
  }
}
