/** A service with Spring MVC. */
@NullMarked
package org.jwtvalidation.examples.springboot;

import org.jspecify.annotations.NullMarked;
