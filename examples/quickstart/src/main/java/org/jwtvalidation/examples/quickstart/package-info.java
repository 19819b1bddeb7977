// SPDX-License-Identifier: Apache-2.0
/** The guided tour through the library. */
@NullMarked
package org.jwtvalidation.examples.quickstart;

import org.jspecify.annotations.NullMarked;
