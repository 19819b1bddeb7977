package org.jwtvalidation.testkit;

import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;

/**
 * An issuer of tokens for tests. It makes its keys when they are first needed and publishes them,
 * {@linkplain #start() over HTTP on loopback} or {@linkplain #offline in memory}. Thread-safe.
 *
 * <p>Over HTTP it serves the metadata of OpenID Connect Discovery 1.0 at {@code
 * /.well-known/openid-configuration}, that of RFC 8414 at {@code
 * /.well-known/oauth-authorization-server}, and the JWK Set at {@code /jwks}, with an entity tag. A
 * change to the keys is in the next response; when a validator asks for that is up to its key
 * source. The query of a request has no part in what it gets, and whoever takes the server for a
 * proxy and asks for one of these paths gets the same.
 *
 * <p>It fails when told to: {@link #jwksResponse}, {@link #jwksResponses} and {@link
 * #jwksResponder}, and the like for metadata, have it answer otherwise; {@link #disconnect}, {@link
 * #dropConnects} and {@link #closeIdleConnections} are about the connections themselves.
 *
 * <p>Every issuer has keys of its own, which no other issuer shares; their Key IDs are unlike only
 * within one issuer, as in real life.
 */
public final class TestIssuer implements AutoCloseable {

  /** The audience of tokens that were not given another: {@code test-api}. */
  public static final String AUDIENCE = "test-api";

  private static final String JWKS_PATH = "/jwks";

  private final Endpoint jwks = Endpoint.readable(this::jwkSetDocument);
  private final Endpoint openIdConfiguration = Endpoint.readable(request -> metadata());
  private final Endpoint authorizationServerMetadata = Endpoint.readable(request -> metadata());
  private final Endpoint elsewhere = new Endpoint(request -> TestResponse.status(404));
  private final Site site =
      new Site(
          Map.of(
              JWKS_PATH,
              jwks,
              "/.well-known/openid-configuration",
              openIdConfiguration,
              "/.well-known/oauth-authorization-server",
              authorizationServerMetadata),
          elsewhere);
  private final @Nullable IssuerServer server;
  private final @Nullable TestCertificate certificate;
  private final String issuer;

  private final ReentrantLock changing = new ReentrantLock();
  private final Map<SignatureAlgorithm, TestKey> current = new EnumMap<>(SignatureAlgorithm.class);
  private int keysMade; // guarded by changing, as is current
  private volatile List<TestKey> published = List.of();
  private volatile @Nullable Snapshot snapshot;

  /** The key set of {@code keys}, so that it is parsed once. */
  private record Snapshot(List<TestKey> keys, JwkSet jwkSet) {}

  /** An issuer without a server. */
  private TestIssuer(String issuer) {
    this.server = null;
    this.certificate = null;
    this.issuer = issuer;
  }

  /** An issuer with a server, which speaks TLS if there is a certificate. */
  private TestIssuer(@Nullable TestCertificate certificate) {
    this.server =
        new IssuerServer(
            certificate == null ? null : certificate.serverContext().getSocketFactory(), site);
    this.certificate = certificate;
    this.issuer =
        (certificate != null ? "https://localhost:" : "http://127.0.0.1:") + server.port();
  }

  /**
   * Starts an issuer with an HTTP server on a free port of 127.0.0.1. Its threads are daemons, and
   * it serves until it is closed.
   *
   * @return the issuer, whose identifier is {@code http://127.0.0.1:} and the port
   * @throws java.io.UncheckedIOException if there is no free port
   */
  public static TestIssuer start() {
    return started(new TestIssuer((TestCertificate) null));
  }

  /**
   * Starts an issuer with an HTTPS server on a free port of 127.0.0.1. Its threads are daemons, and
   * it serves until it is closed. A client trusts it with {@link TestCertificate#sslContext()}.
   *
   * @param certificate the certificate that the server shows, whatever is wrong with it
   * @return the issuer, whose identifier is {@code https://localhost:} and the port
   * @throws java.io.UncheckedIOException if there is no free port
   */
  public static TestIssuer startTls(TestCertificate certificate) {
    return started(new TestIssuer(Objects.requireNonNull(certificate, "certificate")));
  }

