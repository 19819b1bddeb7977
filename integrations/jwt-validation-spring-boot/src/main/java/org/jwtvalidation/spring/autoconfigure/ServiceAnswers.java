// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.ProtectedResource;

/**
 * What the service says of itself to clients.
 *
 * @param authenticator makes the challenges
 * @param resource has the metadata, or null if there are none
 * @param hasRealm whether the properties name a realm
 */
record ServiceAnswers(
    BearerAuthenticator authenticator, @Nullable ProtectedResource resource, boolean hasRealm) {}
