// SPDX-License-Identifier: Apache-2.0
/** Classes that the suites share; each suite is a package of its own. */
@NullMarked
package org.jwtvalidation.benchmark.suite;

import org.jspecify.annotations.NullMarked;
