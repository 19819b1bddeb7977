package org.jwtvalidation.http;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jwtvalidation.AccessToken;

/** What becomes of a request with or without a bearer token. Immutable and thread-safe. */
public sealed interface BearerAnswer {

  /**
   * The token is valid, and has what the rule asks for.
   *
   * @param token the validated token
   */
  record Authenticated(AccessToken token) implements BearerAnswer {}

  /** The request is not served: answer with this status and these header fields. */
  sealed interface Refused extends BearerAnswer {

    /** {@return the status code: 400, 401, 403 or 503} */
    int status();

    /** {@return the header fields of the response, each with its values; unmodifiable} */
    Map<String, List<String>> headers();
  }

  /**
   * The client has to send a token, another token, or another request.
   *
   * @param status 401 if the token is missing or invalid, 403 if it does not suffice, 400 if the
   *     request is malformed
   * @param challenges the values of {@code WWW-Authenticate} (RFC 6750 section 3), each complete
   */
  record Challenged(int status, List<String> challenges) implements Refused {

    /**
     * Copies the challenges.
     *
     * @param status the status code
     * @param challenges the values of {@code WWW-Authenticate}
     */
    public Challenged {
      challenges = List.copyOf(challenges);
    }

    @Override
    public Map<String, List<String>> headers() {
      return Map.of("WWW-Authenticate", challenges);
    }
  }

  /**
   * There are no keys to decide with, and the token may be valid: the client should try again.
   *
   * @param retryAfter when to try again, at least one second
   */
  record Unavailable(Duration retryAfter) implements Refused {

    /** {@return 503} */
    @Override
    public int status() {
      return 503;
    }

    @Override
    public Map<String, List<String>> headers() {
      return Map.of("Retry-After", List.of(String.valueOf(retryAfterSeconds())));
    }

    /** {@return the value of {@code Retry-After} (RFC 9110 section 10.2.3), in whole seconds} */
    public long retryAfterSeconds() {
      return retryAfter.plusNanos(999_999_999).toSeconds();
    }
  }
}
