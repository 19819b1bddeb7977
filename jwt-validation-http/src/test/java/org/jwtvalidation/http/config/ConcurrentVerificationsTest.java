// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Provider;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Patience;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.VerifyOnlySignature;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;

@Timeout(300)
class ConcurrentVerificationsTest {

  /** Accepts each signature for RS256, but not before the test says so. */
  private static final class HeldProvider extends Provider {

    private static final long serialVersionUID = 1L;

    private final transient AtomicInteger verifying = new AtomicInteger();
    private final transient CountDownLatch released = new CountDownLatch(1);

    HeldProvider() {
      super("Held", "1", "waits");
      putService(
          new Service(this, "Signature", "SHA256withRSA", "Held", null, null) {
            @Override
            public Object newInstance(@Nullable Object parameter) {
              return new HeldSignature(HeldProvider.this);
            }
          });
    }
  }

  private static final class HeldSignature extends VerifyOnlySignature {

    private final HeldProvider provider;

    HeldSignature(HeldProvider provider) {
      this.provider = provider;
    }

    @Override
    protected void engineInitVerify(PublicKey key) {}

    @Override
    protected boolean engineVerify(byte[] signature) {
      provider.verifying.incrementAndGet();
      try {
        provider.released.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void verifiesAsManySignaturesAtATimeAsTold(int limit) throws Exception {
    TestIssuer issuer =
        TestIssuer.builder().algorithm(SignatureAlgorithm.RS256).offline("https://issuer.example");
    HeldProvider held = new HeldProvider();
    ResourceServerConfiguration configuration =
        new ResourceServerConfiguration(
            TextOptions.of(
                "issuers.shop.url=" + issuer.issuer(),
                "issuers.shop.audience=" + issuer.audience(),
                "max-concurrent-verifications=" + limit));
    try (TokenValidator validator =
        configuration
            .validator((name, config) -> config.keySource(issuer.keySource()), null)
            .signaturePolicy(SignaturePolicy.provider(held))
            .build()) {
      List<FutureTask<AccessToken>> calls = new ArrayList<>();
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String token = issuer.token().compact();
        FutureTask<AccessToken> call = new FutureTask<>(() -> validator.validate(token));
        Thread caller = new Thread(call, "caller");
        caller.start();
        calls.add(call);
        callers.add(caller);
      }
      Patience.until(() -> held.verifying.get() >= limit);
      Patience.until(
          () -> callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING));
      assertThat(held.verifying).hasValue(limit);

      held.released.countDown();
      for (FutureTask<AccessToken> call : calls) {
        assertThat(call.get().issuer()).isEqualTo(issuer.issuer());
      }
      assertThat(held.verifying).hasValue(3);
    } finally {
      held.released.countDown();
    }
  }
}
