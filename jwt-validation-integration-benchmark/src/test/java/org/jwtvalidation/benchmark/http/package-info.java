// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.jwtvalidation.benchmark.http;

import org.jspecify.annotations.NullMarked;
