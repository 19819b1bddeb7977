// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.options.Bounds;
import org.jwtvalidation.internal.options.OptionException;

/**
 * Nonces that clients put into their DPoP proofs (RFC 9449 sections 8 and 9), so that nobody can
 * make proofs in advance. A nonce is the same for all clients during a window of time, and is
 * accepted until the end of the next one, and in the ten seconds before its own begins, since the
 * clock of the node that gave it may be ahead. It is computed from a secret and the time, so that
 * nothing is stored; each day has a key of its own, which is derived from the secret. Thread-safe.
 */
public final class DpopNonces {

  private static final Duration DEFAULT_WINDOW = Duration.ofMinutes(5);
  private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(10);
  private static final Duration LONGEST_WINDOW = Duration.ofHours(1);
  private static final int SECRET_LENGTH = 32;
  private static final int NONCE_LENGTH = 18;
  private static final long SECONDS_A_DAY = Duration.ofDays(1).toSeconds();
  private static final String HMAC = "HmacSHA256";

  /** The nonces of three successive windows. */
  private record Known(long window, String previous, String current, String next) {}

  private final byte[] secret;
  private final long windowSeconds;
  private volatile @Nullable Known latest;

  private DpopNonces(byte[] secret, long windowSeconds) {
    this.secret = secret;
    this.windowSeconds = windowSeconds;
  }

  /**
   * Returns nonces of a random secret, for a service on one node: another node, and this one after
   * a restart, has others.
   *
   * @return the nonces, with windows of five minutes
   */
  public static DpopNonces random() {
    byte[] secret = new byte[SECRET_LENGTH];
    new SecureRandom().nextBytes(secret);
    return new DpopNonces(secret, DEFAULT_WINDOW.toSeconds());
  }

  /**
   * Returns nonces that are the same on all nodes with this secret.
   *
   * @param secret at least 32 octets from a secure source of random numbers, which clients must not
   *     know; copied
   * @return the nonces, with windows of five minutes
   * @throws IllegalArgumentException if the secret is shorter
   */
  public static DpopNonces shared(byte[] secret) {
    if (secret.length < SECRET_LENGTH) {
      throw new OptionException(
          "secret",
          secret.length + " octets are too few",
          "give at least " + SECRET_LENGTH + " from a secure source of random numbers");
    }
    return new DpopNonces(secret.clone(), DEFAULT_WINDOW.toSeconds());
  }

  /**
   * Returns nonces of the same secret that change at another pace.
   *
   * @param length how long a nonce is the current one, after which it is accepted as long again:
   *     whole seconds, from 10 seconds to an hour
   * @return the nonces
   * @throws IllegalArgumentException if the length is out of range
   */
  public DpopNonces withWindow(Duration length) {
    Duration checked = Bounds.checkSeconds("window", length, SHORTEST_WINDOW, LONGEST_WINDOW);
    return new DpopNonces(secret, checked.toSeconds());
  }

  /** The nonce that clients should use. */
  String current(Instant now) {
    return known(now).current;
  }

  /** Whether a proof may have this nonce. */
  boolean accepts(@Nullable String nonce, Instant now) {
    return nonce != null && (isLatest(nonce, now) || equal(nonce, known(now).previous));
  }

  /** Whether there is no later nonce that the client could be told: also by a node ahead. */
  boolean isLatest(@Nullable String nonce, Instant now) {
    Known known = known(now);
    return nonce != null
        && (equal(nonce, known.current)
            || (window(now.plus(DpopCheck.CLOCK_DIFFERENCE)) > known.window
                && equal(nonce, known.next)));
  }

  /** In a time that does not tell how much of the nonce is right. */
  private static boolean equal(String nonce, String right) {
    return MessageDigest.isEqual(nonce.getBytes(US_ASCII), right.getBytes(US_ASCII));
  }

  private long window(Instant now) {
    return Math.floorDiv(now.getEpochSecond(), windowSeconds);
  }

  private Known known(Instant now) {
    long window = window(now);
    Known known = latest;
    if (known == null || known.window != window) {
      known = new Known(window, nonce(window - 1), nonce(window), nonce(window + 1));
      latest = known;
    }
    return known;
  }

  private String nonce(long window) {
    long day = Math.floorDiv(window * windowSeconds, SECONDS_A_DAY);
    byte[] key = hmac(secret, "key of day", day);
    byte[] nonce = hmac(key, "nonce of " + windowSeconds, window);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(nonce, NONCE_LENGTH));
  }

  private static byte[] hmac(byte[] key, String purpose, long number) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      mac.update(purpose.getBytes(US_ASCII));
      return mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no " + HMAC, e);
    }
  }

  /** Reveals nothing. */
  @Override
  public String toString() {
    return "DpopNonces[window=" + Duration.ofSeconds(windowSeconds) + "]";
  }
}
