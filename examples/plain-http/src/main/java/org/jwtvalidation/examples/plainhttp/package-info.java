// SPDX-License-Identifier: Apache-2.0
/** A service on the HTTP server of the JDK. */
@NullMarked
package org.jwtvalidation.examples.plainhttp;

import org.jspecify.annotations.NullMarked;
