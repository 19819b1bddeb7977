// SPDX-License-Identifier: Apache-2.0
/** How long does a new JVM take until it has validated its first token? */
@NullMarked
package org.jwtvalidation.benchmark.suite.startup;

import org.jspecify.annotations.NullMarked;
