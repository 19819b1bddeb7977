// SPDX-License-Identifier: Apache-2.0
/** Bearer tokens for servlet containers (Jakarta Servlet 6.0 and newer). */
@NullMarked
package org.jwtvalidation.http.servlet;

import org.jspecify.annotations.NullMarked;
