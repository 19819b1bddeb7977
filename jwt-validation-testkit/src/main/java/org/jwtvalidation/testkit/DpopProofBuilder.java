// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A builder of DPoP proofs. By default, it builds a valid proof (RFC 9449 section 4.2): {@code typ}
 * is {@code dpop+jwt}, {@code jwk} is the client's public key, {@code jti} is a random UUID, {@code
 * htm} and {@code htu} are those of the request, and {@code iat} is now. It is signed by the
 * client's key.
 *
 * <p>Changes are not checked, so that invalid proofs can be built. Values of headers and claims are
 * as for {@link TokenBuilder}.
 *
 * <p>Each method changes this builder and returns it. {@link #compact()} may be called repeatedly;
 * each proof has another {@code jti}, and reads the clock. Not thread-safe.
 */
public final class DpopProofBuilder {

  private final DpopClient client;
  private final String method;
  private final String uri;
  private final MemberChanges headerChanges = new MemberChanges();
  private final MemberChanges claimChanges = new MemberChanges();
  private String algorithm;
  private UnaryOperator<byte[]> signer;
  private InstantSource clock = Clock.systemUTC();
  private @Nullable String rawHeader;
  private @Nullable String rawClaims;

  DpopProofBuilder(DpopClient client, String method, URI uri) {
    this.client = client;
    this.method = Objects.requireNonNull(method, "method");
    this.uri = uri.toString().split("[?#]", 2)[0];
    this.algorithm = client.key().algorithm().joseName();
    this.signer = client.key()::sign;
  }

  /**
   * Proves the possession of the key for an access token: sets {@code ath} to its hash.
   *
   * @param token the access token that the request has
   * @return this builder
   */
  public DpopProofBuilder accessToken(String token) {
    return claim("ath", Sha256.of(token.getBytes(US_ASCII)));
  }

  /**
   * Sets {@code nonce}.
   *
   * @param nonce what the server sent in the header field {@code DPoP-Nonce}
   * @return this builder
   */
  public DpopProofBuilder nonce(String nonce) {
    return claim("nonce", nonce);
  }

  /**
   * Sets {@code jti}, so that all proofs of this builder have the same one.
   *
   * @param id the identifier
   * @return this builder
   */
  public DpopProofBuilder jwtId(String id) {
    return claim("jti", id);
  }

  /**
   * Sets {@code iat} in whole seconds.
   *
   * @param instant the time of issue that the proof claims, in the past or the future
   * @return this builder
   */
  public DpopProofBuilder issuedAt(Instant instant) {
    return claim("iat", instant);
  }

  /**
   * Sets the clock; by default the system clock.
   *
   * @param source the clock, read once for each proof
   * @return this builder
   */
  public DpopProofBuilder at(InstantSource source) {
    clock = Objects.requireNonNull(source, "source");
    return this;
  }

  /**
   * Sets a header parameter. This does not affect the signature, even if {@code alg} is set.
   *
   * @param name the parameter
   * @param value its value, null for JSON's null
   * @return this builder
   */
  public DpopProofBuilder header(String name, @Nullable Object value) {
    headerChanges.set(name, value);
    return this;
  }

  /**
   * Omits a header parameter.
   *
   * @param name the parameter
   * @return this builder
   */
  public DpopProofBuilder withoutHeader(String name) {
    headerChanges.omit(name);
    return this;
  }

  /**
   * Sets a claim.
   *
   * @param name the Claim Name
   * @param value its value, null for JSON's null
   * @return this builder
   */
  public DpopProofBuilder claim(String name, @Nullable Object value) {
    claimChanges.set(name, value);
    return this;
  }

  /**
   * Omits a claim.
   *
   * @param name the Claim Name
   * @return this builder
   */
  public DpopProofBuilder withoutClaim(String name) {
    claimChanges.omit(name);
    return this;
  }

  /**
   * Puts the private key into the header parameter {@code jwk}, beside the public one.
   *
   * @return this builder
   */
  public DpopProofBuilder exposingPrivateKey() {
    return header("jwk", client.privateJwk());
  }

  /**
   * Signs with another key than that in the header parameter {@code jwk}; {@code alg} is that of
   * the other key.
   *
   * @param other the key, for example of an attacker
   * @return this builder
   */
  public DpopProofBuilder signedBy(TestKey other) {
    algorithm = other.algorithm().joseName();
    signer = other::sign;
    return this;
  }

  /**
   * Builds an unsecured proof: {@code alg} is {@code none}, and the signature is empty.
   *
   * @return this builder
   */
  public DpopProofBuilder unsecured() {
    algorithm = "none";
    signer = input -> new byte[0];
    return this;
  }

  /**
   * Authenticates the proof by {@code HS256} in place of a signature.
   *
   * @param secret the key of the MAC, for example what the server may take for it, such as octets
   *     of the public key
   * @return this builder
   */
  public DpopProofBuilder macBy(byte[] secret) {
    algorithm = Hs256.NAME;
    signer = Hs256.with(secret);
    return this;
  }

  /**
   * Uses any text as the JOSE Header, in place of all other header settings. The signature covers
   * it.
   *
   * @param json the text, encoded in UTF-8 and base64url
   * @return this builder
   */
  public DpopProofBuilder rawHeader(String json) {
    rawHeader = Objects.requireNonNull(json, "json");
    return this;
  }

  /**
   * Uses any text as the JWT Claims Set, in place of all other claim settings. The signature covers
   * it.
   *
   * @param json the text, encoded in UTF-8 and base64url
   * @return this builder
   */
  public DpopProofBuilder rawClaims(String json) {
    rawClaims = Objects.requireNonNull(json, "json");
    return this;
  }

  /**
   * Makes the proof.
   *
   * @return the proof in compact serialization (RFC 7515 section 7.1), as the value of the header
   *     field {@code DPoP}
   * @throws IllegalArgumentException if JSON cannot represent a value
   */
  public String compact() {
    String header = rawHeader == null ? JsonWriter.json(header()) : rawHeader;
    String claims = rawClaims == null ? JsonWriter.json(claims()) : rawClaims;
    return CompactWriter.compact(header, claims, signer);
  }

  /**
   * Makes a proof with two signatures, the client's and one more by the same key, in the general
   * serialization in JSON (RFC 7515 section 7.2.1), which no proof must have.
   *
   * @return the JSON text
   * @throws IllegalArgumentException if JSON cannot represent a value
   */
  public String twiceSigned() {
    String[] segments = compact().split("\\.", -1);
    Map<String, Object> signature = Map.of("protected", segments[0], "signature", segments[2]);
    return JsonWriter.json(
        Map.of("payload", segments[1], "signatures", List.of(signature, signature)));
  }

  private Map<String, @Nullable Object> header() {
    Map<String, @Nullable Object> header = new LinkedHashMap<>();
    header.put("typ", "dpop+jwt");
    header.put("alg", algorithm);
    header.put("jwk", client.publicJwk());
    return headerChanges.applyTo(header);
  }

  private Map<String, @Nullable Object> claims() {
    Map<String, @Nullable Object> claims = new LinkedHashMap<>();
    claims.put("jti", UUID.randomUUID().toString());
    claims.put("htm", method);
    claims.put("htu", uri);
    claims.put("iat", clock.instant());
    return claimChanges.applyTo(claims);
  }
}
