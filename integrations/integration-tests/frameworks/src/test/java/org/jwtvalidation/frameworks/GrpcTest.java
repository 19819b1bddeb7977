// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.frameworks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.frameworks.GrpcSnippets.BearerInterceptor;
import org.jwtvalidation.http.requests.PathsOfProofs;
import org.jwtvalidation.testkit.DpopClient;

@Timeout(300)
class GrpcTest {

  private static final MethodDescriptor.Marshaller<String> TEXT =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(String value) {
          return new ByteArrayInputStream(value.getBytes(UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
          try {
            return new String(stream.readAllBytes(), UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };
  private static final MethodDescriptor<String, String> LIST =
      MethodDescriptor.newBuilder(TEXT, TEXT)
          .setType(MethodType.UNARY)
          .setFullMethodName("shop.Orders/List")
          .build();

  private final Scene scene = new Scene();
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    GrpcSnippets.orders(
        builder,
        scene.bearer,
        () ->
            ServerServiceDefinition.builder("shop.Orders")
                .addMethod(
                    LIST,
                    ServerCalls.asyncUnaryCall((request, observer) -> {
                      observer.onNext("orders of " + BearerInterceptor.TOKEN.get().subject());
                      observer.onCompleted();
                    }))
                .build());
    server = builder.build().start();
    channel =
        NettyChannelBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()))
            .usePlaintext()
            .build();
  }

  @AfterEach
  void stop() {
    scene.close();
    channel.shutdownNow();
    server.shutdownNow();
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  private static Metadata bearer(String token) {
    Metadata metadata = new Metadata();
    metadata.put(key("authorization"), "Bearer " + token);
    return metadata;
  }

  private String call(Metadata metadata) {
    return ClientCalls.blockingUnaryCall(
        io.grpc.ClientInterceptors.intercept(
            channel, MetadataUtils.newAttachHeadersInterceptor(metadata)),
        LIST,
        CallOptions.DEFAULT,
        "");
  }

  private StatusRuntimeException refused(Metadata metadata) {
    return assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(() -> call(metadata))
        .actual();
  }

  private static void assertChallenge(
      StatusRuntimeException refused, Status.Code code, String challenge) {
    assertThat(refused.getStatus().getCode()).isEqualTo(code);
    assertThat(refused.getTrailers().getAll(key("www-authenticate"))).first().isEqualTo(challenge);
  }

  @Test
  void challengesACallWithoutAToken() {
    assertChallenge(
        refused(new Metadata()),
        Status.Code.UNAUTHENTICATED,
        "Bearer realm=\"orders\", scope=\"orders:read\"");
  }

  @Test
  void servesACallWithAValidToken() {
    assertThat(call(bearer(scene.valid()))).isEqualTo("orders of jo");
  }

  @Test
  void refusesAnExpiredToken() {
    assertChallenge(
        refused(bearer(scene.expired())),
        Status.Code.UNAUTHENTICATED,
        "Bearer realm=\"orders\", error=\"invalid_token\", scope=\"orders:read\"");
  }

  @Test
  void refusesATokenThatDoesNotSuffice() {
    assertChallenge(
        refused(bearer(scene.insufficient())),
        Status.Code.PERMISSION_DENIED,
        "Bearer realm=\"orders\", error=\"insufficient_scope\", scope=\"orders:read\"");
  }

  @Test
  void refusesTwoTokens() {
    Metadata metadata = bearer(scene.valid());
    metadata.merge(bearer(scene.valid()));

    assertChallenge(
        refused(metadata),
        Status.Code.UNAUTHENTICATED,
        "Bearer realm=\"orders\", error=\"invalid_request\"");
  }

  @Test
  void asksToTryAgainIfThereAreNoKeys() {
    scene.withoutKeys();

    StatusRuntimeException refused = refused(bearer(scene.valid()));

    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(refused.getTrailers().get(key("retry-after"))).isEqualTo("1");
  }

  @Test
  void servesOthersWhileItFetchesKeys() throws Exception {
    scene.holdKeys();
    CompletableFuture<String> held =
        CompletableFuture.supplyAsync(() -> call(bearer(scene.valid())));
    scene.awaitRequestForKeys();

    assertThat(refused(new Metadata()).getStatus().getCode())
        .isEqualTo(Status.Code.UNAUTHENTICATED);
    assertThat(held).isNotDone();
    scene.releaseKeys();

    assertThat(held.get()).isEqualTo("orders of jo");
  }

  @Test
  void acceptsAProofForTheMethodThatIsCalled() {
    DpopClient client = DpopClient.create();
    String token =
        scene.issuer.token().subject("jo").scope("orders:read").boundTo(client).compact();

    assertThat(call(proven(client, token, "/shop.Orders/List"))).isEqualTo("orders of jo");
    assertThat(refused(proven(client, token, "/shop.Orders/Delete")).getStatus().getCode())
        .isEqualTo(Status.Code.UNAUTHENTICATED);
  }

  private static Metadata proven(DpopClient client, String token, String path) {
    Metadata metadata = new Metadata();
    metadata.put(key("authorization"), "DPoP " + token);
    metadata.put(
        key("dpop"),
        client
            .proof("POST", URI.create(PathsOfProofs.PUBLIC_BASE + path))
            .accessToken(token)
            .compact());
    return metadata;
  }
}
