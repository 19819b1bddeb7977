// SPDX-License-Identifier: Apache-2.0
/** How the metadata of a resource are served (RFC 9728), for the servers that this module knows. */
@NullMarked
package org.jwtvalidation.internal.metadata;

import org.jspecify.annotations.NullMarked;
