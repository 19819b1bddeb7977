package org.jwtvalidation.jwk;

import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;

/**
 * The JWK Set of an HTTP endpoint, which is configured or discovered from the issuer's metadata.
 * Thread-safe.
 *
 * <p>The set is fetched when it is first asked for, ahead of its refresh interval in the
 * background, and for a token of an unknown key, this at most once a cooldown. However many callers
 * wait, one fetch is under way. A fetch that fails leaves the last good set in force until its hard
 * expiry. Redirects are not followed; nothing that a token says has a part in where a fetch goes.
 */
public final class HttpKeySource implements KeySource {

  private static final System.Logger LOGGER = System.getLogger(HttpKeySource.class.getName());

  /**
   * Between two fetches while there are no keys at all, and every caller would like to start the
   * next.
   */
  private static final long RETRY_WITHOUT_KEYS = TimeUnit.SECONDS.toNanos(1);

  /** The share of the refresh interval after which the next set is fetched in the background. */
  private static final double REFRESH_AHEAD = 0.8;

  /** A set and when it arrived. */
  private record Fetched(JwkSet jwkSet, long at) {}

  private final String name;
  private final JwkSetEndpoint endpoint;
  private final LongSupplier nanoTime;
  private final long totalTimeout;
  private final long refreshAhead;
  private final long retryInterval;
  private final long unknownKeyCooldown;
  private final long hardExpiry;

  private final AtomicReference<@Nullable CompletableFuture<Fetched>> underWay =
      new AtomicReference<>();
  private volatile @Nullable Fetched fetched;
  private volatile long fetchAllowedAt;
  private volatile long unknownKeyFetchAllowedAt; // changed by whoever has a fetch under way
  private volatile boolean closed;

  private HttpKeySource(Builder builder) {
    this.name = builder.name;
    this.endpoint = builder.endpoint();
    this.nanoTime = builder.nanoTime;
    this.totalTimeout = builder.totalTimeout.toNanos();
    this.refreshAhead = (long) (builder.refreshInterval.toNanos() * REFRESH_AHEAD);
    this.retryInterval = builder.unknownKeyCooldown.toNanos();
    this.unknownKeyCooldown = builder.unknownKeyCooldown.toNanos();
    this.hardExpiry = builder.hardExpiry.toNanos();
    long now = nanoTime.getAsLong();
    this.fetchAllowedAt = now;
    this.unknownKeyFetchAllowedAt = now;
  }

  /**
   * Configures a source for the JWK Set at {@code uri}.
   *
   * @param uri an absolute {@code https} URI
   * @return a builder with the defaults
   */
  public static Builder jwksUri(URI uri) {
    return new Builder(uri.toString(), uri, null);
  }

  /**
   * Configures a source for the JWK Set that the issuer's metadata names: that of OpenID Connect
   * Discovery 1.0 section 4, else that of RFC 8414 section 3. The metadata must name the same
   * issuer.
   *
   * @param issuer the issuer identifier, an {@code https} URI
   * @return a builder with the defaults
   */
  public static Builder discovered(String issuer) {
    return new Builder(issuer, null, Objects.requireNonNull(issuer, "issuer"));
  }

  @Override
  public JwkSet jwkSet() {
    long now = nanoTime.getAsLong();
    Fetched current = fetched;
    if (current == null || now - current.at >= hardExpiry) {
      return awaited(current, now).jwkSet;
    }
    if (now - current.at >= refreshAhead && now - fetchAllowedAt >= 0) {
      var unused = fetch(current, false);
    }
    return current.jwkSet;
  }

  @Override
  public JwkSet refreshed(JwkSet seen) {
    Fetched current = fetched;
    if (current != null && current.jwkSet != seen) {
      return current.jwkSet;
    }
    long now = nanoTime.getAsLong();
    if (now - unknownKeyFetchAllowedAt < 0) {
      // Looked at in this order: a cooldown begins when its fetch is under way.
      CompletableFuture<Fetched> running = underWay.get();
      return running == null ? newestOr(seen) : newerOr(seen, running);
    }
    return newerOr(seen, fetch(current, true));
  }

  /** The set in force, which may have arrived while the caller still looked at {@code seen}. */
  private JwkSet newestOr(JwkSet seen) {
    Fetched current = fetched;
    return current == null ? seen : current.jwkSet;
  }

  /**
   * What {@code running} brings; a fetch that fails is no news, and {@code seen} stays in force.
   */
  private JwkSet newerOr(JwkSet seen, CompletableFuture<Fetched> running) {
    try {
      return await(running).jwkSet;
    } catch (KeysUnavailableException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return seen;
    }
  }

