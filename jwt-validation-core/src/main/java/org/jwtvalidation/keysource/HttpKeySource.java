// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.jwk.JwkSet;

/**
 * The JWK Set of an HTTP endpoint, which is configured or discovered from the issuer's metadata.
 * Thread-safe. Made by {@link #jwksUri} and {@link #discovered}.
 *
 * <p>The set is fetched on first use, in the background before the end of its refresh interval, and
 * for a token of an unknown key, at most once per cooldown. One fetch is under way at a time,
 * however many callers wait for it. A fetch that fails is repeated after a growing, partly random
 * wait, and leaves the last good set in force until its hard expiry; together these act as a
 * circuit breaker, and there is no other. Redirects are not followed, and nothing in a token
 * influences where keys are fetched from.
 *
 * <p>A server's {@code Cache-Control} or {@code Expires} (RFC 9111) may shorten the refresh
 * interval, within bounds. Its {@code ETag} and {@code Last-Modified} are sent back, so that a set
 * that has not changed need not be sent (RFC 9110 section 13). Every sixth refresh in a row, and
 * every fetch for an unknown key, asks for the set in full.
 *
 * <p>Code that the source does not control cannot stop it: a {@link #onRefresh listener}, a log
 * appender and a {@link Builder#fetcher fetcher} are called on daemon threads of the library, which
 * end when they are idle, and time-outs end on another. A listener or log appender that blocks
 * delays only later reports of this source. Up to 64 of these wait; further ones are dropped, and
 * the log says how many once the listener or appender returns.
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
   * same issuer, unless {@link Builder#metadataIssuer} expects another.
   *
   * @param issuer the issuer identifier, an {@code https} URI
   * @return a builder with the defaults
   */
  public static Builder discovered(String issuer) {
    return new Builder(Objects.requireNonNull(issuer, "issuer"));
  }

  @Override
  public @Nullable JwkSet jwkSet() {
    return refresh.jwkSet();
  }

  @Override
  public CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
    return refresh.refreshed(seen);
  }

  /**
   * {@return the total time-out and a second, in which callers learn that a fetch has timed out}
   */
  @Override
  public Duration timeout() {
    return refresh.timeout();
  }

  @Override
  public void onRefresh(Consumer<KeyRefreshReport> listener) {
    refresh.onRefresh(listener);
  }

  @Override
  public KeySourceHealth health() {
    return refresh.health();
  }

  /**
   * Ends the fetch that may be under way, and has its connections closed, without waiting for that,
   * if no other source with the same time-out, certificates and proxy uses them. Reports may still
   * follow.
   */
  @Override
  public void close() {
    refresh.close();
  }

  /** Options of an {@link HttpKeySource}. Not thread-safe. */
  public static final class Builder {

    /** Far below the most nanoseconds that fit into a long. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    private final @Nullable URI jwksUri;
    private final @Nullable String issuer;
    private @Nullable String metadataIssuer;
    private @Nullable Duration connectTimeout;
    Duration totalTimeout = Duration.ofSeconds(5);
    Duration refreshInterval = Duration.ofMinutes(10);
    Duration unknownKeyCooldown = Duration.ofSeconds(30);
    Duration firstRetry = Duration.ofSeconds(1);
    Duration longestRetry = Duration.ofSeconds(30);
    Duration hardExpiry = Duration.ofHours(12);
    private final Map<String, Supplier<String>> headers =
        new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private @Nullable SSLContext sslContext;
    private @Nullable ProxySelector proxy;
    private @Nullable KeyFetcher fetcher;
    private boolean loopbackHttpAllowed;
    private final Set<String> httpHosts = new HashSet<>();
    private Moment.Clocks clocks = Moment.Clocks.SYSTEM;
    DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();
    private LibraryThreads threads = LibraryThreads.SHARED;

    /** For a JWK Set at a configured place. */
    Builder(URI jwksUri) {
      this.jwksUri = jwksUri;
      this.issuer = null;
    }

    /** For a JWK Set at the place that the issuer's metadata names. */
    Builder(String issuer) {
      this.jwksUri = null;
      this.issuer = issuer;
    }

    /**
     * Expects the metadata to name this issuer, for servers with many tenants: those of Microsoft
     * Entra ID for <code>https://login.microsoftonline.com/common/v2.0</code> name <code>
     * https://login.microsoftonline.com/{tenantid}/v2.0</code>, with the braces. By default, the
     * metadata has to name the issuer that it is discovered for.
     *
     * @param named the value of the metadata's {@code issuer}, compared exactly
     * @return this builder
     * @throws IllegalArgumentException if the source is not discovered
     */
    public Builder metadataIssuer(String named) {
      if (issuer == null) {
        throw new OptionException(
            "metadataIssuer",
            "set for keys at a URI, which have no metadata",
            "drop it, or use {HttpKeySource.discovered(...)|keys.discovered}");
      }
      metadataIssuer = Objects.requireNonNull(named, "named");
      return this;
    }

    /**
     * How long connecting may take; by default 2 seconds, or the total time-out if that is shorter.
     * Not together with a {@link #fetcher}.
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
     * How long a fetch may take from its start to the last octet, including that of the metadata;
     * callers wait up to a second longer. 5 seconds by default.
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
     * The age at which a set is to be replaced; 10 minutes by default. A server may shorten it by
     * {@code Cache-Control} or {@code Expires}, down to 1 minute, but not lengthen it.
     *
     * <p>Keys are refreshed in the background after 70 to 90 percent of it: each source takes a
     * part of its own, at random, so that the nodes of a service do not fetch together. A token
     * that arrives after the whole interval waits for a newer set.
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
     * The minimum time between two fetches caused by tokens of unknown keys; 30 seconds by default.
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
     * The wait after a fetch that failed; by default 1 second, doubled by each further failure up
     * to 30 seconds. Each wait is shortened by up to half at random. A server's {@code Retry-After}
     * may lengthen a wait up to the longest.
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
     * The age from which a set is no longer used although no newer one could be fetched; 12 hours
     * by default.
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
     * Sends a header field with every request to the configured origin, that of the JWK Set or of
     * the issuer. It is not sent to another origin that the metadata names. The value is not
     * logged.
     *
     * @param name the field name; a second value replaces the first
     * @param value the field value
     * @return this builder
     * @throws IllegalArgumentException if the field cannot be sent, or is one that the source sets
     *     itself
     */
    public Builder header(String name, String value) {
      Objects.requireNonNull(value, "value");
      return header(name, value, () -> value);
    }

    /**
     * Sends a header field whose value may change, such as the token of a Kubernetes service
     * account, which is replaced on disk. Otherwise as {@link #header(String, String)}.
     *
     * @param name the field name; a second value replaces the first
     * @param value called for each request, on a thread of the library that callers do not wait for
     *     longer than the total time-out; if it throws, or returns null or a value that cannot be
     *     sent, the request fails
     * @return this builder
     * @throws IllegalArgumentException if the field cannot be sent, or is one that the source sets
     *     itself
     */
    public Builder header(String name, Supplier<String> value) {
      Objects.requireNonNull(value, "value");
      return header(name, "", value);
    }

    private Builder header(String name, String example, Supplier<String> value) {
      if (!JwkSetEndpoint.canBeSet(name, example)) {
        throw new OptionException(
            "header",
            "a field " + Printable.quoted(name) + " of this value cannot be set",
            "choose another name, and printable text");
      }
      headers.put(name, value);
      return this;
    }

    /**
     * The trusted certificates, and the client's own, for TLS; {@link SSLContext#getDefault()} by
     * default. TLS 1.3 and 1.2 are used, as far as the context allows them. Host names are always
     * checked. Not together with a {@link #fetcher}.
     *
     * @param context the context
     * @return this builder
     * @throws IllegalArgumentException if the context allows neither TLS 1.2 nor 1.3
     */
    public Builder sslContext(SSLContext context) {
      if (HttpClientFetcher.tlsVersions(context).length == 0) {
        throw new OptionException(
            "sslContext",
            Arrays.toString(context.getDefaultSSLParameters().getProtocols())
                + " has neither TLSv1.2 nor TLSv1.3",
            "allow one of them");
      }
      sslContext = context;
      return this;
    }

    /**
     * Selects the proxy; {@link ProxySelector#getDefault()} by default. Not together with a {@link
     * #fetcher}.
     *
     * @param selector the proxies
     * @return this builder
     */
    public Builder proxy(ProxySelector selector) {
      proxy = Objects.requireNonNull(selector, "selector");
      return this;
    }

    /**
     * Sends the requests; the JDK's HTTP client by default. The source does not close it.
     *
     * @param sender the fetcher
     * @return this builder
     */
    public Builder fetcher(KeyFetcher sender) {
      fetcher = Objects.requireNonNull(sender, "sender");
      return this;
    }

    /**
     * Allows {@code http} URIs on this machine's loopback interface, for tests and development.
     *
     * @return this builder
     */
    public Builder allowLoopbackHttp() {
      loopbackHttpAllowed = true;
      return this;
    }

    /**
     * Allows {@code http} URIs on some hosts, for keys inside a cluster or another network that you
     * trust. Anyone who can change what such a host answers can forge tokens: prefer {@code https}
     * with {@link #sslContext} where the server offers it.
     *
     * @param hosts host names or addresses as in the URI, without port, such as {@code
     *     keycloak.auth.svc}; several calls add up
     * @return this builder
     * @throws IllegalArgumentException if a host is not one, for example because it has a scheme, a
     *     port or a wildcard
     */
    public Builder allowHttpFrom(String... hosts) {
      for (String host : hosts) {
        if (!isHost(host)) {
          throw new OptionException(
              "allowHttpFrom",
              Printable.quoted(host) + " is not a host",
              "give a name or an address, without scheme and port");
        }
        httpHosts.add(host.toLowerCase(Locale.ROOT));
      }
      return this;
    }

    private static boolean isHost(String host) {
      try {
        return host.equals(new URI("http", host, "/", null).getHost());
      } catch (URISyntaxException e) {
        return false;
      }
    }

    Builder clocks(Moment.Clocks clocks) {
      this.clocks = clocks;
      return this;
    }

    Builder random(DoubleSupplier random) {
      this.random = random;
      return this;
    }

    Builder threads(LibraryThreads threads) {
      this.threads = threads;
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
          connectTimeout == null
              ? RefreshPolicy.least(CONNECT_TIMEOUT, totalTimeout)
              : connectTimeout;
      RefreshPolicy.checkNotLonger(
          "connectTimeout", connecting, "total time-out", totalTimeout, "{totalTimeout(...)}");
      RefreshPolicy policy = new RefreshPolicy(this);
      if (fetcher != null && (connectTimeout != null || sslContext != null || proxy != null)) {
        throw new OptionException(
            "fetcher",
            "set together with connectTimeout, sslContext or proxy, which only the JDK's client uses",
            "set them on your own client, or leave out the fetcher");
      }
      UriPolicy uriPolicy = new UriPolicy(loopbackHttpAllowed, Set.copyOf(httpHosts));
      KeyFetcher sender =
          fetcher == null ? new HttpClientFetcher(connecting, sslContext, proxy) : fetcher;
      JwkSetEndpoint.Http http =
          new JwkSetEndpoint.Http(sender, Map.copyOf(headers), totalTimeout, threads);
      String name;
      JwkSetEndpoint endpoint;
      if (jwksUri == null) {
        name = Objects.requireNonNull(issuer);
        ServerMetadata metadata = ServerMetadata.of(name, metadataIssuer, uriPolicy);
        endpoint = JwkSetEndpoint.namedBy(metadata, http, clocks.nanoTime());
      } else {
        uriPolicy.check("jwksUri", jwksUri);
        ServerMetadata.checkIsNoMetadata(
            "jwksUri",
            jwksUri,
            "use {HttpKeySource.discovered(...)|keys.discovered} with the issuer");
        name = UriPolicy.shown(jwksUri);
        endpoint = JwkSetEndpoint.at(jwksUri, http, clocks.nanoTime());
      }
      return new HttpKeySource(new KeyRefresh(name, endpoint, policy, clocks, random, threads));
    }

    private static Duration positive(String option, Duration value) {
      if (value.isNegative() || value.isZero()) {
        throw new OptionException(option, value + " is not positive", "give a longer duration");
      }
      if (value.compareTo(LONGEST) > 0) {
        throw new OptionException(
            option, value + " is more than 365 days", "give a shorter duration");
      }
      return value;
    }
  }
}
