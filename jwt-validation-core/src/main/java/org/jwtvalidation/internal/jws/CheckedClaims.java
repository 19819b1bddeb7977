// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the checks of the Registered Claims (RFC 7519 section 4.1) have read, so that nothing reads
 * it again.
 *
 * @param subject {@code sub}, or null if it is optional and missing
 * @param audience {@code aud}, empty if it is optional and missing
 * @param usableFrom the first millisecond since 1970 at which the token is valid, leeway included
 * @param usableUntil the millisecond since 1970 from which it is no longer valid, leeway included
 */
public record CheckedClaims(
    @Nullable String subject, List<String> audience, long usableFrom, long usableUntil) {}
