// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.requests.PathsOfProofs;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;

/** An issuer, and an authenticator that accepts its tokens. */
final class Scene implements AutoCloseable {

  /** However busy the machine is. */
  static final Duration PATIENCE = Duration.ofMinutes(3);

  final TestIssuer issuer = TestIssuer.start();
  private final CountDownLatch askedForKeys = new CountDownLatch(1);
  private final CountDownLatch keysReleased = new CountDownLatch(1);
  private final TokenValidator validator =
      TokenValidator.builder()
          .issuer(
              IssuerConfig.builder(issuer.issuer())
                  .audience(TestIssuer.AUDIENCE)
                  .keySource(
                      HttpKeySource.discovered(issuer.issuer())
                          .allowLoopbackHttp()
                          .connectTimeout(PATIENCE)
                          .totalTimeout(PATIENCE)
                          .build())
                  .build())
          .maxTraining(Duration.ZERO)
          .build();
  final BearerAuthenticator bearer =
      BearerAuthenticator.builder(validator)
          .realm("orders")
          .proofOfPossession(
              ProofOfPossession.builder()
                  .dpop(URI.create(PathsOfProofs.PUBLIC_BASE))
                  .replayStore(PathsOfProofs.FORGETFUL)
                  .build())
          .build();

  String valid() {
    return issuer.token().subject("jo").scope("orders:read").compact();
  }

  String expired() {
    return issuer.token().subject("jo").scope("orders:read").expired().compact();
  }

  String insufficient() {
    return issuer.token().subject("jo").scope("orders:write").compact();
  }

  void withoutKeys() {
    issuer.jwksResponse(TestResponse.status(503));
  }

  /** From now on, keys are sent when they are released. */
  void holdKeys() {
    issuer.jwksResponder(request -> {
      askedForKeys.countDown();
      await(keysReleased);
      return TestResponse.json(issuer.jwkSetJson());
    });
  }

  void awaitRequestForKeys() {
    await(askedForKeys);
  }

  void releaseKeys() {
    keysReleased.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("waited too long");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    releaseKeys();
    validator.close();
    issuer.close();
  }
}
