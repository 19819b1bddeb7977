// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;

/**
 * An issuer of tokens for tests. It publishes its keys, {@linkplain #start() over HTTP on loopback}
 * or {@linkplain #offline in memory}, and signs tokens with them. Thread-safe.
 *
 * <p>It has a key of its {@linkplain Builder#algorithm algorithm}, which is created when the keys
 * are first read or a token is first signed. A key of another algorithm is added by the first token
 * that it signs. A test that uses or publishes another key before has no other.
 *
 * <p>Over HTTP it serves the metadata of OpenID Connect Discovery 1.0 at {@code
 * /.well-known/openid-configuration}, that of RFC 8414 at {@code
 * /.well-known/oauth-authorization-server}, and the JWK Set at {@code /jwks}, with an entity tag.
 * The next response reflects a change of the keys; the key source of a validator decides when it
 * refreshes them. The server ignores the query of a request, and also serves requests as to a
 * proxy.
 *
 * <p>It can be made to fail: {@link #jwksResponse}, {@link #jwksResponses} and {@link
 * #jwksResponder}, and their counterparts for metadata, replace responses; {@link #disconnect},
 * {@link #dropConnects} and {@link #closeIdleConnections} affect connections. {@link #recover} ends
 * all of this. In tests with JUnit, {@link TestIssuerExtension} starts, recovers and stops an
 * issuer.
 *
 * <p>No two issuers share a key. As in practice, Key IDs are unique only within one issuer.
 */
public final class TestIssuer implements AutoCloseable {

  /** The default audience of tokens: {@code test-api}. */
  public static final String AUDIENCE = "test-api";

  private static final String JWKS_PATH = "/jwks";

  /** Shorter than any test takes from one fetch to the next. */
  private static final Duration AT_ONCE = Duration.ofNanos(1);

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

  private final SignatureAlgorithm algorithm;
  private final String audience;
  private final KeyRing keys;

  /** Creates an issuer without a server. */
  private TestIssuer(Builder options, String issuer) {
    this.server = null;
    this.certificate = null;
    this.issuer = issuer;
    this.algorithm = options.algorithm;
    this.audience = options.audience;
    this.keys = new KeyRing(algorithm);
  }

  /** Creates an issuer with a server, with TLS if there is a certificate. */
  private TestIssuer(Builder options) {
    this.certificate = options.certificate;
    this.server =
        new IssuerServer(
            certificate == null ? null : certificate.serverContext().getSocketFactory(), site);
    this.issuer =
        (certificate != null ? "https://localhost:" : "http://127.0.0.1:") + server.port();
    this.algorithm = options.algorithm;
    this.audience = options.audience;
    this.keys = new KeyRing(algorithm);
  }

  /**
   * Configures an issuer.
   *
   * @return a builder with the defaults
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts an issuer with the defaults of {@link Builder} and an HTTP server on a free port of
   * 127.0.0.1. Its threads are daemons, and it serves until it is closed.
   *
   * @return the issuer, whose identifier is {@code http://127.0.0.1:} and the port
   * @throws java.io.UncheckedIOException if there is no free port
   */
  public static TestIssuer start() {
    return builder().start();
  }

  /**
   * Starts an issuer with an HTTPS server, otherwise as {@link #start()}. A client trusts it with
   * {@link TestCertificate#sslContext()}.
   *
   * @param certificate the certificate of the server, which need not be valid
   * @return the issuer, whose identifier is {@code https://localhost:} and the port
   * @throws java.io.UncheckedIOException if there is no free port
   */
  public static TestIssuer startTls(TestCertificate certificate) {
    return builder().certificate(certificate).start();
  }

  /**
   * Creates an issuer with the defaults of {@link Builder} and without a server; its {@link
   * #keySource()} is in memory.
   *
   * @param issuer the issuer identifier, any text
   * @return the issuer
   */
  public static TestIssuer offline(String issuer) {
    return builder().offline(issuer);
  }

  /** {@return the issuer identifier, which is the claim {@code iss} of tokens} */
  public String issuer() {
    return issuer;
  }

  /**
   * Returns the URI of the JWK Set.
   *
   * @return the URI
   * @throws IllegalStateException if the issuer is offline
   */
  public URI jwksUri() {
    server();
    return URI.create(issuer + JWKS_PATH);
  }

