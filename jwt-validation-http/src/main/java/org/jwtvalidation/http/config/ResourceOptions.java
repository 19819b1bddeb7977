// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.ProtectedResource;

/**
 * Configuration options of the metadata of a protected resource, as text. Without {@link #url}
 * there are no metadata.
 */
public interface ResourceOptions {

  /** {@return the resource identifier: {@link ProtectedResource#builder}} */
  @Nullable URI url();

  /**
   * {@return the issuers that clients can get tokens from, by default those that are trusted by
   * name, and not as tenants or by a resolver; required if there are none: {@link
   * ProtectedResource.Builder#authorizationServers}}
   */
  @Nullable List<String> authorizationServers();

  /** {@return the scopes that clients can ask for: {@link ProtectedResource.Builder#scopes}} */
  @Nullable List<String> scopes();

  /**
   * {@return the name of the resource, for people to read: {@link ProtectedResource.Builder#name}}
   */
  @Nullable String name();

  /** {@return the page that says how to use it: {@link ProtectedResource.Builder#documentation}} */
  @Nullable URI documentation();

  /** The rows; in a class, since an interface has public fields only. */
  final class Rows {

    /** The rows of the builder. */
    static final List<Option<ResourceOptions, ProtectedResource.Builder, ?>> BUILDER =
        List.of(
            Option.list(
                "authorization-servers",
                ResourceOptions::authorizationServers,
                ProtectedResource.Builder::authorizationServers),
            Option.list("scopes", ResourceOptions::scopes, ProtectedResource.Builder::scopes),
            new Option<>("name", ResourceOptions::name, ProtectedResource.Builder::name),
            new Option<>(
                "documentation",
                ResourceOptions::documentation,
                ProtectedResource.Builder::documentation));

    private Rows() {}
  }
}
