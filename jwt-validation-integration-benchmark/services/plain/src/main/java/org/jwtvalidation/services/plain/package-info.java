// SPDX-License-Identifier: Apache-2.0
/** A service on the HTTP server of the JDK, layer by layer. */
@NullMarked
package org.jwtvalidation.services.plain;

import org.jspecify.annotations.NullMarked;
