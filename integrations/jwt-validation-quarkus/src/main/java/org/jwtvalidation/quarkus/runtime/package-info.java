// SPDX-License-Identifier: Apache-2.0
/**
 * The Quarkus extension: bearer tokens for Quarkus's security annotations, configured below {@code
 * jwt-validation}.
 *
 * <p>Inject {@link org.eclipse.microprofile.jwt.JsonWebToken} or {@link
 * org.jwtvalidation.token.AccessToken} for the token of a request, and {@link
 * org.jwtvalidation.TokenValidator} for any other token. Beans of these types are picked up: {@link
 * org.jwtvalidation.monitor.TokenValidatorMonitor}, {@link org.jwtvalidation.http.HttpMonitor},
 * {@link org.jwtvalidation.http.config.IssuerCustomizer} and {@link
 * org.jwtvalidation.IssuerResolver}.
 */
@NullMarked
package org.jwtvalidation.quarkus.runtime;

import org.jspecify.annotations.NullMarked;
