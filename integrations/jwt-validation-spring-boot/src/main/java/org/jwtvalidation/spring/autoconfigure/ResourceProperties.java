// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.config.ResourceOptions;

/**
 * The properties of the metadata of the service.
 *
 * @param url URI of the service as clients see it, which switches the metadata on.
 * @param authorizationServers Issuers that clients can get tokens from; by default the trusted
 *     ones. Required if only tenants are trusted.
 * @param scopes Scopes that clients can ask for.
 * @param name Name of the service, for people to read.
 * @param documentation Page that says how to use the service.
 */
record ResourceProperties(
    @Nullable URI url,
    @Nullable List<String> authorizationServers,
    @Nullable List<String> scopes,
    @Nullable String name,
    @Nullable URI documentation)
    implements ResourceOptions {}
