// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.fault.FaultScene.assertUndecided;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.Answers;
import org.jwtvalidation.CraftedRsaKey;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyServer;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;

/** Many issuers, of which some are slow, and resolvers that do not do their part. */
@Tag("jdk-independent")
@Tag("slow")
@Timeout(300)
class TenantFaultTest {

  private static final int TENANTS = 100;

  private final Scene scene = new Scene();
  private final CountDownLatch testIsOver = new CountDownLatch(1);

  @AfterEach
  void endTest() {
    testIsOver.countDown();
  }

  private String token(String issuer) {
    return scene.token().claim("iss", issuer).compact();
  }

  private static long threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains(name))
        .count();
  }

  private TokenValidator validator(IssuerResolver resolver, int bound) {
    return TokenValidator.builder()
        .clock(scene.clock)
        .issuerResolver(resolver)
        .maxResolvedIssuers(bound)
        .build();
  }

  private void block() {
    try {
      testIsOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @Row("F42")
  @DisplayName("a hundred issuers, of which the endpoint of one hangs")
  void delaysNoIssuerByTheOutageOfAnother() throws Exception {
    try (KeyServer server = new KeyServer();
        TokenValidator validator =
            validator(
                issuer ->
                    IssuerConfig.builder(issuer)
                        .audience(Scene.AUDIENCE)
                        .keySource(
                            // None ends by it, also not the one that hangs.
                            FaultScene.patient(
                                    HttpKeySource.jwksUri(
                                        server.uri(issuer.substring(Scene.ISSUER.length()))))
                                .allowLoopbackHttp()
                                .build())
                        .build(),
                TENANTS)) {
      server.on("/0", exchange -> block());
      for (int tenant = 1; tenant < TENANTS; tenant++) {
        server.json("/" + tenant, scene.issuer.jwkSetJson());
      }
      FutureTask<Boolean> hanging =
          new FutureTask<>(() -> validator.tryValidate(token(Scene.ISSUER + "/0")).isAccepted());
      new Thread(hanging).start();
      var async = Answers.future(validator, token(Scene.ISSUER + "/0"));

      long clients = threads("SelectorManager");
      for (int tenant = 1; tenant < TENANTS; tenant++) {
        Answers.assertAccepted(validator, token(Scene.ISSUER + "/" + tenant));
      }
      assertThat(hanging.isDone()).isFalse();
      assertThat(async).isNotDone();
      assertThat(validator.resolvedKeyHealth()).hasSize(TENANTS);
      assertThat(threads("SelectorManager")).as("of HTTP clients").isLessThan(clients + 5);
    }
  }

  @Test
  @Row("F42")
  @DisplayName("ten thousand issuers that come and go")
  void keepsMemoryAndThreadsFlat() {
    AtomicInteger opened = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    CraftedRsaKey key = CraftedRsaKey.quick();
    JwkSet keys = JwkSet.parse(Scene.jwkSet(key.jwk(scene.key().keyId())));
    int bound = 200;
    try (TokenValidator validator =
        validator(
            issuer -> {
              opened.incrementAndGet();
              return IssuerConfig.builder(issuer)
                  .audience(Scene.AUDIENCE)
                  .keySource(
                      new KeySource() {
                        @Override
                        public JwkSet jwkSet() {
                          return keys;
                        }

                        @Override
                        public void close() {
                          closed.incrementAndGet();
                        }
                      })
                  .build();
            },
            bound)) {
      List<Long> heap = new ArrayList<>();
      String sample = scene.token().compact();
      String claims = RawToken.claims(sample);
      for (int tenant = 0; tenant < 10_000; tenant++) {
        String token = key.token(sample, claims.replace(Scene.ISSUER, Scene.ISSUER + "/" + tenant));
        assertThat(validator.tryValidate(token).isAccepted()).isTrue();
        if (tenant % 2_500 == 2_499) {
          heap.add(usedHeap());
          assertThat(validator.resolvedKeyHealth()).hasSize(bound);
        }
      }
      assertThat(opened).hasValue(10_000);
      FaultScene.await(() -> closed.get() == 10_000 - bound);
      assertThat(heap.get(3)).isLessThan(heap.get(0) + (4 << 20));
      assertThat(threads("jwt-validation")).isLessThan(40);
    }
    assertThat(closed).hasValue(10_000);
  }

  private static long usedHeap() {
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }

  @Test
  @Row({"F40", "F42"})
  @DisplayName("a resolver that blocks")
  void delaysNoKnownIssuerByAResolverThatBlocks() throws Exception {
    AtomicInteger blocked = new AtomicInteger();
    AtomicInteger released = new AtomicInteger();
    try (TokenValidator validator =
        validator(
            issuer -> {
              if (!issuer.equals(Scene.ISSUER)) {
                blocked.incrementAndGet();
                block();
                released.incrementAndGet();
                throw new IllegalStateException("too late");
              }
              return scene.config().build();
            },
            10)) {
      String known = scene.token().compact();
      AccessToken first = validator.validate(known);
      List<FutureTask<Void>> callers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        String unknown = token("https://unknown.example/" + i);
        FutureTask<Void> caller = new FutureTask<>(() -> assertUndecided(validator, unknown), null);
        new Thread(caller).start();
        callers.add(caller);
        assertThat(Answers.future(validator, unknown)).isNotDone();
      }
      FaultScene.await(() -> blocked.get() > 0);
      for (int i = 0; i < 100; i++) {
        assertThat(validator.validate(known)).isSameAs(first);
      }
      assertThat(threads("jwt-validation-keys")).isLessThan(40);
      assertThat(released).as("the resolver blocks until now").hasValue(0);
      testIsOver.countDown();
      for (FutureTask<Void> caller : callers) {
        caller.get();
      }
    }
  }
}
