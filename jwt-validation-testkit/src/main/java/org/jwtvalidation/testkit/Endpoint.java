// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One resource of the server, with its response and the number of its requests. Thread-safe. */
final class Endpoint {

  private final Function<TestRequest, TestResponse> document;
  private final AtomicLong requests = new AtomicLong();
  private volatile @Nullable Function<TestRequest, TestResponse> commanded;

  /** Creates an endpoint that serves {@code document} by default. */
  Endpoint(Function<TestRequest, TestResponse> document) {
    this.document = document;
  }

  long requests() {
    return requests.get();
  }

  /** Uses {@code responder} from now on, or for null the document again. */
  void respondBy(@Nullable Function<TestRequest, TestResponse> responder) {
    commanded = responder;
  }

  TestResponse respond(TestRequest request) {
    requests.incrementAndGet();
    Function<TestRequest, TestResponse> responder = commanded;
    return (responder == null ? document : responder).apply(request);
  }

  /** Returns a responder for a read-only document. */
  static Endpoint readable(Function<TestRequest, TestResponse> document) {
    return new Endpoint(request ->
        request.method().equals("GET")
            ? document.apply(request)
            : TestResponse.status(405).header("Allow", "GET"));
  }
}
