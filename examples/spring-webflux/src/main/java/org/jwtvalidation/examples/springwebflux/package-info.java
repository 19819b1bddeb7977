/** A service with Spring WebFlux. */
@NullMarked
package org.jwtvalidation.examples.springwebflux;

import org.jspecify.annotations.NullMarked;
