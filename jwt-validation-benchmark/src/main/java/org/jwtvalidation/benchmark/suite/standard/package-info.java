// SPDX-License-Identifier: Apache-2.0
/** How fast is a validation under load? */
@NullMarked
package org.jwtvalidation.benchmark.suite.standard;

import org.jspecify.annotations.NullMarked;
