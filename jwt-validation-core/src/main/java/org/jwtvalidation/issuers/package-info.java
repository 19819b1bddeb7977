// SPDX-License-Identifier: Apache-2.0
/** Configurations of well-known issuers, ready to take an audience. */
@NullMarked
package org.jwtvalidation.issuers;

import org.jspecify.annotations.NullMarked;
