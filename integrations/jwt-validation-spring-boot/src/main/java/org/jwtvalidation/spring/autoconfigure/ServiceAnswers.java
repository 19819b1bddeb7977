// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.http.BearerAuthenticator;

/**
 * What the service says of itself to clients.
 *
 * @param authenticator makes the challenges, and has the metadata that they name
 * @param hasRealm whether the properties name a realm
 */
record ServiceAnswers(BearerAuthenticator authenticator, boolean hasRealm) {}
