// SPDX-License-Identifier: Apache-2.0
/** A service with Spring WebFlux. */
@NullMarked
package org.jwtvalidation.examples.springwebflux;

import org.jspecify.annotations.NullMarked;
