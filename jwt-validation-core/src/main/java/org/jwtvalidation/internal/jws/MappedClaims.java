// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an issuer's mapping finds in the verified claims of an access token.
 *
 * @param clientId the client that obtained the token, or null if it names none
 * @param scopes the scope tokens, or null if they are in their standard claims
 * @param roles the roles, possibly none
 */
public record MappedClaims(
    @Nullable String clientId, @Nullable List<String> scopes, List<String> roles) {}
