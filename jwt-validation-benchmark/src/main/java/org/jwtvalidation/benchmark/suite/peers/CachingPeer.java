// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** A library that keeps valid tokens in a cache, as it does unless told otherwise. */
@FunctionalInterface
public interface CachingPeer {

  /**
   * Validates a token.
   *
   * @param token the compact token
   * @return the library's own type of a valid token
   * @throws Exception the library's own, if the token is invalid
   */
  Object validate(String token) throws Exception;

  /**
   * Sets up one library.
   *
   * @param name the row of the library
   * @param workload RS256 tokens of one issuer
   * @param cacheSize the size of the cache
   * @return the library, which trusts the issuer
   * @throws IllegalArgumentException if the library is unknown, or this build lacks it
   */
  static CachingPeer named(String name, Workload workload, int cacheSize) {
    return switch (name) {
      case "BARE_STRING" -> token -> token;
      case "JWT_VALIDATION" -> workload.validator().cacheSize(cacheSize).build()::validate;
      case Predecessor.ROW ->
          Predecessor.get()
              .caching(Trust.in(workload.issuers().get(0), SignatureAlgorithm.RS256), cacheSize);
      default -> throw new IllegalArgumentException("peer: " + name + " is unknown");
    };
  }

  /**
   * Returns the values of the parameter {@code peer} on this machine.
   *
   * @param benchmark lists the rows that every build has
   * @return these rows, and that of the predecessor if this build has it
   */
  static String[] available(Class<?> benchmark) {
    return Predecessor.after(benchmark);
  }
}
