// SPDX-License-Identifier: Apache-2.0
/** What does another cryptography provider change? */
@NullMarked
package org.jwtvalidation.benchmark.suite.providers;

import org.jspecify.annotations.NullMarked;
