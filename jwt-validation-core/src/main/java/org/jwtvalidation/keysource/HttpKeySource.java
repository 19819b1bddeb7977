package org.jwtvalidation.keysource;

import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.jwk.JwkSet;

/**
 * The JWK Set of an HTTP endpoint, which is configured or discovered from the issuer's metadata.
 * Thread-safe. Made by {@link #jwksUri} and {@link #discovered}.
 *
 * <p>The set is fetched when it is first asked for, ahead of its refresh interval in the
 * background, and for a token of an unknown key, this at most once a cooldown. However many callers
 * wait, one fetch is under way. A fetch that fails is repeated after a growing, partly random wait,
 * and leaves the last good set in force until its hard expiry; together these have the effect of a
 * circuit breaker, and there is no other. Redirects are not followed; nothing that a token says has
 * a part in where a fetch goes.
 *
 * <p>A server's {@code Cache-Control} or {@code Expires} (RFC 9111) may shorten the refresh
 * interval, within bounds. Its {@code ETag} and {@code Last-Modified} are sent back, so that a set
 * that has not changed need not be sent (RFC 9110 section 13); from time to time, and for an
 * unknown key, it is asked for in full nevertheless.
 */
public final class HttpKeySource implements KeySource {

  private final KeyRefresh refresh;

  private HttpKeySource(KeyRefresh refresh) {
    this.refresh = refresh;
  }

  /**
   * Configures a source for the JWK Set at {@code uri}, which is fetched when it is first needed.
   *
   * @param uri an absolute {@code https} URI
   * @return a builder with the defaults
   */
  public static Builder jwksUri(URI uri) {
    return new Builder(Objects.requireNonNull(uri, "uri"));
  }

  /**
   * Configures a source for the JWK Set that the issuer's own metadata names: that of OpenID
   * Connect Discovery 1.0 section 4, else that of RFC 8414 section 3. The metadata has to name the
   * same issuer.
   *
   * @param issuer the issuer identifier, an {@code https} URI
   * @return a builder with the defaults
   */
  public static Builder discovered(String issuer) {
    return new Builder(Objects.requireNonNull(issuer, "issuer"));
  }

  @Override
  public JwkSet jwkSet() {
    return refresh.jwkSet();
  }

  @Override
  public JwkSet refreshed(JwkSet seen) {
    return refresh.refreshed(seen);
  }

  @Override
  public void refreshIfDue() {
    refresh.refreshIfDue();
  }

  @Override
  public void onRefresh(Consumer<KeyRefreshReport> listener) {
    refresh.onRefresh(listener);
  }

  @Override
  public KeySourceHealth health() {
    return refresh.health();
  }

  /** Ends the fetch that may be under way, and closes all connections. */
  @Override
  public void close() {
    refresh.close();
  }

  /** Options of an {@link HttpKeySource}. Not thread-safe. */
  public static final class Builder {

    /** Far below what nanoseconds in a long can count. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration MIN_REFRESH_INTERVAL = Duration.ofMinutes(1);
    private static final Set<String> OWN_HEADERS =
        Set.of("if-none-match", "if-modified-since", "accept-encoding", "range");

    private final @Nullable URI jwksUri;
    private final @Nullable String issuer;
    private @Nullable Duration connectTimeout;
    private Duration totalTimeout = Duration.ofSeconds(5);
    private int bodyLimit = JwkSet.MAX_OCTETS;
    private Duration refreshInterval = Duration.ofMinutes(10);
    private @Nullable Duration minRefreshInterval;
    private int refreshAheadPercent = 80;
    private Duration unknownKeyCooldown = Duration.ofSeconds(30);
    private Duration firstRetry = Duration.ofSeconds(1);
    private Duration longestRetry = Duration.ofSeconds(30);
    private Duration hardExpiry = Duration.ofHours(12);
    private Duration rotatedKeyGrace = Duration.ZERO;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private @Nullable SSLContext sslContext;
    private @Nullable ProxySelector proxy;
    private @Nullable KeyFetcher fetcher;
    private boolean loopbackHttpAllowed;
    private Moment.Clocks clocks = Moment.Clocks.SYSTEM;
    private DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();

    /** For a JWK Set at a known place. */
    Builder(URI jwksUri) {
      this.jwksUri = jwksUri;
      this.issuer = null;
    }

    /** For a JWK Set whose place the issuer's metadata names. */
    Builder(String issuer) {
      this.jwksUri = null;
      this.issuer = issuer;
    }

