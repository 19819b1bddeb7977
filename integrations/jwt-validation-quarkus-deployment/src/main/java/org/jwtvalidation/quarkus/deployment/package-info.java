// SPDX-License-Identifier: Apache-2.0
/** What the Quarkus extension does while an application is built. */
@NullMarked
package org.jwtvalidation.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
