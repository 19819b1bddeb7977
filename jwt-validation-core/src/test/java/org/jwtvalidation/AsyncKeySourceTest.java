package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.internal.keys.AsyncKeySource;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AsyncKeySourceTest {

  private final JwkSet keys = new Scene().issuer.jwkSet();

  /** A source whose stages a test completes. */
  private static final class StagedSource implements KeySource {

    private CompletableFuture<JwkSet> stage = new CompletableFuture<>();

    @Override
    public JwkSet jwkSet() {
      return stage.join();
    }

    @Override
    public CompletionStage<JwkSet> jwkSetAsync() {
      return stage;
    }

    @Override
    public CompletionStage<JwkSet> refreshedAsync(JwkSet seen) {
      return stage;
    }
  }

  private final StagedSource source = new StagedSource();

  private static void assertTimesOut(CompletableFuture<JwkSet> answer) {
    assertThat(answer)
        .failsWithin(Patience.LONG)
        .withThrowableThat()
        .withCauseInstanceOf(TimeoutException.class)
        .withMessageContaining("no answer after 20 ms");
  }

  @Test
  @Row("F40")
  void endsTheWaitForAStageThatNeverCompletes() {
    AsyncKeySource async = new AsyncKeySource(source, Duration.ofMillis(20));
    assertTimesOut(async.jwkSet());
    assertTimesOut(async.refreshed(keys));
    assertTimesOut(async.jwkSet());
  }

  @Test
  void usesTheStageThatIsComplete() {
    AsyncKeySource async = new AsyncKeySource(source, Duration.ofMillis(20));
    assertTimesOut(async.jwkSet());
    source.stage.complete(keys);
    assertThat(async.jwkSet()).isCompletedWithValue(keys);
    assertThat(async.refreshed(keys)).isCompletedWithValue(keys);
  }

  @Test
  void sharesAStageAmongThoseWhoWait() {
    AsyncKeySource async = new AsyncKeySource(source, Patience.LONG);
    CompletableFuture<JwkSet> first = async.jwkSet();
    CompletableFuture<JwkSet> stage = source.stage;
    source.stage = new CompletableFuture<>();
    assertThat(async.jwkSet()).isSameAs(first);
    stage.complete(keys);
    assertThat(first).isCompletedWithValue(keys);
    assertThat(async.jwkSet()).isNotDone();
  }

  @Test
  void failsAsTheStageFails() {
    AsyncKeySource async = new AsyncKeySource(source, Patience.LONG);
    CompletableFuture<JwkSet> answer = async.refreshed(keys);
    source.stage.completeExceptionally(new IllegalStateException("sealed"));
    assertThat(answer)
        .failsWithin(Patience.LONG)
        .withThrowableThat()
        .withMessageContaining("sealed");
  }
}
