// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.jwk.JwkSet;

/**
 * A JSON document that a server has sent, or confirmed to be unchanged.
 *
 * @param octets the document, or null if it is unchanged
 * @param version distinguishes this version of the document from others
 * @param freshFor how long the server allows it to be used; null if it does not say
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FetchedDocument(byte @Nullable [] octets, Version version, @Nullable Duration freshFor) {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  /**
   * The validators of a response (RFC 9110 section 8.8), which the next request for the same
   * document sends back.
   *
   * @param uri of the document; null if there is none
   * @param entityTag the value of {@code ETag}; null if there was none
   * @param lastModified the value of {@code Last-Modified}; null if there was none
   */
  record Version(@Nullable URI uri, @Nullable String entityTag, @Nullable String lastModified) {

    /** A version without validators. */
    static final Version UNKNOWN = new Version(null, null, null);

    private static final int MAX_LENGTH = 512;

    private static Version of(URI uri, HttpHeaders headers) {
      return new Version(uri, sendable(headers, "ETag"), sendable(headers, "Last-Modified"));
    }

    /** This version if it is of the document at {@code other}, else {@link #UNKNOWN}. */
    Version at(URI other) {
      return other.equals(uri) ? this : UNKNOWN;
    }

    /** The value of a field if a request may contain it, else null. */
    private static @Nullable String sendable(HttpHeaders headers, String name) {
      String value = headers.firstValue(name).orElse("").strip();
      boolean sendable =
          !value.isEmpty()
              && value.length() <= MAX_LENGTH
              && value.chars().allMatch(c -> c >= ' ' && c <= '~');
      return sendable ? value : null;
    }

    boolean isKnown() {
      return entityTag != null || lastModified != null;
    }
  }

  /**
   * The document in {@code response}.
   *
   * @param uri of the request
   * @param known the version that the request named
   * @throws RefusedResponseException if the response is not such a document
   */
  static FetchedDocument of(URI uri, KeyFetcher.Response response, Version known, Instant now)
      throws RefusedResponseException {
    HttpHeaders headers = HttpHeaders.of(response.headers(), (name, value) -> true);
    Duration freshFor = Freshness.lifetime(headers, now);
    if (response.status() == 304 && known.isKnown()) {
      return new FetchedDocument(null, known, freshFor);
    }
    String problem = problem(response, headers);
    if (problem != null) {
      throw new RefusedResponseException(
          problem, response.status(), Freshness.retryAfter(headers, now));
    }
    return new FetchedDocument(response.body(), Version.of(uri, headers), freshFor);
  }

  private static @Nullable String problem(KeyFetcher.Response response, HttpHeaders headers) {
    if (REDIRECTS.contains(response.status())) {
      return "status " + response.status() + ", a redirect, which is not followed";
    }
    if (response.status() != 200) {
      return "status " + response.status();
    }
    String contentType = headers.firstValue("Content-Type").orElse("application/json");
    String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!mediaType.equals("application/json") && !mediaType.endsWith("+json")) {
      return "media type " + Printable.quoted(mediaType) + " instead of JSON";
    }
    String coding = headers.firstValue("Content-Encoding").orElse("identity");
    if (!coding.strip().equalsIgnoreCase("identity")) {
      return "content coding " + Printable.quoted(coding) + ", which was not requested";
    }
    return response.body().length > JwkSet.MAX_OCTETS
        ? BoundedBody.tooLarge(JwkSet.MAX_OCTETS)
        : null;
  }
}
