// SPDX-License-Identifier: Apache-2.0
/**
 * The threads of the library, and what runs on them. Nothing here waits for application code
 * without a bound.
 */
@NullMarked
package org.jwtvalidation.internal.concurrent;

import org.jspecify.annotations.NullMarked;