  private static TestIssuer started(TestIssuer issuer) {
    // Not before the issuer is complete, for its answers are made of it.
    issuer.server().start();
    return issuer;
  }

  /**
   * An issuer without a server; its {@link #keySource()} is in memory.
   *
   * @param issuer the issuer identifier, any text
   * @return the issuer
   */
  public static TestIssuer offline(String issuer) {
    return new TestIssuer(issuer);
  }

  /** {@return the issuer identifier, which tokens have in {@code iss}} */
  public String issuer() {
    return issuer;
  }

  /**
   * Where the JWK Set is.
   *
   * @return the URI
   * @throws IllegalStateException if the issuer is offline
   */
  public URI jwksUri() {
    server();
    return URI.create(issuer + JWKS_PATH);
  }

  /**
   * A configuration for a validator that trusts this issuer, with a {@link #keySource()} of its
   * own; it still needs an audience. For another source of keys begin with {@link
   * IssuerConfig#builder}.
   *
   * @return a new builder at each call
   */
  public IssuerConfig.Builder config() {
    return IssuerConfig.builder(issuer).keySource(keySource());
  }

  /**
   * A source of the published keys: one that discovers and fetches them with the library's own HTTP
   * client, or for an offline issuer one that holds whatever is published at the moment.
   *
   * @return a new source at each call, since a source belongs to one validator
   */
  public KeySource keySource() {
    if (server == null) {
      return this::jwkSet;
    }
    HttpKeySource.Builder source = HttpKeySource.discovered(issuer).allowLoopbackHttp();
    return certificate == null
        ? source.build()
        : source.sslContext(certificate.sslContext()).build();
  }

  /**
   * What is published now. A key that stays published keeps its instance from call to call.
   *
   * @return the set
   * @throws IllegalStateException if nothing that the library accepts is published
   */
  public JwkSet jwkSet() {
    Snapshot seen = snapshot;
    return seen != null && seen.keys == published ? seen.jwkSet : newSnapshot().jwkSet;
  }

  private Snapshot newSnapshot() {
    changing.lock();
    try {
      Snapshot previous = snapshot;
      if (previous != null && previous.keys == published) {
        return previous;
      }
      Snapshot next = new Snapshot(published, JwkSet.parse(jwkSetJson()));
      snapshot = next;
      return next;
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("nothing usable is published: " + e.getMessage(), e);
    } finally {
      changing.unlock();
    }
  }

  /**
   * What is published now as a JWK Set document.
   *
   * @return the JSON text (RFC 7517 section 5), maybe without a key
   */
  public String jwkSetJson() {
    return published.stream()
        .map(TestKey::jwk)
        .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
  }

  private TestResponse jwkSetDocument(TestRequest request) {
    TestResponse document =
        TestResponse.json(jwkSetJson()).header("Content-Type", "application/jwk-set+json");
    EntityTag tag = EntityTag.of(document.body());
    return (tag.isIn(request.header("If-None-Match")) ? TestResponse.status(304) : document)
        .header("ETag", tag.text());
  }

  private TestResponse metadata() {
    return TestResponse.json(
        JsonWriter.json(
            new TreeMap<>(
                Map.of(
                    "issuer",
                    issuer,
                    "authorization_endpoint",
                    issuer + "/authorize",
                    "token_endpoint",
                    issuer + "/token",
                    "jwks_uri",
                    issuer + JWKS_PATH,
                    "response_types_supported",
                    List.of("code"),
                    "subject_types_supported",
                    List.of("public"),
                    "id_token_signing_alg_values_supported",
                    published.stream()
                        .map(key -> key.algorithm().joseName())
                        .distinct()
                        .toList()))));
  }

