// SPDX-License-Identifier: Apache-2.0
/** How long do callers wait if requests arrive independently of each other? */
@NullMarked
package org.jwtvalidation.benchmark.suite.load;

import org.jspecify.annotations.NullMarked;
