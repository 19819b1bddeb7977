// SPDX-License-Identifier: Apache-2.0
/** A service with Spring MVC. */
@NullMarked
package org.jwtvalidation.services.springmvc;

import org.jspecify.annotations.NullMarked;
