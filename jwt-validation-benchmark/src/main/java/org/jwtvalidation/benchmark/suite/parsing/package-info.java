// SPDX-License-Identifier: Apache-2.0
/** How fast is the parsing of a token? */
@NullMarked
package org.jwtvalidation.benchmark.suite.parsing;

import org.jspecify.annotations.NullMarked;
