// SPDX-License-Identifier: Apache-2.0
/** A service on Quarkus with the extension of this project. */
@NullMarked
package org.jwtvalidation.services.quarkus;

import org.jspecify.annotations.NullMarked;
