// SPDX-License-Identifier: Apache-2.0
/** Options of builders: what their errors consist of, and their bounds. */
@NullMarked
package org.jwtvalidation.internal.options;

import org.jspecify.annotations.NullMarked;
