// SPDX-License-Identifier: Apache-2.0
/** How fast are other libraries with the same tokens and the same checks? */
@NullMarked
package org.jwtvalidation.benchmark.suite.peers;

import org.jspecify.annotations.NullMarked;
