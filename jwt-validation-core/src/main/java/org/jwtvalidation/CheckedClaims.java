package org.jwtvalidation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Registered Claims (RFC 7519 section 4.1) that every validation reads, once.
 *
 * @param subject {@code sub}, or null where it is missing and need not be there
 * @param audience {@code aud}, empty where it is missing and need not be there
 * @param usableFrom when the token begins to be usable, leeway included, in milliseconds since 1970
 * @param usableUntil when the token ceases to be usable, leeway included, in milliseconds since
 *     1970
 */
record CheckedClaims(
    @Nullable String subject, List<String> audience, long usableFrom, long usableUntil) {}
