// SPDX-License-Identifier: Apache-2.0
/** A service with Spring MVC. */
@NullMarked
package org.jwtvalidation.examples.springboot;

import org.jspecify.annotations.NullMarked;
