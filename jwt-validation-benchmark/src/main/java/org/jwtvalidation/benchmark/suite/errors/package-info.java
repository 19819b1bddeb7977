// SPDX-License-Identifier: Apache-2.0
/** What do invalid tokens cost a busy server? */
@NullMarked
package org.jwtvalidation.benchmark.suite.errors;

import org.jspecify.annotations.NullMarked;
