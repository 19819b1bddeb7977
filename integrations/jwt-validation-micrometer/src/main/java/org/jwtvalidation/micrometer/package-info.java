// SPDX-License-Identifier: Apache-2.0
/**
 * Micrometer's meters of validations, keys, cache and requests: {@link
 * org.jwtvalidation.micrometer.ValidationMeters} and {@link
 * org.jwtvalidation.micrometer.HttpMeters}.
 */
@NullMarked
package org.jwtvalidation.micrometer;

import org.jspecify.annotations.NullMarked;
