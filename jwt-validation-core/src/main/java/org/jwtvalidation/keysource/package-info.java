// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of keys: HTTP endpoints, files, memory, or implementations of your own.
 *
 * <p>A validator asks a {@link org.jwtvalidation.keysource.KeySource} for the set in force at each
 * token. There are five ready-made ones:
 *
 * <ul>
 *   <li>{@link org.jwtvalidation.keysource.KeySource#discovered} and {@link
 *       org.jwtvalidation.keysource.KeySource#jwksUri} fetch the set over HTTP, refresh it, and
 *       keep the last good one through outages. {@link org.jwtvalidation.keysource.HttpKeySource}
 *       has their options, and {@link org.jwtvalidation.keysource.KeyFetcher} replaces the HTTP
 *       client.
 *   <li>{@link org.jwtvalidation.keysource.KeySource#file} reads it from a file that may change.
 *   <li>{@link org.jwtvalidation.keysource.KeySource#polling} asks code of yours that may block.
 *   <li>{@link org.jwtvalidation.keysource.KeySource#of} has keys that never change.
 * </ul>
 *
 * <p>{@link org.jwtvalidation.keysource.KeySourceHealth} describes the state of a source for
 * probes, and a {@link org.jwtvalidation.keysource.KeyRefreshReport} the result of one refresh for
 * monitoring.
 *
 * <p>No code of the application delays the keys: listeners, log appenders and fetchers run on
 * daemon threads of the library, listeners and appenders only after the callers that wait for a
 * refresh have been released.
 */
@NullMarked
package org.jwtvalidation.keysource;

import org.jspecify.annotations.NullMarked;
