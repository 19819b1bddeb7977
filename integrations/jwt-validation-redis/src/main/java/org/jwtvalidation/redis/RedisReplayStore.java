// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.ReplayKey;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.internal.options.Bounds;
import org.jwtvalidation.token.UndecidedException;

/**
 * Remembers used proofs in Redis or Valkey, so that a proof can be used once at all nodes of a
 * service together. One command for each proof, {@code SET key value NX PX milliseconds}, and
 * {@code GET} if there is such a key. The value is random: by it, a command that the client has
 * sent again, since the answer was lost, is told from a replay. Thread-safe.
 *
 * <pre>{@code
 * RedisReplayStore store = RedisReplayStore.builder("rediss://redis.example:6379").build();
 * }</pre>
 *
 * <p>It never blocks, and never takes a proof for new when it is unsure: if the server does not
 * answer in time, refuses the command, or the connection breaks, the stage ends with {@link
 * UndecidedException}, and the request is answered 503. After several failures in a row, calls fail
 * at once, except for one after each pause, until one succeeds. A server that cannot be reached
 * does not stop a service from starting. The first connection is begun when the store is built, so
 * that the first proof need not wait for it; {@link #isConnected()} tells whether it is there.
 * Others are made when they are needed.
 *
 * <p>Stages complete on threads of Lettuce, or of the library if the time is up. The server must
 * not evict keys: {@code maxmemory-policy noeviction}, its default. If it loses keys, by a failover
 * or {@code FLUSHALL}, their proofs can be used a second time until they expire.
 */
public final class RedisReplayStore implements ReplayStore, AutoCloseable {

  private static final GuardedLogger LOGGER = new GuardedLogger(RedisReplayStore.class.getName());

  /** Proofs are remembered longer than asked by this, since the clocks of nodes differ. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(10);

  /** Longer than any proof is good for, and short enough for the server to compute with. */
  private static final Duration LONGEST = Duration.ofDays(3650);

  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final String server;
  private final RedisClient client;
  private final boolean ownsClient;
  private final OwnThreads threads = new OwnThreads(LOGGER);
  private final ReplayCommand command = new ReplayCommand();
  private final Link link;
  private final Circuit circuit;
  private final String keyPrefix;
  private final Duration commandTimeout;
  private final Duration pause;
  private final InstantSource clock;
  private volatile boolean closed;

  private RedisReplayStore(Builder options) {
    this.server = withoutUserInformation(options.uri);
    this.ownsClient = options.client == null;
    this.client = options.client == null ? ownClient(options) : options.client;
    this.link = new Link(client, options.uri, options.connectTimeout, threads);
    this.circuit = new Circuit(options.failures, options.pause, System::nanoTime);
    this.keyPrefix = options.keyPrefix;
    this.commandTimeout = options.commandTimeout;
    this.pause = options.pause;
    this.clock = options.clock;
    var unused = link.connection();
  }

  /** Lettuce masks a password by as many asterisks as it is long, and shows the user. */
  static String withoutUserInformation(RedisURI uri) {
    return uri.toString().replaceFirst("//[^?]*@", "//");
  }

