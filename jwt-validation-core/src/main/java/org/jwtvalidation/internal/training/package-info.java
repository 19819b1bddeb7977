// SPDX-License-Identifier: Apache-2.0
/** What has the JVM compile validations before tokens arrive. */
@NullMarked
package org.jwtvalidation.internal.training;

import org.jspecify.annotations.NullMarked;