  /** {@return the algorithm by which tokens are signed and keys are rotated by default} */
  public SignatureAlgorithm algorithm() {
    return algorithm;
  }

  /** {@return the audience for which tokens are issued by default} */
  public String audience() {
    return audience;
  }

  /**
   * Configures a validator that trusts only this issuer, for its {@link #audience()}. Its warm-up
   * fetches keys and trains nothing, since tests need not be fast from the first token on.
   *
   * @return a new builder at each call
   */
  public TokenValidator.Builder validator() {
    return TokenValidator.builder()
        .issuer(config().audience(audience).build())
        .maxTraining(Duration.ZERO);
  }

  /**
   * Returns a configuration for this issuer with a new {@link #keySource()}; an audience must still
   * be added. For another key source start with {@link IssuerConfig#builder}.
   *
   * @return a new builder at each call
   */
  public IssuerConfig.Builder config() {
    return IssuerConfig.builder(issuer).keySource(keySource());
  }

  /**
   * Returns a source of the published keys. It discovers and fetches them with the library's own
   * HTTP client; for an offline issuer, it always has the currently published keys.
   *
   * <p>Unlike a source with the defaults, it does not pause between two fetches for unknown keys,
   * nor after a fetch that failed: a test sees the second of two rotations, and the end of an
   * outage, at once. A withdrawn key remains in use until the next fetch, for example that for a
   * token of a new key.
   *
   * @return a new source at each call, because a source belongs to one validator
   */
  public KeySource keySource() {
    if (server == null) {
      return new MemoryKeySource(keys);
    }
    HttpKeySource.Builder source =
        HttpKeySource.discovered(issuer)
            .allowLoopbackHttp()
            .unknownKeyCooldown(AT_ONCE)
            .retryBackoff(AT_ONCE, AT_ONCE);
    return certificate == null
        ? source.build()
        : source.sslContext(certificate.sslContext()).build();
  }

  /**
   * Returns the published keys. A key that stays published is equal at each call.
   *
   * @return the set
   * @throws IllegalStateException if no published key is acceptable to the library
   */
  public JwkSet jwkSet() {
    return keys.jwkSet();
  }

