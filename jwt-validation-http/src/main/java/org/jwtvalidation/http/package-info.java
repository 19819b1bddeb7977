// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP half of a resource server, for any framework (RFC 6750): the token out of the request,
 * the decision, and the challenge for the response. {@link org.jwtvalidation.http.pop} checks the
 * senders of tokens that are bound to a key (RFC 9449, RFC 8705).
 *
 * <pre>{@code
 * BearerAuthenticator bearer = BearerAuthenticator.builder(validator).realm("orders").build();
 * AccessRule read = AccessRule.scope("orders:read");
 *
 * BearerAnswer answer = bearer.authenticate(request, read);
 * if (answer instanceof BearerAnswer.Refused refused) {
 *   respond(refused.status(), refused.headers()); // 400, 401, 403, 503
 * } else if (answer instanceof BearerAnswer.Authenticated authenticated) {
 *   respond(ordersOf(authenticated.token().subject()));
 * }
 * }</pre>
 *
 * <p>A request is a {@link org.jwtvalidation.http.pop.BearerRequest}; {@link
 * org.jwtvalidation.http.httpserver} has one for the JDK's own server, and {@link
 * org.jwtvalidation.http.servlet} a filter for servlet containers. An {@link
 * org.jwtvalidation.http.HttpMonitor} sees each {@link org.jwtvalidation.http.RequestPhase}; {@link
 * org.jwtvalidation.http.HttpMetricsMonitor} records them.
 */
@NullMarked
package org.jwtvalidation.http;

import org.jspecify.annotations.NullMarked;
