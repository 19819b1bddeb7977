// SPDX-License-Identifier: Apache-2.0
/** What answers tell clients of a resource (RFC 9728), for the servers and frameworks alike. */
@NullMarked
package org.jwtvalidation.internal.metadata;

import org.jspecify.annotations.NullMarked;