  /** A client that sends a command once or not at all: the link makes new connections. */
  private static RedisClient ownClient(Builder options) {
    RedisClient client = RedisClient.create();
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false)
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .socketOptions(SocketOptions.builder().connectTimeout(options.connectTimeout).build())
            .build());
    return client;
  }

  /**
   * Configures a store with a client of its own.
   *
   * @param uri the server, such as {@code rediss://user:password@redis.example:6379/0}; {@code
   *     redis-sentinel://…} for one that sentinels name
   * @return a builder with the defaults
   * @throws IllegalArgumentException if the text is not such a URI
   */
  public static Builder builder(String uri) {
    try {
      return builder(RedisURI.create(uri));
    } catch (IllegalArgumentException e) {
      // Without the text, which may contain a password, and without the cause, which may quote it.
      throw new IllegalArgumentException(
          "uri: not the URI of a Redis server; write redis://host:6379, or rediss:// for TLS");
    }
  }

  /**
   * Configures a store with a client of its own.
   *
   * @param uri the server
   * @return a builder with the defaults
   */
  public static Builder builder(RedisURI uri) {
    return new Builder(null, uri);
  }

  /**
   * Configures a store that makes its connections by a client of the application, with the options
   * of that client, and does not close it.
   *
   * @param client the client; its options should bound the time to connect
   * @param uri the server
   * @return a builder with the defaults
   */
  public static Builder builder(RedisClient client, RedisURI uri) {
    return new Builder(Objects.requireNonNull(client, "client"), uri);
  }

  @Override
  public CompletionStage<Answer> remember(ReplayKey key, Instant until) {
    String name = keyPrefix + key.text();
    long milliseconds = milliseconds(until);
    if (closed) {
      return CompletableFuture.failedStage(new IllegalStateException("the store is closed"));
    }
    boolean wasConnected = link.isEstablished();
    Circuit.Permit permit = circuit.admit();
    if (permit == null) {
      return CompletableFuture.failedStage(
          new UndecidedException(
              "no answer from " + server + " lately", null, circuit.untilProbe()));
    }
    return asked(name, milliseconds)
        .handle((answer, failure) -> decided(permit, wasConnected, answer, failure));
  }

  private CompletableFuture<Answer> asked(String key, long milliseconds) {
    try {
      CompletableFuture<Answer> answer =
          link.connection().thenCompose(connection -> command.send(connection, key, milliseconds));
      threads.limit(answer, commandTimeout.toNanos());
      return answer;
    } catch (Throwable e) {
      // Whatever it is, such as a thread that cannot be started: the circuit waits for each end.
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Tells whether there is a connection to the server, for the readiness of a service: until then,
   * proofs have to wait for it, and are undecided if that takes longer than {@link
   * Builder#commandTimeout}. If the connection was lost, this begins another. Never blocks.
   *
   * @return whether the store is connected; false if it is closed
   */
  public boolean isConnected() {
    return !closed && link.isConnected();
  }

  private long milliseconds(Instant until) {
    Duration asked;
    Instant now = clock.instant();
    if (until.isBefore(now)) {
      asked = Duration.ZERO;
    } else if (until.isAfter(now.plus(LONGEST))) {
      asked = LONGEST;
    } else {
      asked = Duration.between(now, until);
    }
    return asked.plus(CLOCKS_DIFFER).toMillis();
  }

  private Answer decided(
      Circuit.Permit permit,
      boolean wasConnected,
      @Nullable Answer answer,
      @Nullable Throwable failure) {
    if (answer != null) {
      if (circuit.succeeded(permit)) {
        threads.log(Level.INFO, () -> server + " answers again");
      }
      return answer;
    }
    boolean opened = circuit.failed(permit);
    UndecidedException undecided = undecided(failure);
    if (wasConnected && (opened || permit == Circuit.Permit.PROBE)) {
      // It may be lost without notice. One made meanwhile has had less than the time for a command.
      link.drop();
    }
    if (opened && !closed) {
      threads.log(
          Level.WARNING,
          () ->
              undecided.getMessage()
                  + "; proofs are undecided until it answers, next attempt in "
                  + pause.toMillis()
                  + " ms");
    }
    throw undecided;
  }

  private UndecidedException undecided(@Nullable Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String what =
        cause instanceof TimeoutException
            ? "no answer within " + commandTimeout.toMillis() + " ms"
            : String.valueOf(cause);
    return new UndecidedException(server + ": " + what, cause, null);
  }

  /**
   * Closes the connection, and the client unless it is the application's. Waits up to 2 seconds.
   */
  @Override
  public void close() {
    closed = true;
    if (ownsClient) {
      client.shutdown(Duration.ZERO, CLOSING);
    } else {
      link.close();
    }
  }

  /** Shows the server, without user and password. */
  @Override
  public String toString() {
    return "RedisReplayStore[" + server + "]";
  }

  /** Options of a {@link RedisReplayStore}. Not thread-safe. */
  public static final class Builder {

    private static final int LONGEST_PREFIX = 100;

    private final @Nullable RedisClient client;
    private final RedisURI uri;
    private String keyPrefix = "jwt-pop:";
    private Duration commandTimeout = Duration.ofMillis(200);
    private Duration connectTimeout = Duration.ofSeconds(2);
    private int failures = 5;
    private Duration pause = Duration.ofSeconds(1);
    private InstantSource clock = Clock.systemUTC();

    private Builder(@Nullable RedisClient client, RedisURI uri) {
      this.client = client;
      this.uri = Objects.requireNonNull(uri, "uri");
    }

    /**
     * Sets what the keys begin with; {@code jwt-pop:} by default. Nodes that share proofs need the
     * same, others another.
     *
     * @param prefix 1 to 100 visible ASCII characters
     * @return this builder
     * @throws IllegalArgumentException if it is empty or too long, or has other characters
     */
    public Builder keyPrefix(String prefix) {
      if (prefix.isEmpty()
          || prefix.length() > LONGEST_PREFIX
          || !prefix.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
        throw new IllegalArgumentException(
            "keyPrefix: not 1 to 100 visible ASCII characters; choose such, for example orders:pop:");
      }
      keyPrefix = prefix;
      return this;
    }

    /**
     * Sets how long a request waits for the answer, including the connection if there is none; 200
     * ms by default.
     *
     * @param time from 1 ms to 10 s
     * @return this builder
     * @throws IllegalArgumentException if the time is out of range
     */
    public Builder commandTimeout(Duration time) {
      commandTimeout =
          checked("commandTimeout", time, Duration.ofMillis(1), Duration.ofSeconds(10));
      return this;
    }

    /**
     * Sets how long an attempt to connect may take; 2 seconds by default. Requests do not wait for
     * it longer than for an answer.
     *
     * @param time from 1 ms to 1 minute
     * @return this builder
     * @throws IllegalArgumentException if the time is out of range
     */
    public Builder connectTimeout(Duration time) {
      connectTimeout = checked("connectTimeout", time, Duration.ofMillis(1), Duration.ofMinutes(1));
      return this;
    }

    /**
     * Sets how many calls in a row have to fail before calls fail at once; 5 by default.
     *
     * @param calls the number, from 1 to 1,000
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder failuresInARow(int calls) {
      failures = Bounds.check("failuresInARow", calls, 1, 1000, "choose a number between");
      return this;
    }

    /**
     * Sets the time from one attempt to the next while calls fail; 1 second by default.
     *
     * @param time from 10 ms to 5 minutes
     * @return this builder
     * @throws IllegalArgumentException if the time is out of range
     */
    public Builder pause(Duration time) {
      pause = checked("pause", time, Duration.ofMillis(10), Duration.ofMinutes(5));
      return this;
    }

    /**
     * Sets the clock; the system clock by default. It should be the one that decides how old a
     * proof may be.
     *
     * @param source the clock, read once for each proof
     * @return this builder
     */
    public Builder clock(InstantSource source) {
      clock = Objects.requireNonNull(source, "source");
      return this;
    }

    private static Duration checked(String option, Duration time, Duration least, Duration most) {
      return Bounds.check(option, time, least, most, "choose a time between");
    }

    /**
     * Creates a store and begins to connect, without waiting for the connection.
     *
     * @return a new store at each call
     */
    public RedisReplayStore build() {
      return new RedisReplayStore(this);
    }
  }
}
