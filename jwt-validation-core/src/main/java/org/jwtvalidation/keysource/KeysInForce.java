// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.FetchedDocument.Version;

/**
 * The keys that an endpoint last published.
 *
 * @param version that a conditional request names
 * @param since when they were last fetched or confirmed
 * @param lifetime the age, in nanoseconds, at which the set is meant to be replaced
 * @param confirmations how often in a row the endpoint has confirmed the keys without sending them
 */
record KeysInForce(JwkSet jwkSet, Version version, Moment since, long lifetime, int confirmations) {

  /** The same keys in the same set, which their endpoint still publishes. */
  KeysInForce confirmed(Moment now, long newLifetime) {
    return new KeysInForce(jwkSet, version, now, newLifetime, confirmations + 1);
  }

  /** In nanoseconds. */
  long age(Moment now) {
    return now.since(since);
  }
}
