// SPDX-License-Identifier: Apache-2.0
/** What does each step of a validation cost? */
@NullMarked
package org.jwtvalidation.benchmark.suite.components;

import org.jspecify.annotations.NullMarked;
