package org.jwtvalidation;

import org.jspecify.annotations.Nullable;

/**
 * The tables of multiples by which keys of one issuer are verified. A key of ES256 or Ed25519 gets
 * one when it is used.
 *
 * @param count how many keys have a table by now
 * @param error why a key that is used enough for a table has none, a line; null where nothing is
 *     wrong. Its signatures are verified all the same, and take longer
 */
public record KeyTables(int count, @Nullable String error) {}
