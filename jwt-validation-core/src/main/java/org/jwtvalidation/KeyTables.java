package org.jwtvalidation;

import org.jspecify.annotations.Nullable;

/**
 * The state of an issuer's tables of multiples, which speed up the verification of signatures. A
 * key for ES256 or Ed25519 gets a table once it has verified a number of signatures.
 *
 * @param count the number of keys that have a table
 * @param error one line on why a frequently used key has no table, or null if there is no problem;
 *     signatures of such a key are still verified, only more slowly
 */
public record KeyTables(int count, @Nullable String error) {}
