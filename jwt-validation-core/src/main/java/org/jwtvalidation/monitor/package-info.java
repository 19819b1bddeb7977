// SPDX-License-Identifier: Apache-2.0
/**
 * Monitors: what observes validations, step by step, and a ready-made one for latencies and
 * outcomes.
 */
@NullMarked
package org.jwtvalidation.monitor;

import org.jspecify.annotations.NullMarked;
