package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * A token in the making. Unless changed it is a valid access token of RFC 9068: {@code typ} is
 * {@code at+jwt}; {@code iss} is the issuer, {@code sub} is {@code test-user}, {@code aud} is
 * {@link TestIssuer#AUDIENCE}, {@code client_id} is {@code test-client}, {@code iat} is now, {@code
 * exp} five minutes later, {@code jti} a random UUID. It is signed by {@code ES256}.
 *
 * <p>Whatever is changed is taken as it is, right or wrong. Values of headers and claims are {@link
 * String}, {@link Number}, {@link Boolean}, {@link Instant} (a NumericDate in whole seconds),
 * {@link List}, {@link Map}, or null for JSON's null.
 *
 * <p>Each method changes this builder and returns it. {@link #compact()} may be called again and
 * again, and reads the clock each time. Not thread-safe.
 */
public final class TokenBuilder {

  private static final Duration LIFETIME = Duration.ofMinutes(5);
  private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

  /** In place of a value: the member is left out. */
  private static final Object LEFT_OUT = new Object();

  private final TestIssuer issuer;
  private final Map<String, @Nullable Object> headerChanges = new LinkedHashMap<>();
  private final Map<String, @Nullable Object> claimChanges = new LinkedHashMap<>();
  private SignatureAlgorithm algorithm = SignatureAlgorithm.ES256;
  private @Nullable TestKey key;
  private boolean unsecured;
  private boolean idToken;
  private InstantSource clock = Clock.systemUTC();
  private Duration lifetime = LIFETIME;
  private @Nullable String rawHeader;
  private @Nullable String rawClaims;

  TokenBuilder(TestIssuer issuer) {
    this.issuer = issuer;
  }

  /**
   * Signs with the issuer's current key of an algorithm; {@code ES256} unless set.
   *
   * @param chosen the algorithm
   * @return this builder
   */
  public TokenBuilder algorithm(SignatureAlgorithm chosen) {
    algorithm = Objects.requireNonNull(chosen, "chosen");
    key = null;
    unsecured = false;
    return this;
  }

  /**
   * Signs with this key, the issuer's or not; the header names its algorithm and Key ID.
   *
   * @param signingKey the key
   * @return this builder
   */
  public TokenBuilder signedBy(TestKey signingKey) {
    key = Objects.requireNonNull(signingKey, "signingKey");
    unsecured = false;
    return this;
  }

  /**
   * Makes an unsecured token (RFC 7519 section 6): {@code alg} is {@code none}, no {@code kid}, and
   * the signature is empty.
   *
   * @return this builder
   */
  public TokenBuilder unsecured() {
    unsecured = true;
    return this;
  }

  /**
   * Sets a header parameter. The signature stays what {@link #algorithm} or {@link #signedBy} make
   * it, even where {@code alg} says something else.
   *
   * @param name the parameter
   * @param value its value, null for JSON's null
   * @return this builder
   */
  public TokenBuilder header(String name, @Nullable Object value) {
    headerChanges.put(name, value);
    return this;
  }

  /**
   * Leaves a header parameter out.
   *
   * @param name the parameter
   * @return this builder
   */
  public TokenBuilder withoutHeader(String name) {
    headerChanges.put(name, LEFT_OUT);
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
    claimChanges.put(name, value);
    return this;
  }

  /**
   * Leaves a claim out.
   *
   * @param name the Claim Name
   * @return this builder
   */
  public TokenBuilder withoutClaim(String name) {
    claimChanges.put(name, LEFT_OUT);
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
   * Sets when the token expires, counted from the moment that it is made; 5 minutes unless set. A
   * token that is made expired has an {@code iat} of five minutes before its {@code exp}.
   *
   * @param fromNow how long it may be used; negative for a token that has expired
   * @return this builder
   */
  public TokenBuilder expiresIn(Duration fromNow) {
    lifetime = Objects.requireNonNull(fromNow, "fromNow");
    return this;
  }

  /**
   * Sets {@code iat}, in whole seconds; {@code exp} stays.
   *
   * @param instant when the token says that it was issued
   * @return this builder
   */
  public TokenBuilder issuedAt(Instant instant) {
    return claim("iat", instant);
  }

  /**
   * Takes the time from a clock; from the system's unless set.
   *
   * @param source the clock, read once for each token
   * @return this builder
   */
  public TokenBuilder at(InstantSource source) {
    clock = Objects.requireNonNull(source, "source");
    return this;
  }

  /**
   * Makes an ID token (OpenID Connect Core 1.0 section 2): {@code typ} is {@code JWT}, {@code aud}
   * is the client, {@code auth_time} is {@code iat}, and there are no {@code client_id} and {@code
   * jti}, all of it unless changed.
   *
   * @param clientId the client that asked for the token
   * @param nonce the nonce that the client sent, or null where it sent none
   * @return this builder
   */
  public TokenBuilder idToken(String clientId, @Nullable String nonce) {
    idToken = true;
    audience(clientId);
    return nonce == null ? withoutClaim("nonce") : claim("nonce", nonce);
  }

  /**
   * Takes this text for the JOSE Header, whatever it is. All other settings of headers are void;
   * the signature is made over it as before.
   *
   * @param json the text, encoded in UTF-8 and base64url
   * @return this builder
   */
  public TokenBuilder rawHeader(String json) {
    rawHeader = Objects.requireNonNull(json, "json");
    return this;
  }

  /**
   * Takes this text for the JWT Claims Set, whatever it is. All other settings of claims are void;
   * the signature is made over it as before.
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
   * @throws IllegalArgumentException if a value has no form in JSON, or the running JDK does not
   *     have the algorithm
   */
  public String compact() {
    TestKey signingKey = unsecured ? null : signingKey();
    String header = rawHeader == null ? JsonWriter.json(header(signingKey)) : rawHeader;
    String claims = rawClaims == null ? JsonWriter.json(claims()) : rawClaims;
    String signingInput = encoded(header) + "." + encoded(claims);
    byte[] signature =
        signingKey == null ? new byte[0] : signingKey.sign(signingInput.getBytes(US_ASCII));
    return signingInput + "." + BASE64URL.encodeToString(signature);
  }

  private TestKey signingKey() {
    return key == null ? issuer.key(algorithm) : key;
  }

  private Map<String, @Nullable Object> header(@Nullable TestKey signingKey) {
    Map<String, @Nullable Object> header = new LinkedHashMap<>();
    header.put("alg", signingKey == null ? "none" : signingKey.algorithm().joseName());
    header.put("typ", idToken ? "JWT" : "at+jwt");
    if (signingKey != null && signingKey.keyId() != null) {
      header.put("kid", signingKey.keyId());
    }
    return changed(header, headerChanges);
  }

  private Map<String, @Nullable Object> claims() {
    Instant now = clock.instant();
    Instant expiresAt = now.plus(lifetime);
    Instant issuedAt = expiresAt.isAfter(now) ? now : expiresAt.minus(LIFETIME);
    Map<String, @Nullable Object> claims = new LinkedHashMap<>();
    claims.put("iss", issuer.issuer());
    claims.put("sub", "test-user");
    claims.put("aud", TestIssuer.AUDIENCE);
    claims.put("exp", expiresAt);
    claims.put("iat", issuedAt);
    if (idToken) {
      claims.put("auth_time", issuedAt);
    } else {
      claims.put("jti", UUID.randomUUID().toString());
      claims.put("client_id", "test-client");
    }
    return changed(claims, claimChanges);
  }

  private static Map<String, @Nullable Object> changed(
      Map<String, @Nullable Object> members, Map<String, @Nullable Object> changes) {
    changes.forEach((name, value) -> {
      if (value == LEFT_OUT) {
        members.remove(name);
      } else {
        members.put(name, value);
      }
    });
    return members;
  }

  private static String encoded(String json) {
    return BASE64URL.encodeToString(json.getBytes(UTF_8));
  }
}
