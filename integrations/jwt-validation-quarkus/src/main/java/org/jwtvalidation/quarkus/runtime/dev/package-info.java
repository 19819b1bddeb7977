// SPDX-License-Identifier: Apache-2.0
/** What the page of the Dev UI needs of a running application: nothing of it is packaged. */
@NullMarked
package org.jwtvalidation.quarkus.runtime.dev;

import org.jspecify.annotations.NullMarked;
