// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.token.AccessToken;

/** The adapter for gRPC, to the letter. */
final class GrpcSnippets {

  private GrpcSnippets() {}

  // tag::frameworks-grpc[]
  record BearerInterceptor(BearerAuthenticator bearer, AccessRule rule)
      implements ServerInterceptor {

    static final Context.Key<AccessToken> TOKEN = Context.key("token");

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata metadata, ServerCallHandler<Q, R> next) {
      String path = "/" + call.getMethodDescriptor().getFullMethodName();
      BearerAnswer answer =
          bearer.authenticate(BearerRequest.of("POST", path, name -> values(metadata, name)), rule);
      if (answer instanceof BearerAnswer.Authenticated authenticated) {
        Context context = Context.current().withValue(TOKEN, authenticated.token());
        return Contexts.interceptCall(context, call, metadata, next);
      }
      Metadata trailers = new Metadata();
      answer
          .headers()
          .forEach((name, values) -> values.forEach(value -> trailers.put(key(name), value)));
      call.close(
          switch (((BearerAnswer.Refused) answer).status()) {
            case 403 -> Status.PERMISSION_DENIED;
            case 503 -> Status.UNAVAILABLE;
            default -> Status.UNAUTHENTICATED;
          },
          trailers);
      return new ServerCall.Listener<>() {};
    }

    private static List<String> values(Metadata metadata, String name) {
      Iterable<String> values = metadata.getAll(key(name));
      return values == null
          ? List.of()
          : StreamSupport.stream(values.spliterator(), false).toList();
    }

    private static Metadata.Key<String> key(String name) {
      return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }
  }

  // end::frameworks-grpc[]

  static void orders(ServerBuilder<?> server, BearerAuthenticator bearer, BindableService orders) {
    // tag::frameworks-grpc-server[]
    server
        .intercept(new BearerInterceptor(bearer, AccessRule.scope("orders:read")))
        .addService(orders); // BearerInterceptor.TOKEN.get().subject()
    // end::frameworks-grpc-server[]
  }
}
