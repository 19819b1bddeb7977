// SPDX-License-Identifier: Apache-2.0
/** Measures what a request with a token takes in services of several frameworks, over HTTP. */
@NullMarked
package org.jwtvalidation.benchmark.http;

import org.jspecify.annotations.NullMarked;
