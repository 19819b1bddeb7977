// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.ValidationResult;

/**
 * A validation waits for the resolver, for keys or for a check while its issuer is forgotten or the
 * validator closed, and what it waited for comes after that.
 */
@Tag("jdk-independent")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WithdrawalConcurrencyTest {

  private static final String OTHER_NAME = "issuer.example";
  private static final String SECOND = "https://second.example";
  private static final IdTokenExpectation EXPECTED = IdTokenExpectation.of("client", "n-1");

  private static final Scene SCENE = new Scene();
  private static final String TOKEN = token(Scene.ISSUER);
  private static final String OTHER_TOKEN = token(OTHER_NAME);
  private static final String ID_TOKEN = SCENE.token().idToken("client", "n-1").compact();
  private static final String TOKEN_OF_SECOND = token(SECOND);

  private static String token(String name) {
    return SCENE.token().claim("iss", name).compact();
  }

  /** What a validation waits for. */
  private enum Wait {
    RESOLVER,
    KEYS,
    CHECK,
    CHECK_OF_CACHED_TOKEN
  }

  /** What happens meanwhile. */
  private enum Event {
    NOTHING(true),
    ANOTHER_IS_FORGOTTEN(true),
    ISSUER_IS_PUSHED_OUT(true),
    ISSUER_IS_FORGOTTEN(false),
    OTHER_NAME_IS_FORGOTTEN(false),
    ISSUER_IS_PUSHED_OUT_AND_FORGOTTEN(false),
    VALIDATOR_IS_CLOSED(false);

    final boolean leavesTrust;

    Event(boolean leavesTrust) {
      this.leavesTrust = leavesTrust;
    }
  }

  private enum Form {
    BLOCKING,
    ASYNCHRONOUS,
    BY_OTHER_NAME,
    ID_TOKEN,
    ASYNCHRONOUS_ID_TOKEN
  }

  /** A validator, and a place where the next validation that comes by waits. */
  private static final class Case implements AutoCloseable {

    private final Wait wait;
    private final AtomicReference<@Nullable Wait> held = new AtomicReference<>();
    private final CountDownLatch waits = new CountDownLatch(1);
    private final CompletableFuture<JwkSet> end = new CompletableFuture<>();
    private final TokenValidator validator;

    Case(Wait wait, int capacity) {
      this.wait = wait;
      this.validator =
          TokenValidator.builder()
              .clock(SCENE.clock)
              .issuerResolver(this::config)
              .maxResolvedIssuers(capacity)
              .build();
    }

    private boolean isHeld(Wait place) {
      boolean isHeld = held.compareAndSet(place, null);
      if (isHeld) {
        waits.countDown();
      }
      return isHeld;
    }

    private void pass(Wait place) {
      if (isHeld(place)) {
        var unused = end.join();
      }
    }

    private IssuerConfig config(String name) {
      pass(Wait.RESOLVER);
      IssuerConfig.Builder config =
          name.equals(SECOND)
              ? IssuerConfig.builder(SECOND)
              : IssuerConfig.builder(Scene.ISSUER).issuerAliases(OTHER_NAME);
      return config
          .audience(Scene.AUDIENCE, "client")
          .keySource(keys())
          .claimCheck(
              "patience",
              claims -> {
                pass(Wait.CHECK);
                return true;
              })
          .build();
    }

    /** A source of one's own, which gives its keys to those who wait even once it is closed. */
    private KeySource keys() {
      return new KeySource() {
        @Override
        public @Nullable JwkSet jwkSet() {
          return held.get() == Wait.KEYS ? null : SCENE.issuer.jwkSet();
        }

        @Override
        public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
          return isHeld(Wait.KEYS)
              ? end.copy()
              : CompletableFuture.completedFuture(SCENE.issuer.jwkSet());
        }
      };
    }

    CompletableFuture<? extends ValidationResult<?>> begin(Form form) throws Exception {
      if (wait == Wait.CHECK_OF_CACHED_TOKEN) {
        assertThat(validate(form).get().isAccepted()).isTrue();
        held.set(Wait.CHECK);
      } else {
        held.set(wait);
      }
      CompletableFuture<? extends ValidationResult<?>> result = validate(form);
      waits.await();
      return result;
    }

    /** On a thread of its own, since a check runs where the token is found in the cache. */
    CompletableFuture<? extends ValidationResult<?>> validate(Form form) {
      return CompletableFuture.supplyAsync(() -> answer(form), task -> new Thread(task).start());
    }

    private ValidationResult<?> answer(Form form) {
      return switch (form) {
        case BLOCKING -> validator.tryValidate(TOKEN);
        case ASYNCHRONOUS -> validator.tryValidateAsync(TOKEN).join();
        case BY_OTHER_NAME -> validator.tryValidateAsync(OTHER_TOKEN).join();
        case ID_TOKEN -> validator.tryValidateIdToken(ID_TOKEN, EXPECTED);
        case ASYNCHRONOUS_ID_TOKEN -> validator.tryValidateIdTokenAsync(ID_TOKEN, EXPECTED).join();
      };
    }

    void happens(Event event) {
      switch (event) {
        case NOTHING -> {}
        case ANOTHER_IS_FORGOTTEN -> {
          Answers.assertAccepted(validator, TOKEN_OF_SECOND);
          assertThat(validator.forgetIssuer(SECOND)).isTrue();
        }
        case ISSUER_IS_PUSHED_OUT -> Answers.assertAccepted(validator, TOKEN_OF_SECOND);
        case ISSUER_IS_FORGOTTEN -> validator.forgetIssuer(Scene.ISSUER);
        case OTHER_NAME_IS_FORGOTTEN -> validator.forgetIssuer(OTHER_NAME);
        case ISSUER_IS_PUSHED_OUT_AND_FORGOTTEN -> {
          Answers.assertAccepted(validator, TOKEN_OF_SECOND);
          assertThat(validator.forgetIssuer(Scene.ISSUER)).isFalse();
        }
        case VALIDATOR_IS_CLOSED -> validator.close();
      }
    }

    void end() {
      end.complete(SCENE.issuer.jwkSet());
    }

    @Override
    public void close() {
      end();
      validator.close();
    }
  }

  private static boolean isPushedOut(Event event) {
    return event == Event.ISSUER_IS_PUSHED_OUT || event == Event.ISSUER_IS_PUSHED_OUT_AND_FORGOTTEN;
  }

  @ParameterizedTest
  @EnumSource
  @Row("116")
  void acceptsNothingOfAnIssuerThatWasWithdrawnMeanwhile(Wait wait) throws Exception {
    for (Event event : Event.values()) {
      for (Form form : Form.values()) {
        try (Case one = new Case(wait, isPushedOut(event) ? 1 : 10)) {
          CompletableFuture<? extends ValidationResult<?>> result = one.begin(form);
          one.happens(event);
          one.end();
          assertThat(result)
              .as("%s while %s", form, event)
              .succeedsWithin(Patience.LONG)
              .isInstanceOf(
                  event.leavesTrust
                      ? ValidationResult.Accepted.class
                      : ValidationResult.Undecided.class);
          if (!event.leavesTrust && event != Event.VALIDATOR_IS_CLOSED) {
            // The resolver is asked again, and trusts the issuer.
            assertThat(one.validate(form).get().isAccepted()).isTrue();
          }
        }
      }
    }
  }
}
