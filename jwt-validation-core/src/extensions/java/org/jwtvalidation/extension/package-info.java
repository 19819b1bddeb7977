// SPDX-License-Identifier: Apache-2.0
/** What tests of all modules need to have code of users misbehave wherever the library calls it. */
@NullMarked
package org.jwtvalidation.extension;

import org.jspecify.annotations.NullMarked;
