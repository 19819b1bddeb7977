// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.codec.StrictJson;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.jwk.JwkSet;

/**
 * The places of an issuer's metadata, and the {@code jwks_uri} in it.
 *
 * @param issuer what the documents have to name as issuer
 * @param locations the documents to try in turn
 */
record ServerMetadata(String issuer, List<URI> locations, UriPolicy policy) {

  private static final String OPENID_CONFIGURATION = "/.well-known/openid-configuration";
  private static final String OAUTH_AUTHORIZATION_SERVER =
      "/.well-known/oauth-authorization-server";
  private static final List<String> SUFFIXES =
      List.of(OPENID_CONFIGURATION, OAUTH_AUTHORIZATION_SERVER);
  private static final int MAX_ISSUER = 200;
  private static final StrictJson JSON =
      new StrictJson(new JsonLimits(16, JwkSet.MAX_OCTETS, 1024));

  /**
   * The metadata of an issuer.
   *
   * @param named the issuer that the document has to name, or null for the same
   */
  static ServerMetadata of(String issuer, @Nullable String named, UriPolicy policy) {
    URI uri;
    try {
      uri = URI.create(issuer);
    } catch (IllegalArgumentException e) {
      throw new OptionException(
          "issuer",
          Printable.quoted(issuer) + " is not a URI",
          "give the issuer's https URI, or a key source",
          e);
    }
    policy.check("issuer", uri);
    checkIsNoMetadata("issuer", uri, "configure the issuer");
    if (uri.getRawQuery() != null) {
      throw new OptionException(
          "issuer", issuer + " has a query", "give the issuer's https URI, or a key source");
    }
    String origin = uri.getScheme() + "://" + uri.getRawAuthority();
    String path =
        uri.getRawPath().endsWith("/")
            ? uri.getRawPath().substring(0, uri.getRawPath().length() - 1)
            : uri.getRawPath();
    return new ServerMetadata(
        named == null ? issuer : named,
        List.of(
            // OpenID Connect appends to the issuer's path, RFC 8414 inserts before it.
            URI.create(origin + path + OPENID_CONFIGURATION),
            URI.create(origin + OAUTH_AUTHORIZATION_SERVER + path)),
        policy);
  }

  /**
   * Checks that {@code uri} is not itself the place of metadata.
   *
   * @throws IllegalArgumentException if it is; the message starts with {@code option}
   */
  static void checkIsNoMetadata(String option, URI uri, String remedy) {
    for (String suffix : SUFFIXES) {
      String text = uri.toString();
      if (text.endsWith(suffix)) {
        throw new OptionException(
            option,
            UriPolicy.shown(uri) + " is the URI of the issuer's metadata",
            remedy + ", " + text.substring(0, text.length() - suffix.length()));
      }
    }
  }

  /**
   * The {@code jwks_uri} of a metadata document.
   *
   * @throws IllegalArgumentException if the document is malformed, of another issuer, or without an
   *     allowed URI of keys
   */
  URI jwksUri(byte[] document) {
    Map<String, @Nullable Object> metadata;
    try {
      metadata = JSON.parseObject(document, 4 * JwkSet.MAX_OCTETS).members();
    } catch (DecodingException e) {
      throw new IllegalArgumentException("metadata: " + e.getMessage(), e);
    }
    checkIssuer(metadata.get("issuer"));
    if (!(metadata.get("jwks_uri") instanceof String text)) {
      throw new IllegalArgumentException(
          "metadata: no \"jwks_uri\"; give the URI of the keys: HttpKeySource.jwksUri(...)");
    }
    URI jwksUri;
    try {
      jwksUri = new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "jwks_uri: "
              + Printable.quoted(text)
              + " is not a URI; give that of the keys: HttpKeySource.jwksUri(...)",
          e);
    }
    policy.check("jwks_uri", jwksUri);
    return jwksUri;
  }

  private void checkIssuer(@Nullable Object named) {
    if (issuer.equals(named)) {
      return;
    }
    if (!(named instanceof String other)) {
      throw new IllegalArgumentException(
          "metadata: no \"issuer\", which must be "
              + issuer
              + "; give the URI of the keys: HttpKeySource.jwksUri(...)");
    }
    String name = Printable.quoted(other, MAX_ISSUER);
    throw new IllegalArgumentException(
        "metadata: the issuer is "
            + name
            + ", not "
            + Printable.quoted(issuer, MAX_ISSUER)
            + "; if you trust it, configure "
            + name
            + ", which iss of the tokens must equal");
  }
}