  /**
   * The key that signs tokens by an algorithm now; made and published at first use.
   *
   * @param algorithm the algorithm
   * @return the key
   * @throws IllegalArgumentException if the running JDK does not have the algorithm
   */
  public TestKey key(SignatureAlgorithm algorithm) {
    changing.lock();
    try {
      TestKey key = current.get(algorithm);
      return key == null ? rotate(algorithm) : key;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Publishes a new key beside those that are published, and signs with it from now on.
   *
   * @param algorithm the algorithm whose key is rotated
   * @return the new key
   * @throws IllegalArgumentException if the running JDK does not have the algorithm
   */
  public TestKey rotate(SignatureAlgorithm algorithm) {
    changing.lock();
    try {
      TestKey key = unpublishedKey(algorithm);
      publish(key);
      current.put(algorithm, key);
      return key;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Makes a key with a Key ID of its own that the issuer does not publish, and does not sign with
   * unless told by {@link TokenBuilder#signedBy}.
   *
   * @param algorithm the algorithm
   * @return a new key at each call
   * @throws IllegalArgumentException if the running JDK does not have the algorithm
   */
  public TestKey unpublishedKey(SignatureAlgorithm algorithm) {
    changing.lock();
    try {
      keysMade++;
      return TestKey.generate(algorithm, algorithm.joseName() + "-" + keysMade);
    } finally {
      changing.unlock();
    }
  }

  /**
   * Publishes a key, whatever it is: one with the Key ID of another key, or too weak to be used.
   * The issuer does not sign with it unless told by {@link TokenBuilder#signedBy}.
   *
   * @param key the key
   * @throws IllegalArgumentException if this very key is published already
   */
  public void publish(TestKey key) {
    changing.lock();
    try {
      if (published.contains(key)) {
        throw new IllegalArgumentException(
            "key: " + key + " is published already; leave it at that");
      }
      List<TestKey> more = new ArrayList<>(published);
      more.add(key);
      published = List.copyOf(more);
    } finally {
      changing.unlock();
    }
  }

  /**
   * Takes a key out of what is published. Where it was the one that signs, the next token of its
   * algorithm gets a new key.
   *
   * @param key the key
   * @throws IllegalArgumentException if the key is not published
   */
  public void withdraw(TestKey key) {
    changing.lock();
    try {
      List<TestKey> fewer = new ArrayList<>(published);
      if (!fewer.remove(key)) {
        throw new IllegalArgumentException("key: " + key + " is not published; give one that is");
      }
      published = List.copyOf(fewer);
      current.remove(key.algorithm(), key);
    } finally {
      changing.unlock();
    }
  }

  /**
   * Begins a token of this issuer: valid unless changed, signed by {@code ES256} unless another
   * algorithm or key is chosen.
   *
   * @return a new builder at each call
   */
  public TokenBuilder token() {
    return new TokenBuilder(this);
  }

  /**
   * Answers requests for the JWK Set with something else from now on.
   *
   * @param response the answer to each request, or null for the true JWK Set again
   * @throws IllegalStateException if the issuer is offline
   */
  public void jwksResponse(@Nullable TestResponse response) {
    jwksResponder(always(response));
  }

  /**
   * Answers requests for the JWK Set with several answers in turn from now on, round and round.
   *
   * @param first the answer to the first request
   * @param next the answers to the next requests, before it is the turn of the first again
   * @throws IllegalStateException if the issuer is offline
   */
  public void jwksResponses(TestResponse first, TestResponse... next) {
    List<TestResponse> responses = Stream.concat(Stream.of(first), Stream.of(next)).toList();
    AtomicLong turn = new AtomicLong();
    jwksResponder(request -> responses.get((int) (turn.getAndIncrement() % responses.size())));
  }

  /**
   * Answers requests for the JWK Set with what is made for each of them from now on.
   *
   * @param responder makes the answer to a request, on the thread of its connection, and so maybe
   *     several at a time; what it throws becomes the body of an answer of status 500; null for the
   *     true JWK Set again
   * @throws IllegalStateException if the issuer is offline
   */
  public void jwksResponder(@Nullable Function<TestRequest, TestResponse> responder) {
    server();
    jwks.respondBy(responder);
  }

  /**
   * Answers requests for metadata, at either path, with something else from now on.
   *
   * @param response the answer to each request, or null for the true metadata again
   * @throws IllegalStateException if the issuer is offline
   */
  public void discoveryResponse(@Nullable TestResponse response) {
    discoveryResponder(always(response));
  }

  /**
   * Answers requests for metadata, at either path, with what is made for each of them from now on.
   *
   * @param responder makes the answer to a request, under the terms of {@link #jwksResponder}; null
   *     for the true metadata again
   * @throws IllegalStateException if the issuer is offline
   */
  public void discoveryResponder(@Nullable Function<TestRequest, TestResponse> responder) {
    server();
    openIdConfiguration.respondBy(responder);
    authorizationServerMetadata.respondBy(responder);
  }

  /**
   * Answers all other requests with what is made for each of them from now on: those for other
   * paths, such as the ends of redirects, and those that ask a proxy to {@code CONNECT}.
   *
   * @param responder makes the answer to a request, under the terms of {@link #jwksResponder}; null
   *     for status 404 again
   * @throws IllegalStateException if the issuer is offline
   */
  public void otherResponder(@Nullable Function<TestRequest, TestResponse> responder) {
    server();
    elsewhere.respondBy(responder);
  }

  private static @Nullable Function<TestRequest, TestResponse> always(
      @Nullable TestResponse response) {
    return response == null ? null : request -> response;
  }

  /** {@return how many requests for the JWK Set have come, of whatever outcome; 0 if offline} */
  public long jwksRequests() {
    return jwks.requests();
  }

  /** {@return how many requests for metadata have come, at both paths together; 0 if offline} */
  public long discoveryRequests() {
    return openIdConfiguration.requests() + authorizationServerMetadata.requests();
  }

  /**
   * The requests that have come, at any path and of whatever outcome, in their order.
   *
   * @return the latest 10,000 at the moment, the oldest first; none if offline
   */
  public List<TestRequest> requests() {
    return site.requests();
  }

  /**
   * Forgets the requests that have come, for a test that runs long and watches its memory. They
   * stay counted.
   */
  public void forgetRequests() {
    site.forgetRequests();
  }

  /**
   * Refuses connections from now on, and closes those that are open, whatever they are at. The port
   * stays taken, so that nobody else answers there.
   *
   * @throws IllegalStateException if the issuer is offline or closed
   * @throws java.io.UncheckedIOException if somebody else has taken the port
   */
  public void disconnect() {
    server().disconnect();
  }

  /**
   * Has connects hang from now on, and closes the connections that are open, whatever they are at.
   * The system drops the SYNs of new connections, because as many as may wait do so already; a
   * client can only time out. Linux does that; other systems may refuse instead.
   *
   * @throws IllegalStateException if the issuer is offline or closed
   * @throws java.io.UncheckedIOException if the system lets any number of connections wait, or
   *     somebody else has taken the port; connects are refused then
   */
  public void dropConnects() {
    server().dropConnects();
  }

  /**
   * Listens again after {@link #disconnect} or {@link #dropConnects}, on the same port; changes
   * nothing if it does already.
   *
   * @throws IllegalStateException if the issuer is offline or closed
   * @throws java.io.UncheckedIOException if somebody else has taken the port
   */
  public void reconnect() {
    server().start();
  }

  /**
   * Closes the connections that are open between two requests, by a FIN, and goes on to listen. An
   * answer whose last octet was sent before counts as the end of its request.
   *
   * @throws IllegalStateException if the issuer is offline
   */
  public void closeIdleConnections() {
    server().closeIdleConnections();
  }

  private IssuerServer server() {
    if (server == null) {
      throw new IllegalStateException("the issuer is offline; start() makes one with a server");
    }
    return server;
  }

  /**
   * Closes the server with its connections, and waits for its threads to end, up to some seconds
   * for a responder that does not heed its interruption. Keys and tokens stay usable.
   */
  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }

  /** Names the issuer. */
  @Override
  public String toString() {
    return "TestIssuer[" + issuer + "]";
  }
}
