// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.metadata.MetadataAnswer;
import org.jwtvalidation.internal.metadata.MetadataUris;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.token.ConfirmationMethod;

/**
 * The metadata of a protected resource (RFC 9728), which tell clients where to get tokens for it.
 * Serve {@link #json()} as {@code application/json} at {@link #metadataPath()}, to everybody.
 * Immutable and thread-safe.
 */
public final class ProtectedResource {

  private final URI metadataUri;
  private final byte[] json;

  private ProtectedResource(Builder builder) {
    this.metadataUri = metadataUri(builder.resource);
    this.json = builder.json().getBytes(UTF_8);
  }

  /** The well-known part stands between host and path (RFC 9728 section 3.1). */
  private static URI metadataUri(URI resource) {
    String path = resource.getRawPath().equals("/") ? "" : resource.getRawPath();
    String query = resource.getRawQuery() == null ? "" : "?" + resource.getRawQuery();
    return URI.create(
        resource.getScheme()
            + "://"
            + resource.getRawAuthority()
            + MetadataAnswer.PATH
            + path
            + query);
  }

  /**
   * Returns a builder.
   *
   * @param resource the resource identifier (RFC 9728 section 1.2): the URI of your service as
   *     clients see it, {@code https} except on a loopback address; other characters than those of
   *     ASCII are written as escapes
   * @return a builder of metadata
   * @throws IllegalArgumentException if the URI is not absolute, not {@code https}, or has user
   *     information or a fragment
   */
  public static Builder builder(URI resource) {
    return new Builder(resource);
  }

  /** {@return the URI of the metadata, as clients see it} */
  public URI metadataUri() {
    return metadataUri;
  }

  /** {@return the path at which to serve the metadata} */
  public String metadataPath() {
    return metadataUri.getRawPath();
  }

  /** {@return the metadata as JSON, in UTF-8; a copy} */
  public byte[] json() {
    return json.clone();
  }

  /** Options of a {@link ProtectedResource}. Not thread-safe. */
  public static final class Builder {

    private final URI resource;
    private final Set<String> authorizationServers = new LinkedHashSet<>();
    private final Set<String> scopes = new LinkedHashSet<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private @Nullable ProofOfPossession possession;

    private Builder(URI resource) {
      if (!MetadataUris.isSecure(resource)
          || resource.getRawUserInfo() != null
          || resource.getRawFragment() != null) {
        throw new OptionException(
            "resource",
            Printable.quoted(resource.toString())
                + " is not an https URI without user information and fragment",
            "give the URI of your service as clients see it");
      }
      this.resource = URI.create(resource.toASCIIString());
    }

    /**
     * Adds the issuers that clients can get tokens from.
     *
     * @param issuers issuer identifiers: {@code https} URIs, except on a loopback address
     * @return this builder
     * @throws IllegalArgumentException if one is no such URI, or has a query or a fragment
     */
    public Builder authorizationServers(String... issuers) {
      for (String issuer : issuers) {
        if (!MetadataUris.isIssuer(issuer)) {
          throw new OptionException(
              "authorizationServers",
              Printable.quoted(issuer) + " is not an https URI without query and fragment",
              "give the issuer identifier");
        }
        authorizationServers.add(issuer);
      }
      return this;
    }

    /**
     * Adds scopes that clients can ask for.
     *
     * @param names scope tokens (RFC 6749 section 3.3)
     * @return this builder
     * @throws IllegalArgumentException if one is not a scope token
     */
    public Builder scopes(String... names) {
      for (String name : names) {
        scopes.add(AccessRule.checkedScope(name));
      }
      return this;
    }

    /**
     * Sets the name of the resource, for people to read.
     *
     * @param text the name
     * @return this builder
     */
    public Builder name(String text) {
      texts.put("resource_name", Objects.requireNonNull(text, "text"));
      return this;
    }

    /**
     * Sets the page that says how to use the resource.
     *
     * @param page its absolute URI
     * @return this builder
     * @throws IllegalArgumentException if the URI is not absolute
     */
    public Builder documentation(URI page) {
      if (!page.isAbsolute()) {
        throw new OptionException(
            "documentation",
            Printable.quoted(page.toString()) + " is not absolute",
            "give the URI with its scheme and host");
      }
      texts.put("resource_documentation", page.toASCIIString());
      return this;
    }

    /**
     * Tells clients which proofs of possession are checked, and whether every token needs one; by
     * default nothing is told.
     *
     * @param checks what is checked
     * @return this builder
     */
    public Builder proofOfPossession(ProofOfPossession checks) {
      possession = Objects.requireNonNull(checks, "checks");
      return this;
    }

    /** {@return metadata with these options} */
    public ProtectedResource build() {
      return new ProtectedResource(this);
    }

    private String json() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("resource", resource.toString());
      members.put("authorization_servers", authorizationServers);
      members.put("scopes_supported", scopes);
      members.put("bearer_methods_supported", List.of("header"));
      members.putAll(texts);
      if (possession != null) {
        boolean isDpop = possession.methods().contains(ConfirmationMethod.JKT);
        boolean isMutualTls = possession.methods().contains(ConfirmationMethod.X5T_S256);
        members.put("dpop_signing_alg_values_supported", Challenges.proofAlgorithms(possession));
        if (isDpop && !isMutualTls && possession.isRequired()) {
          members.put("dpop_bound_access_tokens_required", true);
        }
        if (isMutualTls) {
          members.put("tls_client_certificate_bound_access_tokens", true);
        }
      }
      return JsonText.object(members);
    }
  }
}
