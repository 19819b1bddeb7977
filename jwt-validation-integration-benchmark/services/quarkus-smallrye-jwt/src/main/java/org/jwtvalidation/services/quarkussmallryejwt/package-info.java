// SPDX-License-Identifier: Apache-2.0
/** A service on Quarkus with quarkus-smallrye-jwt. */
@NullMarked
package org.jwtvalidation.services.quarkussmallryejwt;

import org.jspecify.annotations.NullMarked;
