/**
 * Where keys come from: HTTP endpoints, files, memory, or a source of your own.
 *
 * <p>A validator asks a {@link org.jwtvalidation.keysource.KeySource} for the set in force. {@link
 * org.jwtvalidation.keysource.HttpKeySource} fetches it, refreshes it, and keeps the last good set
 * through outages; {@link org.jwtvalidation.keysource.KeySourceHealth} and {@link
 * org.jwtvalidation.keysource.KeyRefreshReport} tell how that goes.
 */
@NullMarked
package org.jwtvalidation.keysource;

import org.jspecify.annotations.NullMarked;