  /**
   * Returns the published JWK Set document.
   *
   * @return the JSON text (RFC 7517 section 5); without keys only if all were withdrawn
   */
  public String jwkSetJson() {
    return keys.json();
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
                    keys.published().stream()
                        .map(key -> key.algorithm().joseName())
                        .distinct()
                        .toList()))));
  }

  /**
   * Returns the current signing key of the default algorithm.
   *
   * @return the key
   */
  public TestKey key() {
    return keys.key(algorithm);
  }

  /**
   * Returns the current signing key of an algorithm, which is created and published on first use.
   *
   * @param of the algorithm
   * @return the key
   * @throws IllegalArgumentException if the running JDK does not have the algorithm
   */
  public TestKey key(SignatureAlgorithm of) {
    return keys.key(of);
  }

  /**
   * Publishes a new key of the default algorithm in addition to the others, and signs with it from
   * now on.
   *
   * @return the new key
   * @throws IllegalStateException if 100 keys are published, which is as many as a validator reads
   */
  public TestKey rotate() {
    return keys.rotate(algorithm);
  }

  /**
   * Publishes a new key in addition to the others, and signs with it from now on.
   *
   * @param of the algorithm whose key is rotated
   * @return the new key
   * @throws IllegalArgumentException if the issuer never had a key of the algorithm, because such a
   *     rotation would change no token
   * @throws IllegalStateException if 100 keys are published, which is as many as a validator reads
   */
  public TestKey rotate(SignatureAlgorithm of) {
    return keys.rotate(of);
  }

  /**
   * Creates a key with a unique Key ID, which the issuer does not publish. The issuer signs with it
   * only for {@link TokenBuilder#signedBy}.
   *
   * @param of the algorithm
   * @return a new key at each call
   * @throws IllegalArgumentException if the running JDK does not have the algorithm
   */
  public TestKey unpublishedKey(SignatureAlgorithm of) {
    return keys.unpublished(of);
  }

  /**
   * Publishes any key, such as one with the Key ID of another key or one too weak to be accepted.
   * The issuer signs with it only for {@link TokenBuilder#signedBy}.
   *
   * @param key the key
   * @throws IllegalArgumentException if the same key is already published
   */
  public void publish(TestKey key) {
    keys.publish(key);
  }

  /**
   * Withdraws a key from the published set. If it was the current signing key, the next token of
   * its algorithm gets a new key.
   *
   * @param key the key
   * @throws IllegalArgumentException if the key is not published
   */
  public void withdraw(TestKey key) {
    keys.withdraw(key);
  }

  /**
   * Starts a token of this issuer, which is valid by default: for its {@link #audience()}, and
   * signed by its {@link #algorithm()}.
   *
   * @return a new builder at each call
   */
  public TokenBuilder token() {
    return new TokenBuilder(this);
  }

  /**
   * Replaces the response to requests for the JWK Set.
   *
   * @param response the response, or null to serve the JWK Set again
   * @throws IllegalStateException if the issuer is offline
   */
  public void jwksResponse(@Nullable TestResponse response) {
    jwksResponder(always(response));
  }

  /**
   * Replaces the response to requests for the JWK Set by several responses, which are sent in turn.
   *
   * @param first the response to the first request
   * @param next the responses to the next requests, after which the first is sent again
   * @throws IllegalStateException if the issuer is offline
   */
  public void jwksResponses(TestResponse first, TestResponse... next) {
    List<TestResponse> responses = Stream.concat(Stream.of(first), Stream.of(next)).toList();
    AtomicLong turn = new AtomicLong();
    jwksResponder(request -> responses.get((int) (turn.getAndIncrement() % responses.size())));
  }

  /**
   * Replaces the response to requests for the JWK Set by one that is computed for each request.
   *
   * @param responder computes the response on the thread of the connection, so that calls may be
   *     concurrent; an exception becomes the body of a response with status 500; null to serve the
   *     JWK Set again
   * @throws IllegalStateException if the issuer is offline
   */
  public void jwksResponder(@Nullable Function<TestRequest, TestResponse> responder) {
    server();
    jwks.respondBy(responder);
  }

  /**
   * Replaces the response to requests for metadata at both paths.
   *
   * @param response the response, or null to serve the metadata again
   * @throws IllegalStateException if the issuer is offline
   */
  public void discoveryResponse(@Nullable TestResponse response) {
    discoveryResponder(always(response));
  }

  /**
   * Replaces the response to requests for metadata at both paths by a computed one.
   *
   * @param responder computes the response, as for {@link #jwksResponder}; null to serve the
   *     metadata again
   * @throws IllegalStateException if the issuer is offline
   */
  public void discoveryResponder(@Nullable Function<TestRequest, TestResponse> responder) {
    server();
    openIdConfiguration.respondBy(responder);
    authorizationServerMetadata.respondBy(responder);
  }

  /**
   * Replaces the response to all other requests: those for other paths, such as targets of
   * redirects, and {@code CONNECT} requests to a proxy.
   *
   * @param responder computes the response, as for {@link #jwksResponder}; null for status 404
   *     again
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

  /** {@return the number of requests for the JWK Set, whatever the response; 0 if offline} */
  public long jwksRequests() {
    return jwks.requests();
  }

  /** {@return the number of requests for metadata at both paths; 0 if offline} */
  public long discoveryRequests() {
    return openIdConfiguration.requests() + authorizationServerMetadata.requests();
  }

  /**
   * Returns the requests for all paths, whatever the response.
   *
   * @return a copy of the latest 10,000 requests, oldest first; empty if offline
   */
  public List<TestRequest> requests() {
    return site.requests();
  }

  /** Clears the log of requests, for long tests with limited memory. Does not reset the counts. */
  public void forgetRequests() {
    site.forgetRequests();
  }

  /**
   * Refuses new connections and closes all open ones, even during a response. The port stays bound,
   * so that the system gives it to no program that asks for any free one.
   *
   * @throws IllegalStateException if the issuer is offline or closed
   * @throws java.io.UncheckedIOException if another program has taken the port
   */
  public void disconnect() {
    server().disconnect();
  }

  /**
   * Makes new connections hang and closes all open ones, even during a response. The system drops
   * the SYNs of new connections because the backlog is full, so that a client can only time out.
   * This is the behavior of Linux; other systems may refuse connections instead.
   *
   * @throws IllegalStateException if the issuer is offline or closed
   * @throws java.io.UncheckedIOException if the system does not limit the backlog, or another
   *     program has taken the port; connections are refused in both cases
   */
  public void dropConnects() {
    server().dropConnects();
  }

  /**
   * Accepts connections again after {@link #disconnect} or {@link #dropConnects}, on the same port;
   * has no effect otherwise.
   *
   * @throws IllegalStateException if the issuer is offline or closed
   * @throws java.io.UncheckedIOException if another program has taken the port
   */
  public void reconnect() {
    server().start();
  }

  /**
   * Closes idle connections by a FIN and continues to listen. A connection is idle from the last
   * octet of a response on until its next request.
   *
   * @throws IllegalStateException if the issuer is offline
   */
  public void closeIdleConnections() {
    server().closeIdleConnections();
  }

  /**
   * Ends every failure that a test has commanded: serves its own documents again, and accepts
   * connections. Keys, counts and the log of requests stay as they are. Has no effect if offline.
   *
   * @throws IllegalStateException if the issuer is closed
   * @throws java.io.UncheckedIOException if another program has taken the port
   */
  public void recover() {
    if (server != null) {
      jwksResponder(null);
      discoveryResponder(null);
      otherResponder(null);
      server.start();
    }
  }

  /** Stops serving, until {@link #recover}; has no effect if offline. */
  void pause() {
    if (server != null) {
      server.disconnect();
    }
  }

  /** Whether it can serve no more; an issuer without a server is never closed. */
  boolean isClosed() {
    return server != null && server.isClosed();
  }

  private IssuerServer server() {
    if (server == null) {
      throw new IllegalStateException("the issuer is offline; start() creates one with a server");
    }
    return server;
  }

  /**
   * Closes the server and its connections, and waits for its threads to end, but only some seconds
   * for a responder that ignores its interruption. Keys and tokens stay usable.
   */
  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }

  /** Returns a description with the issuer identifier. */
  @Override
  public String toString() {
    return "TestIssuer[" + issuer + "]";
  }

  /** Options of a {@link TestIssuer}. Not thread-safe. */
  public static final class Builder {

    private SignatureAlgorithm algorithm = SignatureAlgorithm.ES256;
    private String audience = AUDIENCE;
    private @Nullable TestCertificate certificate;

    private Builder() {}

    /**
     * Sets the algorithm of the first key, by which tokens are signed and keys are rotated unless a
     * call names another; by default {@code ES256}.
     *
     * @param chosen the algorithm
     * @return this builder
     */
    public Builder algorithm(SignatureAlgorithm chosen) {
      algorithm = Objects.requireNonNull(chosen, "chosen");
      return this;
    }

    /**
     * Sets the audience of tokens, usually the resource server under test; by default {@link
     * #AUDIENCE}.
     *
     * @param name the audience
     * @return this builder
     */
    public Builder audience(String name) {
      audience = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * Serves over HTTPS; by default, over HTTP.
     *
     * @param served the certificate of the server, which need not be valid
     * @return this builder
     */
    public Builder certificate(TestCertificate served) {
      certificate = Objects.requireNonNull(served, "served");
      return this;
    }

    /**
     * Starts an issuer with a server on a free port of 127.0.0.1. Its threads are daemons, and it
     * serves until it is closed.
     *
     * @return a new issuer at each call
     * @throws IllegalArgumentException if the running JDK does not have the algorithm
     * @throws java.io.UncheckedIOException if there is no free port
     */
    public TestIssuer start() {
      checkAlgorithm();
      TestIssuer issuer = new TestIssuer(this);
      // Only once the issuer is complete, because responses use it.
      issuer.server().start();
      return issuer;
    }

    /**
     * Creates an issuer without a server; its {@link #keySource()} is in memory.
     *
     * @param issuer the issuer identifier, any text
     * @return a new issuer at each call
     * @throws IllegalArgumentException if the running JDK does not have the algorithm, or a
     *     certificate was given
     */
    public TestIssuer offline(String issuer) {
      Objects.requireNonNull(issuer, "issuer");
      checkAlgorithm();
      if (certificate != null) {
        throw new IllegalArgumentException(
            "certificate: given for an issuer without a server; omit it, or call start()");
      }
      return new TestIssuer(this, issuer);
    }

    private void checkAlgorithm() {
      if (!algorithm.isAvailable()) {
        throw new IllegalArgumentException(
            "algorithm: this JDK does not have "
                + algorithm.joseName()
                + "; choose another, or use a newer JDK");
      }
    }
  }
}