    /**
     * How long connecting may take; 2 seconds unless set. Not together with a {@link #fetcher}.
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
     * How long a fetch may take from its start to the last octet, that of the metadata included,
     * and how long a caller waits for it; 5 seconds unless set.
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
     * How large a document may be; 512 KiB unless set. Reading stops at the first octet beyond.
     *
     * @param octets from 1 to 524,288
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder bodyLimit(int octets) {
      if (octets < 1 || octets > JwkSet.MAX_OCTETS) {
        throw new IllegalArgumentException(
            "bodyLimit: "
                + octets
                + " is not between 1 and "
                + JwkSet.MAX_OCTETS
                + "; choose a number in between");
      }
      bodyLimit = octets;
      return this;
    }

    /**
     * How old a set may grow before the next one is there; 10 minutes unless set. The server may
     * wish for less by {@code Cache-Control} or {@code Expires}, never for more.
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
     * The least time that a server's {@code Cache-Control} or {@code Expires} can shorten the
     * refresh interval to; 1 minute unless set, or the refresh interval where that is shorter.
     *
     * @param interval a positive duration of at most the refresh interval
     * @return this builder
     * @throws IllegalArgumentException if the duration is not positive or too long
     */
    public Builder minRefreshInterval(Duration interval) {
      minRefreshInterval = positive("minRefreshInterval", interval);
      return this;
    }

    /**
     * At which part of its refresh interval a set is replaced in the background; 80 percent unless
     * set. A token that finds no newer set at the end of the interval waits for it.
     *
     * @param percent from 1 to 100; 100 for never in the background
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder refreshAheadPercent(int percent) {
      if (percent < 1 || percent > 100) {
        throw new IllegalArgumentException(
            "refreshAheadPercent: "
                + percent
                + " is not between 1 and 100; choose a number in between");
      }
      refreshAheadPercent = percent;
      return this;
    }

    /**
     * The least time between two fetches that tokens of unknown keys cause; 30 seconds unless set.
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
     * How long to wait after a fetch that failed; unless set 1 second, and twice as long after each
     * further failure, up to 30 seconds. Up to half of each wait is taken off at random. A server's
     * {@code Retry-After} may lengthen it to the longest.
     *
     * @param first the wait after the first failure, a positive duration
     * @param longest the longest wait, at least the first and at most 365 days
     * @return this builder
     * @throws IllegalArgumentException if a duration is not positive or too long
     */
    public Builder retryBackoff(Duration first, Duration longest) {
      firstRetry = positive("retryBackoff", first);
      longestRetry = positive("retryBackoff", longest);
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
     * For how long a key that is no longer in the set is still used; not at all unless set. For
     * issuers whose servers do not all publish the same set at the same time. It delays the
     * withdrawal of a stolen key by as much. A key without Key ID has no grace, nor one whose Key
     * ID is given to another key, usable or not, nor any of a set that is past its hard expiry.
     *
     * @param grace a duration from zero to the hard expiry
     * @return this builder
     * @throws IllegalArgumentException if the duration is negative or too long
     */
    public Builder rotatedKeyGrace(Duration grace) {
      rotatedKeyGrace = grace.isZero() ? grace : positive("rotatedKeyGrace", grace);
      return this;
    }

    /**
     * Sends a header field with every request to the configured origin, be it that of the JWK Set
     * or that of the issuer; another origin that metadata names does not get it. The value is not
     * logged.
     *
     * @param name the field name; a second value takes the place of the first
     * @param value the field value
     * @return this builder
     * @throws IllegalArgumentException if the field cannot be sent, or is one that the source has
     *     to set itself
     */
    public Builder header(String name, String value) {
      Objects.requireNonNull(value, "value");
      boolean sendable = !OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT));
      try {
        HttpRequest.newBuilder().header(name, value);
      } catch (IllegalArgumentException e) {
        // Its message may repeat the value, which may be a secret.
        sendable = false;
      }
      if (!sendable) {
        throw new IllegalArgumentException(
            "header: a field "
                + Printable.quoted(name)
                + " of this value cannot be set; choose another name, and printable text");
      }
      headers.put(name, value);
      return this;
    }

