// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidationResult;

/**
 * The examples of recipes and health, to the letter: {@code ManualExamplesTest} compares. Of those
 * without a tag, the pages show one call.
 */
final class ConfigurationSnippets {

  private ConfigurationSnippets() {}

  record Response(int status, String header) {}

  static IssuerConfig tenants() {
    // tag::tenants[]
    IssuerConfig tenants =
        IssuerConfig.template("https://login.example/{tenant}/v2.0")
            .tenants("north", "south")
            .audience("orders-api")
            .keySource(
                HttpKeySource.discovered("https://login.example/common/v2.0")
                    .metadataIssuer("https://login.example/{tenantid}/v2.0")
                    .build())
            .build();
    // end::tenants[]
    return tenants;
  }

  static TokenValidator resolvedIssuers(Set<String> tenants) {
    // tag::resolved-issuers[]
    TokenValidator validator =
        TokenValidator.builder()
            .issuerResolver(issuer ->
                tenants.contains(issuer)
                    ? IssuerConfig.builder(issuer).audience("orders-api").build()
                    : null)
            .build();
    // end::resolved-issuers[]
    return validator;
  }

  static CompletableFuture<Response> eventLoop(
      TokenValidator validator, String bearer, Executor eventLoop) {
    // tag::event-loop[]
    CompletableFuture<Response> response =
        validator.tryValidateAsync(bearer).thenApplyAsync(result -> respond(result), eventLoop);
    // end::event-loop[]
    return response;
  }

  private static Response respond(ValidationResult<AccessToken> result) {
    return new Response(result.isAccepted() ? 200 : 401, "");
  }

  static TokenValidator severalIssuers() {
    IssuerConfig staff =
        IssuerConfig.builder("https://staff.example")
            .audience("orders-api")
            .requireAccessTokenType()
            .build();
    IssuerConfig partners =
        IssuerConfig.builder("https://partners.example/v2")
            .audience("urn:example:orders")
            .algorithms(SignatureAlgorithm.ES256)
            .maxAge(Duration.ofHours(1))
            .build();
    TokenValidator validator = TokenValidator.builder().issuer(staff).issuer(partners).build();
    return validator;
  }

  static IssuerConfig keyWithoutAlgorithm() {
    IssuerConfig tenant =
        IssuerConfig.builder("https://login.example/6f1e/v2.0")
            .audience("0b9c2f3a-orders-api")
            .algorithms(SignatureAlgorithm.RS256)
            .build();
    return tenant;
  }

  static IssuerConfig tunedHttp() {
    KeySource keys =
        HttpKeySource.jwksUri(URI.create("https://issuer.example/keys"))
            .totalTimeout(Duration.ofSeconds(3))
            .refreshInterval(Duration.ofMinutes(5))
            .hardExpiry(Duration.ofHours(2))
            .build();
    IssuerConfig issuer =
        IssuerConfig.builder("https://issuer.example")
            .audience("orders-api")
            .keySource(keys)
            .build();
    return issuer;
  }

  static IssuerConfig insideCluster() {
    // tag::cluster[]
    IssuerConfig keycloak =
        IssuerConfig.builder("https://sso.example/realms/shop")
            .audience("orders-api")
            .keySource(
                HttpKeySource.jwksUri(
                        URI.create(
                            "http://keycloak.auth.svc/realms/shop/protocol/openid-connect/certs"))
                    .allowHttpFrom("keycloak.auth.svc")
                    .build())
            .build();
    // end::cluster[]
    return keycloak;
  }

  static KeySource kubernetes(SSLContext clusterAuthority, Path serviceAccountToken) {
    KeySource kubernetes =
        HttpKeySource.discovered("https://kubernetes.default.svc.cluster.local")
            .sslContext(clusterAuthority)
            .header("Authorization", () -> "Bearer " + read(serviceAccountToken))
            .build();
    return kubernetes;
  }

  static TokenValidator warmedUp(IssuerConfig issuer) {
    // tag::warm-up[]
    TokenValidator validator = TokenValidator.builder().issuer(issuer).build();
    validator.warmUp(); // UndecidedException names the issuers without keys
    // end::warm-up[]
    return validator;
  }

  static boolean isReady(TokenValidator validator) {
    boolean ready = validator.isReady();
    return ready;
  }

  static KeySource keysFromFile() {
    // tag::file[]
    KeySource keys = KeySource.file(Path.of("/etc/orders/jwks.json"));
    // end::file[]
    return keys;
  }

  static KeySource keysFromCertificate(X509Certificate certificate) {
    // tag::certificate[]
    VerificationKey key =
        VerificationKey.of("2026-01", SignatureAlgorithm.RS256, certificate.getPublicKey());
    KeySource keys = KeySource.of(JwkSet.of(key));
    // end::certificate[]
    return keys;
  }

  static IssuerConfig ownCheck() {
    // tag::own-check[]
    IssuerConfig issuer =
        IssuerConfig.builder("https://issuer.example")
            .audience("orders-api")
            .requiredClaims("tenant")
            .claimCheck("tenant", claims -> "north".equals(claims.string("tenant")))
            .build();
    // end::own-check[]
    return issuer;
  }

  static TokenValidator givenProvider(IssuerConfig issuer) {
    Provider provider = new BouncyCastleProvider();
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(issuer)
            .signaturePolicy(SignaturePolicy.provider(provider))
            .build();
    return validator;
  }

  static TokenValidator providersOnly(IssuerConfig issuer) {
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(issuer)
            .signaturePolicy(SignaturePolicy.providersOnly())
            .build();
    return validator;
  }

  static TokenValidator boundedVerifications(IssuerConfig issuer) {
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(issuer)
            .maxConcurrentVerifications(2 * Runtime.getRuntime().availableProcessors())
            .build();
    return validator;
  }

  static TokenValidator smallerTokens(IssuerConfig issuer) {
    TokenLimits limits =
        TokenLimits.defaults()
            .withTokenLength(4096)
            .withHeaderLength(512)
            .withStringLength(2048)
            .withMembers(64)
            .withDepth(8);
    TokenValidator validator = TokenValidator.builder().issuer(issuer).limits(limits).build();
    return validator;
  }

  static IdTokenExpectation idTokenExpectation(String nonce, String accessToken) {
    IdTokenExpectation expected =
        IdTokenExpectation.of("shop-web", nonce)
            .maxAuthenticationAge(Duration.ofMinutes(15))
            .accessToken(accessToken);
    return expected;
  }

  static Response framework(TokenValidator validator, String bearer) {
    // tag::framework[]
    return validator
        .tryValidate(bearer)
        .map(
            token -> proceed(token),
            rejection -> {
              log(rejection);
              return respond(401, "WWW-Authenticate: Bearer error=\"invalid_token\"");
            },
            unavailable -> respond(503, "Retry-After: 5"));
    // end::framework[]
  }

  static KeySource polledKeySource(KeyVault vault) {
    // tag::polled-key-source[]
    KeySource keys = KeySource.polling("vault", Duration.ofMinutes(10), () -> vault.currentKeys());
    // end::polled-key-source[]
    return keys;
  }

  interface KeyVault {

    JwkSet currentKeys() throws IOException;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Response proceed(AccessToken token) {
    return new Response(200, token.issuer());
  }

  private static Response respond(int status, String header) {
    return new Response(status, header);
  }

  private static void log(Rejection rejection) {
    System.getLogger("requests").log(System.Logger.Level.INFO, rejection.reason());
  }
}
