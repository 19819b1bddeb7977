/** A service with Spring MVC. */
@NullMarked
package org.jwtvalidation.services.springmvc;

import org.jspecify.annotations.NullMarked;
