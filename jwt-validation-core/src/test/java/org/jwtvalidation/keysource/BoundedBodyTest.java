// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {

  /** What a subscriber asks of the one that feeds it. */
  private static final class Feed implements Flow.Subscription {

    private long requested;
    private boolean cancelled;

    @Override
    public void request(long count) {
      requested += count;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  private static List<ByteBuffer> octets(int... lengths) {
    return Arrays.stream(lengths).mapToObj(ByteBuffer::allocate).toList();
  }

  @Test
  void collectsUpToTheBound() {
    BoundedBody body = new BoundedBody(10);
    Feed feed = new Feed();
    body.onSubscribe(feed);
    body.onNext(octets(3, 0, 3));
    body.onNext(octets(4));
    body.onComplete();
    assertThat(body.getBody().toCompletableFuture().join()).hasSize(10);
    assertThat(feed.cancelled).isFalse();
    assertThat(feed.requested).isPositive();
  }

  @Test
  void cancelsBeyondTheBound() {
    BoundedBody body = new BoundedBody(10);
    Feed feed = new Feed();
    body.onSubscribe(feed);
    body.onNext(octets(9, 2, 5));
    assertThat(feed.cancelled).isTrue();
    body.onNext(octets(20));
    body.onComplete();
    assertThat(body.getBody().toCompletableFuture()).isCompletedExceptionally();
  }

  @Test
  void readsNothingOfABodyThatIsTooLarge() {
    HttpResponse.BodySubscriber<byte[]> body = BoundedBody.refused(10);
    assertReadsNothing(body);
    assertThat(body.getBody().toCompletableFuture()).isCompletedExceptionally();
  }

  @Test
  void readsNothingOfAnErrorPage() {
    HttpResponse.BodySubscriber<byte[]> body = BoundedBody.unread();
    assertReadsNothing(body);
    assertThat(body.getBody().toCompletableFuture().join()).isEmpty();
  }

  private static void assertReadsNothing(HttpResponse.BodySubscriber<byte[]> body) {
    Feed feed = new Feed();
    body.onSubscribe(feed);
    assertThat(feed.cancelled).isTrue();
    assertThat(feed.requested).isZero();
  }

  @Test
  void failsWhenTheConnectionBreaks() {
    BoundedBody body = new BoundedBody(10);
    body.onSubscribe(new Feed());
    body.onNext(octets(5));
    body.onError(new IOException("reset"));
    assertThat(body.getBody().toCompletableFuture()).isCompletedExceptionally();
  }
}
