package org.jwtvalidation.keysource;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.codec.StrictJson;
import org.jwtvalidation.jwk.JwkSet;

/**
 * The places of an issuer's metadata, and the {@code jwks_uri} in it.
 *
 * @param issuer the issuer identifier
 * @param locations the documents to try in turn
 */
record ServerMetadata(String issuer, List<URI> locations, UriPolicy policy) {

  private static final String OPENID_CONFIGURATION = "/.well-known/openid-configuration";
  private static final String OAUTH_AUTHORIZATION_SERVER =
      "/.well-known/oauth-authorization-server";
  private static final StrictJson JSON =
      new StrictJson(new JsonLimits(16, JwkSet.MAX_OCTETS, 1024));

  static ServerMetadata of(String issuer, UriPolicy policy) {
    URI uri;
    try {
      uri = URI.create(issuer);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "issuer: "
              + Printable.quoted(issuer)
              + " is not a URI; give the issuer's https URI, or a key source",
          e);
    }
    policy.check("issuer", uri);
    if (uri.getRawQuery() != null) {
      throw new IllegalArgumentException(
          "issuer: " + issuer + " has a query; give the issuer's https URI, or a key source");
    }
    String origin = uri.getScheme() + "://" + uri.getRawAuthority();
    String path =
        uri.getRawPath().endsWith("/")
            ? uri.getRawPath().substring(0, uri.getRawPath().length() - 1)
            : uri.getRawPath();
    return new ServerMetadata(
        issuer,
        List.of(
            // OpenID Connect appends to the issuer's path, RFC 8414 inserts before it.
            URI.create(origin + path + OPENID_CONFIGURATION),
            URI.create(origin + OAUTH_AUTHORIZATION_SERVER + path)),
        policy);
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
    if (!issuer.equals(metadata.get("issuer"))) {
      throw new IllegalArgumentException("metadata: \"issuer\" is not " + issuer);
    }
    if (!(metadata.get("jwks_uri") instanceof String text)) {
      throw new IllegalArgumentException("metadata: no \"jwks_uri\"");
    }
    URI jwksUri = URI.create(text);
    policy.check("jwks_uri", jwksUri);
    return jwksUri;
  }
}
