// SPDX-License-Identifier: Apache-2.0
/** Analyzes recordings: how long validations take, and why some of them are slow. */
@NullMarked
package org.jwtvalidation.jfr.analysis;

import org.jspecify.annotations.NullMarked;
