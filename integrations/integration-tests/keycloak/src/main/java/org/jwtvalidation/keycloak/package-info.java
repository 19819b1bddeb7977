// SPDX-License-Identifier: Apache-2.0
/** A real Keycloak for tests, its realm, and the clients of that. */
@NullMarked
package org.jwtvalidation.keycloak;

import org.jspecify.annotations.NullMarked;
