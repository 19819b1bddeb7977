// SPDX-License-Identifier: Apache-2.0
/** The paths of the services on Quarkus that need no token. */
@NullMarked
package org.jwtvalidation.services.quarkuscommon;

import org.jspecify.annotations.NullMarked;
