// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of a resource server in text, for any framework: interfaces with an option for
 * each key below {@code jwt-validation}, and {@link
 * org.jwtvalidation.http.config.ResourceServerConfiguration}, which creates builders from them.
 */
@NullMarked
package org.jwtvalidation.http.config;

import org.jspecify.annotations.NullMarked;