  /** What takes the place of {@code seen}, which is not there or has expired. */
  private Fetched awaited(@Nullable Fetched seen, long now) {
    CompletableFuture<Fetched> running = underWay.get();
    if (running == null) {
      Fetched arrived = fetched;
      if (arrived != null && !arrived.equals(seen)) {
        // Another caller's fetch has come and gone since this one looked.
        return arrived;
      }
      if (now - fetchAllowedAt < 0) {
        throw new KeysUnavailableException(
            "no keys of " + name + ": the last fetch failed, the next is due shortly", null);
      }
      running = fetch(seen, false);
    }
    return await(running);
  }

  private Fetched await(CompletableFuture<Fetched> running) {
    try {
      return running.get(totalTimeout, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KeysUnavailableException(
          "no keys of " + name + ": interrupted while waiting for them", e);
    } catch (TimeoutException e) {
      throw new KeysUnavailableException("no keys of " + name + ": not there in time", e);
    } catch (ExecutionException e) {
      throw new KeysUnavailableException("no keys of " + name + ": " + reason(e), e.getCause());
    }
  }

  /**
   * The fetch that is under way, maybe one that starts now; or the one that was done while the
   * caller still looked at {@code seen}. For an unknown key none starts within the cooldown.
   */
  private CompletableFuture<Fetched> fetch(@Nullable Fetched seen, boolean forUnknownKey) {
    CompletableFuture<Fetched> mine = new CompletableFuture<>();
    CompletableFuture<Fetched> other = underWay.compareAndExchange(null, mine);
    if (other != null) {
      return other;
    }
    Fetched arrived = fetched;
    if (arrived != null && !arrived.equals(seen)) {
      underWay.set(null);
      mine.complete(arrived);
      return mine;
    }
    if (forUnknownKey) {
      long now = nanoTime.getAsLong();
      if (now - unknownKeyFetchAllowedAt < 0) {
        underWay.set(null);
        mine.completeExceptionally(new IllegalStateException("cooling down"));
        return mine;
      }
      unknownKeyFetchAllowedAt = now + unknownKeyCooldown;
    }
    if (closed) {
      underWay.set(null);
      mine.completeExceptionally(new IllegalStateException("closed"));
      return mine;
    }
    var unused =
        endpoint
            .fetch(totalTimeout)
            .whenComplete((document, failure) -> finish(mine, document, failure));
    return mine;
  }

  private void finish(
      CompletableFuture<Fetched> fetch, byte @Nullable [] document, @Nullable Throwable failure) {
    Fetched current = fetched;
    Throwable problem = failure;
    Fetched next = null;
    if (document != null) {
      try {
        JwkSet parsed = JwkSet.parse(document);
        next =
            new Fetched(
                current == null ? parsed : parsed.retaining(current.jwkSet), nanoTime.getAsLong());
      } catch (RuntimeException e) {
        problem = e;
      }
    }
    long now = nanoTime.getAsLong();
    if (next != null) {
      fetched = next;
      fetchAllowedAt = now;
      underWay.set(null);
      logSkipped(next.jwkSet);
      fetch.complete(next);
    } else {
      fetchAllowedAt =
          now + (current == null ? Math.min(RETRY_WITHOUT_KEYS, retryInterval) : retryInterval);
      underWay.set(null);
      Throwable cause = problem == null ? new IllegalStateException("no document") : problem;
      if (!closed) {
        LOGGER.log(
            Level.WARNING, () -> "keys of " + name + " could not be refreshed: " + reason(cause));
      }
      fetch.completeExceptionally(cause);
    }
  }

  private void logSkipped(JwkSet jwkSet) {
    for (String skipped : jwkSet.skipped()) {
      LOGGER.log(Level.WARNING, () -> name + " " + skipped);
    }
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null
        && (cause instanceof ExecutionException || cause instanceof CompletionException)) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return cause.getClass().getSimpleName()
        + (message == null ? "" : " " + Printable.quoted(message));
  }

  @Override
  public void close() {
    closed = true;
    endpoint.close();
    CompletableFuture<Fetched> running = underWay.get();
    if (running != null) {
      running.completeExceptionally(new IllegalStateException("closed"));
    }
  }

  /** Options of an {@link HttpKeySource}. Not thread-safe. */
  public static final class Builder {

