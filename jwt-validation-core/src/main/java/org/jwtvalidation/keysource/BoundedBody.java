// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects the octets of a response, and cancels it if there are more than a bound. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {

  private final int bound;
  private final ByteArrayOutputStream octets = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  BoundedBody(int bound) {
    this.bound = bound;
  }

  /** A subscriber that reads nothing and returns an empty body. */
  static HttpResponse.BodySubscriber<byte[]> unread() {
    BoundedBody unread = new BoundedBody(0);
    unread.body.complete(new byte[0]);
    return unread;
  }

  /** A subscriber that reads nothing and fails: there are more than {@code bound} octets. */
  static HttpResponse.BodySubscriber<byte[]> refused(int bound) {
    BoundedBody refused = new BoundedBody(0);
    refused.body.completeExceptionally(new IOException(tooLarge(bound)));
    return refused;
  }

  static String tooLarge(int bound) {
    return "more than " + bound + " octets";
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    if (body.isDone()) {
      newSubscription.cancel();
    } else {
      newSubscription.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (octets.size() + buffer.remaining() > bound) {
        body.completeExceptionally(new IOException(tooLarge(bound)));
        if (subscription != null) {
          subscription.cancel();
        }
        return;
      }
      byte[] chunk = new byte[buffer.remaining()];
      buffer.get(chunk);
      octets.writeBytes(chunk);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(octets.toByteArray());
  }
}