    /**
     * Who is trusted, and who we are, in TLS; {@link SSLContext#getDefault()} unless set. TLS 1.2
     * and 1.3 are spoken, of these what the context allows. Host names are always checked. Not
     * together with a {@link #fetcher}.
     *
     * @param context the context
     * @return this builder
     * @throws IllegalArgumentException if the context allows neither TLS 1.2 nor 1.3
     */
    public Builder sslContext(SSLContext context) {
      if (HttpClientFetcher.tlsVersions(context).length == 0) {
        throw new IllegalArgumentException(
            "sslContext: "
                + Arrays.toString(context.getDefaultSSLParameters().getProtocols())
                + " has neither TLSv1.2 nor TLSv1.3; allow one of them");
      }
      sslContext = context;
      return this;
    }

    /**
     * Which proxy to go through; {@link ProxySelector#getDefault()} unless set. Not together with a
     * {@link #fetcher}.
     *
     * @param selector the proxies
     * @return this builder
     */
    public Builder proxy(ProxySelector selector) {
      proxy = Objects.requireNonNull(selector, "selector");
      return this;
    }

    /**
     * Who sends the requests; the JDK's HTTP client unless set. The source does not close it.
     *
     * @param sender the fetcher
     * @return this builder
     */
    public Builder fetcher(KeyFetcher sender) {
      fetcher = Objects.requireNonNull(sender, "sender");
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

    Builder clocks(Moment.Clocks clocks) {
      this.clocks = clocks;
      return this;
    }

    Builder random(DoubleSupplier random) {
      this.random = random;
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
      Duration connecting =
          connectTimeout == null ? least(CONNECT_TIMEOUT, totalTimeout) : connectTimeout;
      Duration leastInterval =
          minRefreshInterval == null
              ? least(MIN_REFRESH_INTERVAL, refreshInterval)
              : minRefreshInterval;
      checkNotLonger("connectTimeout", connecting, "totalTimeout", totalTimeout);
      checkNotLonger("minRefreshInterval", leastInterval, "refreshInterval", refreshInterval);
      checkNotLonger("refreshInterval", refreshInterval, "hardExpiry", hardExpiry);
      checkNotLonger("rotatedKeyGrace", rotatedKeyGrace, "hardExpiry", hardExpiry);
      checkNotLonger("retryBackoff", firstRetry, "the longest wait", longestRetry);
      if (fetcher != null && (connectTimeout != null || sslContext != null || proxy != null)) {
        throw new IllegalArgumentException(
            "fetcher: set together with connectTimeout, sslContext or proxy, which only the JDK's"
                + " client would heed; set them on your own client, or leave out the fetcher");
      }
      RefreshPolicy policy =
          new RefreshPolicy(
              totalTimeout.toNanos(),
              refreshInterval.toNanos(),
              leastInterval.toNanos(),
              refreshAheadPercent,
              unknownKeyCooldown.toNanos(),
              firstRetry.toNanos(),
              longestRetry.toNanos(),
              hardExpiry.toNanos(),
              rotatedKeyGrace.toNanos());
      UriPolicy uriPolicy = new UriPolicy(loopbackHttpAllowed);
      KeyFetcher sender = fetcher == null ? httpClient(connecting) : fetcher;
      JwkSetEndpoint.Http http =
          new JwkSetEndpoint.Http(sender, Map.copyOf(headers), bodyLimit, totalTimeout);
      if (jwksUri != null) {
        uriPolicy.check("jwksUri", jwksUri);
        JwkSetEndpoint endpoint = JwkSetEndpoint.at(jwksUri, http, clocks.nanoTime());
        return new HttpKeySource(
            new KeyRefresh(UriPolicy.shown(jwksUri), endpoint, policy, clocks, random));
      }
      String metadataOf = Objects.requireNonNull(issuer);
      JwkSetEndpoint endpoint =
          JwkSetEndpoint.namedBy(ServerMetadata.of(metadataOf, uriPolicy), http, clocks.nanoTime());
      return new HttpKeySource(new KeyRefresh(metadataOf, endpoint, policy, clocks, random));
    }

    private HttpClientFetcher httpClient(Duration connecting) {
      return new HttpClientFetcher(connecting, sslContext, proxy);
    }

    private static Duration least(Duration one, Duration other) {
      return one.compareTo(other) < 0 ? one : other;
    }

    private static void checkNotLonger(
        String option, Duration value, String boundName, Duration bound) {
      if (value.compareTo(bound) > 0) {
        throw new IllegalArgumentException(
            option
                + ": "
                + value
                + " is longer than "
                + boundName
                + " "
                + bound
                + "; shorten the one or lengthen the other");
      }
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