    /** Far below what nanoseconds in a long can count. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private final String name;
    private final @Nullable URI jwksUri;
    private final @Nullable String issuer;
    private Duration connectTimeout = Duration.ofSeconds(2);
    private Duration totalTimeout = Duration.ofSeconds(5);
    private Duration refreshInterval = Duration.ofMinutes(10);
    private Duration unknownKeyCooldown = Duration.ofSeconds(30);
    private Duration hardExpiry = Duration.ofHours(12);
    private boolean loopbackHttpAllowed;
    private LongSupplier nanoTime = System::nanoTime;

    private Builder(String name, @Nullable URI jwksUri, @Nullable String issuer) {
      this.name = name;
      this.jwksUri = jwksUri;
      this.issuer = issuer;
    }

    /**
     * How long connecting may take; 2 seconds unless set.
     *
     * @param timeout a positive duration of at most 365 days
     * @return this builder
     * @throws IllegalArgumentException if the duration is not positive or too long
     */
    public Builder connectTimeout(Duration timeout) {
      connectTimeout = positive("connectTimeout", timeout);
      return this;
    }

    /**
     * How long a fetch may take from its start to the last octet, and how long a caller waits for
     * it; 5 seconds unless set.
     *
     * @param timeout a positive duration of at most 365 days
     * @return this builder
     * @throws IllegalArgumentException if the duration is not positive or too long
     */
    public Builder totalTimeout(Duration timeout) {
      totalTimeout = positive("totalTimeout", timeout);
      return this;
    }

    /**
     * How old a set may grow before the next one is there; 10 minutes unless set. It is fetched
     * when 80 % have passed.
     *
     * @param interval a positive duration of at most 365 days
     * @return this builder
     * @throws IllegalArgumentException if the duration is not positive or too long
     */
    public Builder refreshInterval(Duration interval) {
      refreshInterval = positive("refreshInterval", interval);
      return this;
    }

    /**
     * The least time between two fetches that tokens of unknown keys cause; 30 seconds unless set.
     * A fetch that failed is repeated after the same time.
     *
     * @param cooldown a positive duration of at most 365 days
     * @return this builder
     * @throws IllegalArgumentException if the duration is not positive or too long
     */
    public Builder unknownKeyCooldown(Duration cooldown) {
      unknownKeyCooldown = positive("unknownKeyCooldown", cooldown);
      return this;
    }

    /**
     * How old a set may be and still be used when no newer one can be had; 12 hours unless set.
     *
     * @param age a duration of at least the refresh interval and at most 365 days
     * @return this builder
     * @throws IllegalArgumentException if the duration is not positive or too long
     */
    public Builder hardExpiry(Duration age) {
      hardExpiry = positive("hardExpiry", age);
      return this;
    }

    /**
     * Lets URIs of this machine's loopback interface be {@code http}, for tests and development.
     *
     * @return this builder
     */
    public Builder allowLoopbackHttp() {
      loopbackHttpAllowed = true;
      return this;
    }

    Builder nanoTime(LongSupplier time) {
      nanoTime = time;
      return this;
    }

    /**
     * Makes the source; nothing is fetched yet.
     *
     * @return the source
     * @throws IllegalArgumentException if the URI or issuer is not an absolute {@code https} URI
     *     without user information and fragment, or options contradict each other
     */
    public HttpKeySource build() {
      if (connectTimeout.compareTo(totalTimeout) > 0) {
        throw new IllegalArgumentException(
            "connectTimeout: "
                + connectTimeout
                + " is longer than totalTimeout "
                + totalTimeout
                + "; shorten it");
      }
      if (hardExpiry.compareTo(refreshInterval) < 0) {
        throw new IllegalArgumentException(
            "hardExpiry: "
                + hardExpiry
                + " is shorter than refreshInterval "
                + refreshInterval
                + "; lengthen it");
      }
      return new HttpKeySource(this);
    }

    private JwkSetEndpoint endpoint() {
      UriPolicy policy = new UriPolicy(loopbackHttpAllowed);
      if (jwksUri != null) {
        policy.check("jwksUri", jwksUri);
        return JwkSetEndpoint.at(jwksUri, new HttpGet(connectTimeout));
      }
      String metadataOf = Objects.requireNonNull(issuer);
      return JwkSetEndpoint.namedBy(
          ServerMetadata.of(metadataOf, policy), new HttpGet(connectTimeout));
    }

    private static Duration positive(String option, Duration value) {
      if (value.isNegative() || value.isZero()) {
        throw new IllegalArgumentException(
            option + ": " + value + " is not positive; give a longer duration");
      }
      if (value.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            option + ": " + value + " is more than 365 days; give a shorter duration");
      }
      return value;
    }
  }
}
