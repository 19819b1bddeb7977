package org.jwtvalidation;

import org.jspecify.annotations.Nullable;

/**
 * The state of an issuer's tables, which speed up the verification of signatures. A key for ES256,
 * Ed25519 or an RSA algorithm gets a table once it has verified a number of signatures. For RSA it
 * is first measured whether this machine is faster with tables.
 *
 * @param count the number of keys that have a table
 * @param declined the number of RSA keys that are used enough for a table and have none, because
 *     the JDK's arithmetic was measured to be as fast on this machine
 * @param error one line on why a frequently used key has no table, or null if there is no problem;
 *     signatures of such a key are still verified, only more slowly
 */
public record KeyTables(int count, int declined, @Nullable String error) {}
