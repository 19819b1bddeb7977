package org.jwtvalidation;

/**
 * How often a validator's cache was asked, since the validator was built.
 *
 * @param requests the number of access tokens that were looked up; always 0 without a cache
 * @param hits the number of those that were found and served
 * @param evictions the number of tokens that were removed because the cache was full
 */
public record CacheStatistics(long requests, long hits, long evictions) {}
