package org.jwtvalidation.testkit;

import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.jwk.HttpKeySource;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.KeySource;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * An issuer of tokens for tests. It makes its keys when they are first needed and publishes them,
 * {@linkplain #start() over HTTP on loopback} or {@linkplain #offline in memory}. Thread-safe.
 *
 * <p>Over HTTP it serves the metadata of OpenID Connect Discovery 1.0 at {@code
 * /.well-known/openid-configuration}, that of RFC 8414 at {@code
 * /.well-known/oauth-authorization-server}, and the JWK Set at {@code /jwks}. A change to the keys
 * is in the next response; when a validator asks for that is up to its key source.
 *
 * <p>Every issuer has keys of its own, which no other issuer shares; their Key IDs are unlike only
 * within one issuer, as in real life.
 */
public final class TestIssuer implements AutoCloseable {

  /** The audience of tokens that were not given another: {@code test-api}. */
  public static final String AUDIENCE = "test-api";

  private static final String JWKS_PATH = "/jwks";

  private final String issuer;
  private final @Nullable IssuerServer server;
  private final IssuerServer.Endpoint jwks;
  private final IssuerServer.Endpoint openIdConfiguration;
  private final IssuerServer.Endpoint authorizationServerMetadata;

  private final ReentrantLock changing = new ReentrantLock();
  private final Map<SignatureAlgorithm, TestKey> current = new EnumMap<>(SignatureAlgorithm.class);
  private int keysMade; // guarded by changing, as is current
  private volatile List<TestKey> published = List.of();
  private volatile @Nullable Snapshot snapshot;

  /** The key set of {@code keys}, so that it is parsed once. */
  private record Snapshot(List<TestKey> keys, JwkSet jwkSet) {}

  private TestIssuer(String issuer, @Nullable IssuerServer server) {
    this.issuer = issuer;
    this.server = server;
    this.jwks =
        new IssuerServer.Endpoint(
            JWKS_PATH,
            () ->
                TestResponse.json(jwkSetJson()).header("Content-Type", "application/jwk-set+json"));
    this.openIdConfiguration =
        new IssuerServer.Endpoint(
            "/.well-known/openid-configuration", () -> TestResponse.json(metadata()));
    this.authorizationServerMetadata =
        new IssuerServer.Endpoint(
            "/.well-known/oauth-authorization-server", () -> TestResponse.json(metadata()));
  }

  /**
   * Starts an issuer with an HTTP server on a free port of 127.0.0.1. Its threads are daemons, and
   * it serves until it is closed.
   *
   * @return the issuer, whose identifier is {@code http://127.0.0.1:} and the port
   * @throws java.io.UncheckedIOException if there is no free port
   */
  public static TestIssuer start() {
    IssuerServer server = new IssuerServer();
    TestIssuer started = new TestIssuer(server.origin(), server);
    server.start(started.jwks, started.openIdConfiguration, started.authorizationServerMetadata);
    return started;
  }

  /**
   * An issuer without a server; its {@link #keySource()} is in memory.
   *
   * @param issuer the issuer identifier, any text
   * @return the issuer
   */
  public static TestIssuer offline(String issuer) {
    return new TestIssuer(issuer, null);
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
    return URI.create(server().origin() + JWKS_PATH);
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
    return server == null
        ? this::jwkSet
        : HttpKeySource.discovered(issuer).allowLoopbackHttp().build();
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
      JwkSet jwkSet = JwkSet.parse(jwkSetJson());
      Snapshot next =
          new Snapshot(published, previous == null ? jwkSet : jwkSet.retaining(previous.jwkSet));
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

  private String metadata() {
    String origin = server().origin();
    return JsonWriter.json(
        new TreeMap<>(
            Map.of(
                "issuer",
                issuer,
                "authorization_endpoint",
                origin + "/authorize",
                "token_endpoint",
                origin + "/token",
                "jwks_uri",
                origin + JWKS_PATH,
                "response_types_supported",
                List.of("code"),
                "subject_types_supported",
                List.of("public"),
                "id_token_signing_alg_values_supported",
                published.stream().map(key -> key.algorithm().joseName()).distinct().toList())));
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
    server();
    jwks.respondWith(response);
  }

  /**
   * Answers requests for metadata, at either path, with something else from now on.
   *
   * @param response the answer to each request, or null for the true metadata again
   * @throws IllegalStateException if the issuer is offline
   */
  public void discoveryResponse(@Nullable TestResponse response) {
    server();
    openIdConfiguration.respondWith(response);
    authorizationServerMetadata.respondWith(response);
  }

  /** {@return how many requests for the JWK Set have come, of whatever outcome; 0 if offline} */
  public long jwksRequests() {
    return jwks.requests();
  }

  /** {@return how many requests for metadata have come, at both paths together; 0 if offline} */
  public long discoveryRequests() {
    return openIdConfiguration.requests() + authorizationServerMetadata.requests();
  }

  private IssuerServer server() {
    if (server == null) {
      throw new IllegalStateException("the issuer is offline; start() makes one with a server");
    }
    return server;
  }

  /** Closes the server with its connections. Keys and tokens stay usable. */
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
