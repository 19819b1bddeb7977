// SPDX-License-Identifier: Apache-2.0
/**
 * Flight Recorder events for validators in production: {@link org.jwtvalidation.jfr.JfrMonitor}.
 */
@NullMarked
package org.jwtvalidation.jfr;

import org.jspecify.annotations.NullMarked;
