package org.jwtvalidation.testkit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One resource of the server: what it answers, and how often it was asked. Thread-safe. */
final class Endpoint {

  private final Function<TestRequest, TestResponse> document;
  private final AtomicLong requests = new AtomicLong();
  private volatile @Nullable Function<TestRequest, TestResponse> commanded;

  /** An endpoint that answers with {@code document} unless commanded otherwise. */
  Endpoint(Function<TestRequest, TestResponse> document) {
    this.document = document;
  }

  long requests() {
    return requests.get();
  }

  /** Answers by {@code responder} from now on, or with the document again for null. */
  void respondBy(@Nullable Function<TestRequest, TestResponse> responder) {
    commanded = responder;
  }

  TestResponse respond(TestRequest request) {
    requests.incrementAndGet();
    Function<TestRequest, TestResponse> responder = commanded;
    return (responder == null ? document : responder).apply(request);
  }

  /** A document that can be read and nothing else. */
  static Endpoint readable(Function<TestRequest, TestResponse> document) {
    return new Endpoint(request ->
        request.method().equals("GET")
            ? document.apply(request)
            : TestResponse.status(405).header("Allow", "GET"));
  }
}
