// SPDX-License-Identifier: Apache-2.0
/** Where the time of the requests of a service went. */
@NullMarked
package org.jwtvalidation.services.accounts;

import org.jspecify.annotations.NullMarked;
