// SPDX-License-Identifier: Apache-2.0
/** How fast is the decoding of base64url? */
@NullMarked
package org.jwtvalidation.benchmark.suite.base64;

import org.jspecify.annotations.NullMarked;
