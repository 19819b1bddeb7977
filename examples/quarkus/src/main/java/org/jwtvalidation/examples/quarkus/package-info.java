// SPDX-License-Identifier: Apache-2.0
/** A Quarkus service with bearer tokens. */
@NullMarked
package org.jwtvalidation.examples.quarkus;

import org.jspecify.annotations.NullMarked;
