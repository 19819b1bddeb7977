// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestRequest;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.testkit.TokenBuilder;

/**
 * An issuer on loopback whose keys come and go, and which knows at any moment which of its versions
 * a validator can have in force: the last one that a look for keys is known to have brought, and
 * any that was served since.
 */
final class RotatingIssuer implements AutoCloseable {

  static final String AUDIENCE = TestIssuer.AUDIENCE;

  /** As short as whole seconds allow, so that tokens grow old while they are in the pool. */
  static final Duration LEEWAY = Duration.ofSeconds(1);

  /** Not to be reached by a fetch on loopback, however busy the machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration BRIEFLY = Duration.ofSeconds(2);
  private static final int GOOD_TOKENS = 24;

  /**
   * What a validator can have in force: {@code settled}, and each version after it up to {@code
   * latest}.
   */
  record Sight(KeyVersion settled, KeyVersion latest) {}

  private final TestIssuer issuer = TestIssuer.start();
  private final SignatureAlgorithm algorithm;
  private final TestKey stranger;
  private final AtomicReference<Sight> sight;

  /** What was served for looks of which nothing is known yet. */
  private final Queue<KeyVersion> served = new ConcurrentLinkedQueue<>();

  private volatile KeyVersion published = KeyVersion.none();
  private volatile boolean withdrawsLate;
  private volatile ReferenceToken[] pool = {};
  private final AtomicLong failedRefreshes = new AtomicLong();
  private final AtomicLong rotations = new AtomicLong();

  private TestKey current;
  private @Nullable TestKey previous;
  private int minted;

  RotatingIssuer(SignatureAlgorithm algorithm) {
    this.algorithm = algorithm;
    this.stranger = issuer.unpublishedKey(algorithm);
    this.current = issuer.unpublishedKey(algorithm);
    this.sight = new AtomicReference<>(new Sight(published, published));
    publish(List.of(current), null);
    issuer.jwksResponder(this::serve);
  }

  /** An issuer that nobody can reach. */
  static RotatingIssuer unreachable(SignatureAlgorithm algorithm) {
    RotatingIssuer rotating = new RotatingIssuer(algorithm);
    rotating.issuer.disconnect();
    return rotating;
  }

  String name() {
    return issuer.issuer();
  }

  /** Trusts this issuer. */
  IssuerConfig.Builder config(Soak.Pace pace) {
    HttpKeySource keys =
        HttpKeySource.discovered(name())
            .refreshInterval(pace.refreshInterval())
            .unknownKeyCooldown(pace.cooldown())
            .connectTimeout(PATIENCE)
            .totalTimeout(PATIENCE)
            .allowLoopbackHttp()
            .build();
    return IssuerConfig.builder(name()).audience(AUDIENCE).leeway(LEEWAY).keySource(keys);
  }

  private TestResponse serve(TestRequest request) {
    KeyVersion version = published;
    // Before it is sent: from now on it may be in force.
    sight.updateAndGet(seen -> new Sight(seen.settled, version));
    served.add(version);
    return version.entityTag().equals(request.header("If-None-Match"))
        ? TestResponse.status(304).header("ETag", version.entityTag())
        : TestResponse.json(version.document()).header("ETag", version.entityTag());
  }

  /** A look for keys is over, and what it brought is in force. */
  void looked(KeyRefreshReport report) {
    if (report.outcome() == Outcome.FAILED) {
      failedRefreshes.incrementAndGet();
      return;
    }
    // Another look may already have been served: reports come later than what they tell of.
    KeyVersion settled = Objects.requireNonNull(served.poll(), "a version that was served");
    sight.updateAndGet(seen -> new Sight(settled, seen.latest));
  }

  Sight sight() {
    return sight.get();
  }

  long failedRefreshes() {
    return failedRefreshes.get();
  }

  /** How often keys were published or withdrawn. */
  long rotations() {
    return rotations.get();
  }

  /** The tokens of the moment, of which none is changed later. */
  ReferenceToken[] pool() {
    return pool;
  }

  /** Serves each key for one turn after its withdrawal. */
  void withdrawLate() {
    withdrawsLate = true;
  }

  /** Publishes one more key and signs with it, or withdraws the one before; in turn. */
  void rotate(Expectation expected) {
    // In both cases the tokens of a key outlive it by one turn.
    TestKey old = previous;
    if (old == null) {
      previous = current;
      current = issuer.unpublishedKey(algorithm);
      publish(List.of(previous, current), null);
    } else {
      previous = null;
      publish(List.of(current), old);
    }
    mint(old, expected);
    issuer.forgetRequests();
    rotations.incrementAndGet();
  }

  private void publish(List<TestKey> keys, @Nullable TestKey withdrawn) {
    List<TestKey> served = new ArrayList<>(keys);
    if (withdrawsLate && withdrawn != null) {
      served.add(withdrawn);
    }
    published = published.followedBy(keys, served);
  }

  /** Fills the pool: good tokens of each key that there is or was just now, and bad ones. */
  void mint(@Nullable TestKey withdrawn, Expectation expected) {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < GOOD_TOKENS; i++) {
      tokens.add(token().compact());
    }
    for (TestKey key : new TestKey[] {previous, withdrawn}) {
      for (int i = 0; key != null && i < GOOD_TOKENS / 4; i++) {
        tokens.add(token().signedBy(key).compact());
      }
    }
    String good = token().compact();
    tokens.add(token().expiresIn(BRIEFLY).compact());
    tokens.add(token().expiresIn(BRIEFLY).compact());
    tokens.add(token().expiresIn(Duration.ofHours(-1)).compact());
    tokens.add(token().claim("nbf", Instant.now().plus(BRIEFLY)).compact());
    tokens.add(token().claim("nbf", Instant.now().plus(Duration.ofHours(1))).compact());
    tokens.add(token().issuedAt(Instant.now().plus(Duration.ofHours(1))).compact());
    tokens.add(token().audience("another-api").compact());
    tokens.add(token().audience("another-api", AUDIENCE).compact());
    tokens.add(token().withoutClaim("sub").compact());
    tokens.add(token().claim("iss", "https://stranger.example").compact());
    tokens.add(token().withoutClaim("iss").compact());
    tokens.add(token().claim("at_hash", "x").compact());
    tokens.add(token().claim("cnf", Map.of("jkt", "x")).compact());
    tokens.add(token().header("typ", "logout+jwt").compact());
    tokens.add(token().header("alg", "HS256").compact());
    tokens.add(token().header("jwk", "x").compact());
    tokens.add(token().unsecured().compact());
    tokens.add(token().signedBy(stranger).compact());
    tokens.add(token().signedBy(stranger).header("kid", current.keyId()).compact());
    tokens.add(token().claim("data", "x".repeat(20_000)).compact());
    tokens.add(Tampering.flipSignatureBit(good));
    tokens.add(Tampering.replaceClaims(good, "{\"iss\":\"" + name() + "\""));
    tokens.add(Tampering.replaceClaims(good, "{\"iss\":\"a\",\"iss\":\"" + name() + "\"}"));
    tokens.add(good + "=");
    tokens.add(good.substring(0, good.lastIndexOf('.')));
    tokens.add(good + ".e.e");
    tokens.add("not a token");
    tokens.add(" ");
    pool =
        tokens.stream()
            .map(token -> new ReferenceToken(token, expected))
            .toArray(ReferenceToken[]::new);
  }

  private TokenBuilder token() {
    minted++;
    return issuer
        .token()
        .signedBy(current)
        .subject("user-" + minted)
        .expiresIn(Duration.ofHours(1));
  }

  @Override
  public void close() {
    issuer.close();
  }
}
