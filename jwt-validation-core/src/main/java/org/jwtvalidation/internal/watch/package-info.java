// SPDX-License-Identifier: Apache-2.0
/** How the monitors of a validator are told of its validations. */
@NullMarked
package org.jwtvalidation.internal.watch;

import org.jspecify.annotations.NullMarked;
