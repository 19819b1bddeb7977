// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * A client with a key of its own, which proves by DPoP that it has the key (RFC 9449). Immutable
 * and thread-safe.
 *
 * <pre>{@code
 * DpopClient client = DpopClient.create();
 * String token = issuer.token().boundTo(client).compact();
 * String proof = client.proof("GET", uri).accessToken(token).compact();
 * }</pre>
 *
 * <p>The token goes into the header field {@code Authorization} after the scheme {@code DPoP}, the
 * proof into the field {@code DPoP}. A new proof is needed for each request.
 */
public final class DpopClient {

  private final TestKey key;

  private DpopClient(TestKey key) {
    this.key = key;
  }

  /**
   * Creates a client with a new key of {@code ES256}.
   *
   * @return a new client at each call
   */
  public static DpopClient create() {
    return create(SignatureAlgorithm.ES256);
  }

  /**
   * Creates a client with a new key, for RSA with 2,048 bits.
   *
   * @param algorithm the algorithm by which it signs proofs
   * @return a new client at each call
   * @throws IllegalArgumentException if the running JDK does not have the algorithm
   */
  public static DpopClient create(SignatureAlgorithm algorithm) {
    return new DpopClient(TestKey.generate(algorithm, null));
  }

  /**
   * Creates a client with an existing key, for example a weak one.
   *
   * @param key the key, whose Key ID does not matter
   * @return the client
   */
  public static DpopClient of(TestKey key) {
    return new DpopClient(Objects.requireNonNull(key, "key"));
  }

  /** {@return the key that the client proves to have} */
  public TestKey key() {
    return key;
  }

  /**
   * {@return the JWK SHA-256 Thumbprint of the key in base64url, see {@link TestKey#thumbprint}}
   */
  public String thumbprint() {
    return key.thumbprint();
  }

  /**
   * Returns the public key as proofs have it in their header parameter {@code jwk}: its type, its
   * values, and nothing else.
   *
   * @return the members of the JWK, a new map at each call, which may be changed and used in {@link
   *     DpopProofBuilder#header}
   */
  public Map<String, Object> publicJwk() {
    return new LinkedHashMap<>(PublicJwk.required(key.algorithm(), key.publicKey()));
  }

  /**
   * Returns the key pair as no client must send it.
   *
   * @return the members of the private JWK, a new map at each call
   */
  public Map<String, Object> privateJwk() {
    Map<String, Object> jwk = publicJwk();
    jwk.putAll(PrivateJwk.members(key.privateKey()));
    return jwk;
  }

  /**
   * Starts a proof for a request, which is valid by default.
   *
   * @param method the method of the request, such as {@code GET}
   * @param uri the URI of the request; its query and fragment are left out
   * @return a new builder at each call
   */
  public DpopProofBuilder proof(String method, URI uri) {
    return new DpopProofBuilder(this, method, uri);
  }

  /** Names algorithm and thumbprint. */
  @Override
  public String toString() {
    return "DpopClient[" + key.algorithm().joseName() + ", " + thumbprint() + "]";
  }
}
