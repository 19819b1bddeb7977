// SPDX-License-Identifier: Apache-2.0
/** A service on Quarkus with quarkus-oidc. */
@NullMarked
package org.jwtvalidation.services.quarkusoidc;

import org.jspecify.annotations.NullMarked;
