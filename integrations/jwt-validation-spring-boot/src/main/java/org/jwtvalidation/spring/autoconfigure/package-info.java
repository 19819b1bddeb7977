// SPDX-License-Identifier: Apache-2.0
/**
 * The auto-configuration of Spring Boot. Its properties are documented in the manual, on the page
 * of the configuration; applications do not use these types, except to exclude some.
 */
@NullMarked
package org.jwtvalidation.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
