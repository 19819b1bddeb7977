/** A service with Spring WebFlux. */
@NullMarked
package org.jwtvalidation.services.springwebflux;

import org.jspecify.annotations.NullMarked;
