// SPDX-License-Identifier: Apache-2.0
/** What does a request cost beside its validation, and what does a proof of possession cost? */
@NullMarked
package org.jwtvalidation.benchmark.suite.requests;

import org.jspecify.annotations.NullMarked;
