// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * A builder of tokens. By default, it builds a valid access token as of RFC 9068: {@code typ} is
 * {@code at+jwt}; {@code iss} is the issuer, {@code sub} is {@code test-user}, {@code aud} is
 * {@link TestIssuer#audience()}, {@code client_id} is {@code test-client}, {@code iat} is now,
 * {@code exp} is five minutes later, and {@code jti} is a random UUID. It is signed by the issuer's
 * current key of {@link TestIssuer#algorithm()}.
 *
 * <p>Changes are not checked, so that invalid tokens can be built. Values of headers and claims are
 * {@link String}, {@link Number}, {@link Boolean}, {@link Instant} (a NumericDate in whole
 * seconds), {@link List}, {@link Map}, or null for JSON's null.
 *
 * <p>Each method changes this builder and returns it. {@link #compact()} may be called repeatedly
 * and reads the clock each time. Not thread-safe.
 */
public final class TokenBuilder {

  private static final Duration LIFETIME = Duration.ofMinutes(5);

  /** Farther back than any leeway. */
  private static final Duration LONG_AGO = Duration.ofHours(-1);

  private final TestIssuer issuer;
  private final MemberChanges headerChanges = new MemberChanges();
  private final MemberChanges claimChanges = new MemberChanges();
  private final Map<String, String> confirmation = new TreeMap<>();
  private SignatureAlgorithm algorithm;
  private @Nullable TestKey key;
  private boolean unsecured;
  private @Nullable UnaryOperator<byte[]> mac;
  private boolean idToken;
  private @Nullable String accessToken;
  private InstantSource clock = Clock.systemUTC();
  private Duration lifetime = LIFETIME;
  private @Nullable String rawHeader;
  private @Nullable String rawClaims;

  TokenBuilder(TestIssuer issuer) {
    this.issuer = issuer;
    this.algorithm = issuer.algorithm();
  }

  /**
   * Signs with the issuer's current key of an algorithm; by default {@link TestIssuer#algorithm()}.
   *
   * @param chosen the algorithm
   * @return this builder
   */
  public TokenBuilder algorithm(SignatureAlgorithm chosen) {
    algorithm = Objects.requireNonNull(chosen, "chosen");
    key = null;
    unsecured = false;
    mac = null;
    return this;
  }

  /**
   * Signs with this key, of the issuer or not; the header names its algorithm and Key ID.
   *
   * @param signingKey the key
   * @return this builder
   */
  public TokenBuilder signedBy(TestKey signingKey) {
    key = Objects.requireNonNull(signingKey, "signingKey");
    unsecured = false;
    mac = null;
    return this;
  }

  /**
   * Builds an unsecured token (RFC 7519 section 6): {@code alg} is {@code none}, there is no {@code
   * kid}, and the signature is empty.
   *
   * @return this builder
   */
  public TokenBuilder unsecured() {
    unsecured = true;
    mac = null;
    return this;
  }

  /**
   * Authenticates the token by {@code HS256} in place of a signature, as in an attack by confusion
   * of algorithms; {@code kid} is that of the key that would sign.
   *
   * @param secret the key of the MAC, for example what a validator may take for it, such as octets
   *     of the public key
   * @return this builder
   */
  public TokenBuilder macBy(byte[] secret) {
    mac = Hs256.with(secret);
    unsecured = false;
    return this;
  }

  /**
   * Sets a header parameter. This does not affect the signature, which depends only on {@link
   * #algorithm} and {@link #signedBy}, even if {@code alg} is set.
   *
   * @param name the parameter
   * @param value its value, null for JSON's null
   * @return this builder
   */
  public TokenBuilder header(String name, @Nullable Object value) {
    headerChanges.set(name, value);
    return this;
  }

  /**
   * Omits a header parameter.
   *
   * @param name the parameter
   * @return this builder
   */
  public TokenBuilder withoutHeader(String name) {
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
  public TokenBuilder claim(String name, @Nullable Object value) {
    claimChanges.set(name, value);
    return this;
  }

  /**
   * Omits a claim.
   *
   * @param name the Claim Name
   * @return this builder
   */
  public TokenBuilder withoutClaim(String name) {
    claimChanges.omit(name);
    return this;
  }

  /**
   * Sets {@code aud}: one audience as a string, several or none as an array.
   *
   * @param audiences the audiences
   * @return this builder
   */
  public TokenBuilder audience(String... audiences) {
    return claim("aud", audiences.length == 1 ? audiences[0] : List.of(audiences));
  }

  /**
   * Sets {@code sub}.
   *
   * @param subject the subject
   * @return this builder
   */
  public TokenBuilder subject(String subject) {
    return claim("sub", subject);
  }

  /**
   * Sets {@code scope}, its values separated by single spaces (RFC 8693 section 4.2).
   *
   * @param values the scope tokens, such as {@code orders:read}
   * @return this builder
   */
  public TokenBuilder scope(String... values) {
    return claim("scope", String.join(" ", values));
  }

  /**
   * Sets {@code roles} (RFC 9068 section 2.2.3.1), where a validator finds them by default.
   *
   * @param values the roles, such as {@code clerk}
   * @return this builder
   */
  public TokenBuilder roles(String... values) {
    return claim("roles", List.of(values));
  }

  /**
   * Binds the token to the key of a client, by the member {@code jkt} of {@code cnf} (RFC 9449
   * section 6.1). A token may be bound to a key and a certificate.
   *
   * @param client the client that can prove to have the key
   * @return this builder
   */
  public TokenBuilder boundTo(DpopClient client) {
    return bound("jkt", client.thumbprint());
  }

  /**
   * Binds the token to the certificate of a client, by the member {@code x5t#S256} of {@code cnf}
   * (RFC 8705 section 3.1). A token may be bound to a key and a certificate.
   *
   * @param certificate the certificate that the client uses for TLS
   * @return this builder
   */
  public TokenBuilder boundTo(TestCertificate certificate) {
    return bound("x5t#S256", certificate.thumbprint());
  }

  private TokenBuilder bound(String method, String thumbprint) {
    confirmation.put(method, thumbprint);
    return claim("cnf", new TreeMap<>(confirmation));
  }

  /**
   * Sets the lifetime of the token; by default 5 minutes. A token with a negative lifetime has an
   * {@code iat} of five minutes before its {@code exp}. A validator accepts a token that expired
   * less than its leeway ago, by default 60 seconds.
   *
   * @param fromNow the time until expiration; negative for an expired token
   * @return this builder
   */
  public TokenBuilder expiresIn(Duration fromNow) {
    lifetime = Objects.requireNonNull(fromNow, "fromNow");
    return this;
  }

  /**
   * Sets the time of expiration to an hour ago, which is more than the leeway of any validator.
   *
   * @return this builder
   */
  public TokenBuilder expired() {
    return expiresIn(LONG_AGO);
  }

  /**
   * Sets {@code iat} in whole seconds, but does not change {@code exp}.
   *
   * @param instant the time of issue that the token claims
   * @return this builder
   */
  public TokenBuilder issuedAt(Instant instant) {
    return claim("iat", instant);
  }

  /**
   * Sets the clock; by default the system clock.
   *
   * @param source the clock, read once for each token
   * @return this builder
   */
  public TokenBuilder at(InstantSource source) {
    clock = Objects.requireNonNull(source, "source");
    return this;
  }

  /**
   * Builds an ID token (OpenID Connect Core 1.0 section 2). By default, {@code typ} is {@code JWT},
   * {@code aud} is the client, {@code auth_time} is the time of issue (but unaffected by {@link
   * #issuedAt}), and there is no {@code client_id} and no {@code jti}.
   *
   * @param clientId the client that requested the token
   * @param nonce the nonce that the client sent, or null if it sent none
   * @return this builder
   */
  public TokenBuilder idToken(String clientId, @Nullable String nonce) {
    idToken = true;
    audience(clientId);
    return nonce == null ? withoutClaim("nonce") : claim("nonce", nonce);
  }

  /**
   * Sets {@code at_hash} to the hash of an access token that is issued together with this ID token
   * (OpenID Connect Core 1.0 section 3.1.3.6), by the hash of the algorithm of the key that signs.
   *
   * @param token the access token
   * @return this builder
   */
  public TokenBuilder accessToken(String token) {
    accessToken = Objects.requireNonNull(token, "token");
    return this;
  }

  /**
   * Uses any text as the JOSE Header, in place of all other header settings. The signature covers
   * it.
   *
   * @param json the text, encoded in UTF-8 and base64url
   * @return this builder
   */
  public TokenBuilder rawHeader(String json) {
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
  public TokenBuilder rawClaims(String json) {
    rawClaims = Objects.requireNonNull(json, "json");
    return this;
  }

  /**
   * Mints the token.
   *
   * @return the token in compact serialization (RFC 7515 section 7.1)
   * @throws IllegalArgumentException if JSON cannot represent a value, the token would expire
   *     beyond all instants, the running JDK does not have the algorithm, or no standard names the
   *     hash of an {@link #accessToken} for it
   */
  public String compact() {
    TestKey signingKey = unsecured ? null : signingKey();
    String header = rawHeader == null ? JsonWriter.json(header(signingKey)) : rawHeader;
    String claims = rawClaims == null ? JsonWriter.json(claims(signingKey)) : rawClaims;
    UnaryOperator<byte[]> signer = signingKey == null ? input -> new byte[0] : signingKey::sign;
    return CompactWriter.compact(header, claims, mac == null ? signer : mac);
  }

  private TestKey signingKey() {
    return key == null ? issuer.key(algorithm) : key;
  }

  private Map<String, @Nullable Object> header(@Nullable TestKey signingKey) {
    Map<String, @Nullable Object> header = new LinkedHashMap<>();
    String signed = signingKey == null ? "none" : signingKey.algorithm().joseName();
    header.put("alg", mac == null ? signed : Hs256.NAME);
    header.put("typ", idToken ? "JWT" : "at+jwt");
    if (signingKey != null && signingKey.keyId() != null) {
      header.put("kid", signingKey.keyId());
    }
    return headerChanges.applyTo(header);
  }

  private Instant expiration(Instant now) {
    try {
      return now.plus(lifetime);
    } catch (ArithmeticException | DateTimeException e) {
      throw new IllegalArgumentException(
          "fromNow: " + lifetime + " from now is no instant; use a shorter time", e);
    }
  }

  private Map<String, @Nullable Object> claims(@Nullable TestKey signingKey) {
    Instant now = clock.instant();
    Instant expiresAt = expiration(now);
    Instant issuedAt = expiresAt.isAfter(now) ? now : expiresAt.minus(LIFETIME);
    Map<String, @Nullable Object> claims = new LinkedHashMap<>();
    claims.put("iss", issuer.issuer());
    claims.put("sub", "test-user");
    claims.put("aud", issuer.audience());
    claims.put("exp", expiresAt);
    claims.put("iat", issuedAt);
    if (idToken) {
      claims.put("auth_time", issuedAt);
    } else {
      claims.put("jti", UUID.randomUUID().toString());
      claims.put("client_id", "test-client");
    }
    if (accessToken != null) {
      SignatureAlgorithm hashed = signingKey == null ? algorithm : signingKey.algorithm();
      claims.put("at_hash", AccessTokenHash.of(accessToken, hashed));
    }
    return claimChanges.applyTo(claims);
  }
}
