package org.jwtvalidation.keysource;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Sends the HTTP requests of an {@link HttpKeySource}, for those who have an HTTP client of their
 * own to use: with its pools, its certificates, its tracing. Implementations are thread-safe.
 *
 * <p>A fetcher transports and does not judge: status, media type, length and content of the
 * response are checked by the key source, which also decides when to ask again. A fetcher must not
 * follow redirects and must not repeat a request; it should not decode a {@code Content-Encoding}.
 */
@FunctionalInterface
public interface KeyFetcher {

  /**
   * Starts a {@code GET}; does not wait for the response.
   *
   * @param request what to ask for
   * @return the response to come. It is cancelled when nobody waits for it any longer. A failure,
   *     just as an exception that is thrown, counts as a fetch that failed
   */
  CompletionStage<Response> fetch(Request request);

  /**
   * What to ask for.
   *
   * @param uri where; checked before, {@code https} unless the source allows {@code http} on
   *     loopback
   * @param headers the header fields to send
   * @param timeout after this time, at most, the response is no longer waited for
   * @param bodyLimit how many octets of a body are of use; a longer one is refused, so that reading
   *     may stop with the first octet beyond it
   */
  record Request(URI uri, Map<String, String> headers, Duration timeout, int bodyLimit) {

    /**
     * A request.
     *
     * @param uri where
     * @param headers the header fields, which are copied
     * @param timeout how long the response is waited for
     * @param bodyLimit how many octets of a body are of use
     */
    public Request {
      headers = Map.copyOf(headers);
    }

    /** Names the URI and the header fields, without their values, which may be secrets. */
    @Override
    public String toString() {
      return "Request[" + uri + ", headers " + headers.keySet() + "]";
    }
  }

  /**
   * What has come back.
   *
   * @param status the HTTP status code
   * @param headers the header fields; their names may be in any case
   * @param body the octets of the body, empty where there is none; not to be changed any more
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and half a megabyte is not copied
  record Response(int status, Map<String, List<String>> headers, byte[] body) {

    /** Names status and length. */
    @Override
    public String toString() {
      return "Response[" + status + ", " + body.length + " octets]";
    }
  }
}
