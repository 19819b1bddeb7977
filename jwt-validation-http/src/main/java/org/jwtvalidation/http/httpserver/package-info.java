// SPDX-License-Identifier: Apache-2.0
/** Bearer tokens for the HTTP server of the JDK, {@code com.sun.net.httpserver}. */
@NullMarked
package org.jwtvalidation.http.httpserver;

import org.jspecify.annotations.NullMarked;
