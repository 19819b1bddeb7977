// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

/** How often a validator's cache was asked and changed, since the validator was built. */
public final class CacheStatistics {

  private final long requests;
  private final long hits;
  private final long puts;
  private final long evictions;

  CacheStatistics(long requests, long hits, long puts, long evictions) {
    this.requests = requests;
    this.hits = hits;
    this.puts = puts;
    this.evictions = evictions;
  }

  /** {@return the number of access tokens that were looked up; always 0 without a cache} */
  public long requests() {
    return requests;
  }

  /** {@return the number of those that were found and served} */
  public long hits() {
    return hits;
  }

  /**
   * {@return the number of tokens that were stored} A valid token that was looked up in vain is not
   * stored while another thread changes the cache.
   */
  public long puts() {
    return puts;
  }

  /** {@return the number of tokens that were removed because the cache was full} */
  public long evictions() {
    return evictions;
  }

  /** {@return the values, each with its name} */
  @Override
  public String toString() {
    return "CacheStatistics[requests="
        + requests
        + ", hits="
        + hits
        + ", puts="
        + puts
        + ", evictions="
        + evictions
        + "]";
  }
}
