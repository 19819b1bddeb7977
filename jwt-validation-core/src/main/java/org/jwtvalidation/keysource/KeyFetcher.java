// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Sends the HTTP requests of an {@link HttpKeySource} through an HTTP client of your own, with its
 * pools, certificates and tracing. Implementations are thread-safe.
 *
 * <p>A fetcher only transfers the response, which the key source validates: the key source checks
 * status, media type, length and content of the response, and decides when to send the next
 * request. A fetcher must not follow redirects and must not repeat a request; it should not decode
 * a {@code Content-Encoding}.
 */
@FunctionalInterface
public interface KeyFetcher {

  /**
   * Starts a {@code GET}, if possible without waiting for the response. A key source calls this
   * method on a daemon thread of the library, one call at a time. A call that blocks counts as a
   * failed fetch once the total time-out is over, and delays only later calls for the same source.
   *
   * @param request the request to send
   * @return the response, which is cancelled if it is not complete within the total time-out or the
   *     source is closed. A stage that fails, null in place of a stage or a response, and an
   *     exception thrown by this method each count as a failed fetch
   */
  CompletionStage<Response> fetch(Request request);

  /**
   * A request for a document. Immutable.
   *
   * @param uri the place, already checked: {@code https}, unless the source allows {@code http} on
   *     loopback or from its host
   * @param headers the header fields to send
   * @param timeout the total time-out; the response may be cancelled earlier
   * @param bodyLimit the maximum number of octets of the body. A longer body is refused, so reading
   *     may stop at the first octet beyond
   */
  record Request(URI uri, Map<String, String> headers, Duration timeout, int bodyLimit) {

    /**
     * Copies the header fields.
     *
     * @param uri the place
     * @param headers the header fields to send
     * @param timeout the total time-out
     * @param bodyLimit the maximum number of octets of the body
     */
    public Request {
      headers = Map.copyOf(headers);
    }

    /** Contains the URI and the names of the header fields. Their values may be secrets. */
    @Override
    public String toString() {
      return "Request[" + uri + ", headers " + headers.keySet() + "]";
    }
  }

  /**
   * The response to a request.
   *
   * @param status the HTTP status code
   * @param headers the header fields; the case of their names does not matter
   * @param body the octets of the body, empty if there is none; must not be modified later
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and half a megabyte is not copied
  record Response(int status, Map<String, List<String>> headers, byte[] body) {

    /** Contains the status and the length of the body. */
    @Override
    public String toString() {
      return "Response[" + status + ", " + body.length + " octets]";
    }
  }
}
