// SPDX-License-Identifier: Apache-2.0
/**
 * When this library's own arithmetic verifies, and when the JDK's does.
 *
 * <p>A key is verified without a table at first: RSA by {@code BigInteger}, the curves by the JDK.
 * {@link org.jwtvalidation.internal.tables.UpgradingVerification} counts its valid signatures, and
 * after some asks {@link org.jwtvalidation.internal.tables.TableMaker} for a table. That tests a
 * {@link org.jwtvalidation.internal.tables.KnownAnswer} of the algorithm before the first one, asks
 * {@link org.jwtvalidation.internal.tables.TableGain} whether a table is faster, which for the
 * curves it always is and for RSA is measured by races on the running machine, and hands the table
 * to the key. {@link org.jwtvalidation.internal.tables.TableBudget} bounds the memory of all
 * tables: the key that was used least recently loses its own. While what verifies is not compiled,
 * {@link org.jwtvalidation.internal.tables.ColdGate} lets no more threads verify than there are
 * processors.
 *
 * <p>Some of what a table accepts is verified by the provider, too. If that refuses it, or a table
 * has no answer, {@link org.jwtvalidation.internal.tables.CrossCheck} leaves all keys to providers.
 *
 * <p>Whatever fails here costs speed alone: the key is verified without a table, and the log says
 * why. Nothing here knows a JWK or one of our enums: keys of the JDK, names and functions come in.
 */
@NullMarked
package org.jwtvalidation.internal.tables;

import org.jspecify.annotations.NullMarked;
