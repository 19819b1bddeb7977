/** Ready-made monitors: the latency of validations, step by step, and their outcomes. */
@NullMarked
package org.jwtvalidation.monitor;

import org.jspecify.annotations.NullMarked;
