// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jwtvalidation.testkit.TestIssuer.AUDIENCE;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;

/** What new users do wrong, and the message that tells them what to do. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MistakesTest {

  private static final String METADATA = "/.well-known/openid-configuration";

  /** Too long for a name, so that no server is asked, not even one that knows every name. */
  private static final String NO_HOST = "keys.".repeat(60) + "invalid";

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Something that goes wrong; returns what the library says. */
  interface Attempt {
    String message(MistakesTest test) throws Exception;
  }

  /**
   * One mistake.
   *
   * @param known the part of the message by which the manual lists it
   * @param message the whole, where an asterisk stands for anything and PORT for a port
   */
  record Mistake(String name, Attempt attempt, String known, String message) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Mistake> mistakes() {
    return Stream.of(
        new Mistake(
            "an issuer with a slash too many",
            test -> {
              TestIssuer issuer = test.opened(TestIssuer.start());
              return test.undecided(discovered(issuer.issuer() + "/"));
            },
            "the issuer is",
            "https://issuer.example: no keys of http://127.0.0.1:PORT/: http://127.0.0.1:PORT"
                + METADATA
                + ": metadata: the issuer is \"http://127.0.0.1:PORT\", not"
                + " \"http://127.0.0.1:PORT/\"; if you trust it, configure"
                + " \"http://127.0.0.1:PORT\", which iss of the tokens must equal;"
                + " next attempt in * ms"),
        new Mistake(
            "an issuer without metadata",
            test -> {
              TestIssuer issuer = test.opened(TestIssuer.start());
              return test.undecided(discovered(issuer.issuer() + "/realms/shop"));
            },
            "status 404",
            "https://issuer.example: no keys of http://127.0.0.1:PORT/realms/shop:"
                + " http://127.0.0.1:PORT/realms/shop"
                + METADATA
                + ": status 404, then"
                + " http://127.0.0.1:PORT/.well-known/oauth-authorization-server/realms/shop:"
                + " status 404; check the issuer, or give the URI of its keys:"
                + " HttpKeySource.jwksUri(...); next attempt in * ms"),
        new Mistake(
            "metadata that names a host without address",
            test -> test.undecided(test.issuerWithKeysAt("https://" + NO_HOST + "/jwks")),
            "has no address",
            "https://issuer.example: no keys of http://127.0.0.1:PORT: https://keys.*: host keys.* has no"
                + " address (*UnresolvedAddressException*); check its name, DNS and, if there is"
                + " one, the proxy; next attempt in * ms"),
        new Mistake(
            "metadata that names a port on which nobody listens",
            test -> test.undecided(test.issuerWithKeysAt(test.closedPort() + "/jwks")),
            "no connection to",
            "https://issuer.example: no keys of http://127.0.0.1:PORT: http://127.0.0.1:PORT/jwks: no connection to"
                + " 127.0.0.1:PORT (ConnectException*); check host and port, and whether it runs;"
                + " next attempt in * ms"),
        new Mistake(
            "a server that is not up yet",
            test -> test.undecided(keysAt(URI.create(test.closedPort() + "/jwks"))),
            "no connection to",
            "https://issuer.example: no keys of http://127.0.0.1:PORT/jwks: no connection to 127.0.0.1:PORT"
                + " (ConnectException*); check host and port, and whether it runs;"
                + " next attempt in * ms"),
        new Mistake(
            "a server that closes the connection",
            test -> {
              TestIssuer issuer = test.opened(TestIssuer.start());
              issuer.jwksResponse(TestResponse.raw(new byte[0]));
              return test.undecided(keysAt(issuer.jwksUri()));
            },
            "closed the connection too early",
            "https://issuer.example: no keys of http://127.0.0.1:PORT/jwks: 127.0.0.1:PORT closed the connection too early"
                + " (*Exception*); check its log and any proxy; next attempt in * ms"),
        new Mistake(
            "a server that does not answer",
            test -> {
              TestIssuer issuer = test.opened(TestIssuer.start());
              issuer.jwksResponse(TestResponse.json("{").stallingAfter(0));
              return test.undecided(config ->
                  config.keySource(
                      HttpKeySource.jwksUri(issuer.jwksUri())
                          .allowLoopbackHttp()
                          .totalTimeout(Duration.ofMillis(200))
                          .build()));
            },
            "not complete after",
            "https://issuer.example: no keys of http://127.0.0.1:PORT/jwks: TimeoutException \"not complete after 200 ms\";"
                + " check 127.0.0.1:PORT, or set totalTimeout(...); next attempt in * ms"),
        new Mistake(
            "a certificate of a private authority",
            test -> {
              TestIssuer issuer = test.opened(TestIssuer.startTls(TestCertificate.create()));
              return test.undecided(config -> config.keySource(patient(issuer.jwksUri()).build()));
            },
            "is not trusted",
            "https://issuer.example: no keys of https://localhost:PORT/jwks: the certificate of localhost:PORT is not"
                + " trusted (SSLHandshakeException \"*unable to find valid certification path to"
                + " requested target\"); trust it or its authority with sslContext(...);"
                + " next attempt in * ms"),
        new Mistake(
            "a certificate that has expired",
            test -> test.undecided(test.issuerWithCertificate(TestCertificate.expired())),
            "is not valid now",
            "https://issuer.example: no keys of https://localhost:PORT/jwks: the certificate of localhost:PORT is not valid"
                + " now (SSLHandshakeException \"*NotAfter: *\"); renew it, or set the clock;"
                + " next attempt in * ms"),
        new Mistake(
            "a certificate of another host",
            test ->
                test.undecided(test.issuerWithCertificate(TestCertificate.forHosts("keys.test"))),
            "is refused",
            "https://issuer.example: no keys of https://localhost:PORT/jwks: the certificate of localhost:PORT is refused"
                + " (SSLHandshakeException \"*matching localhost found*\"); use a host that it"
                + " names, or trust another with sslContext(...); next attempt in * ms"),
        new Mistake(
            "https to the port of plain http",
            test -> {
              TestIssuer issuer = test.opened(TestIssuer.start());
              URI https = URI.create(issuer.jwksUri().toString().replace("http:", "https:"));
              return test.undecided(config -> config.keySource(patient(https).build()));
            },
            "no TLS with",
            "https://issuer.example: no keys of https://127.0.0.1:PORT/jwks: no TLS with 127.0.0.1:PORT (SSLException"
                + " \"*\"); check that its port is that of https, and its versions of TLS;"
                + " next attempt in * ms"),
        new Mistake(
            "the metadata in place of the keys",
            test ->
                refused(() -> KeySource.jwksUri(URI.create("https://issuer.example" + METADATA))),
            "is the URI of the issuer's metadata",
            "jwksUri: https://issuer.example/.well-known/openid-configuration is the URI of the"
                + " issuer's metadata; use HttpKeySource.discovered(...) with the issuer,"
                + " https://issuer.example"),
        new Mistake(
            "the metadata in place of the issuer",
            test ->
                refused(() ->
                    IssuerConfig.builder("https://issuer.example" + METADATA)
                        .audience(AUDIENCE)
                        .build()),
            "is the URI of the issuer's metadata",
            "keySource: none given, and the keys of"
                + " https://issuer.example/.well-known/openid-configuration cannot be discovered"
                + " (issuer: https://issuer.example/.well-known/openid-configuration is the URI of"
                + " the issuer's metadata; configure the issuer, https://issuer.example); give the"
                + " issuer's https URI, or a keySource(...)"),
        new Mistake(
            "a web page in place of the keys",
            test -> {
              TestIssuer issuer = test.opened(TestIssuer.start());
              issuer.jwksResponse(TestResponse.json("<html>").header("Content-Type", "text/html"));
              return test.undecided(discovered(issuer.issuer()));
            },
            "instead of JSON",
            "https://issuer.example: no keys of http://127.0.0.1:PORT: http://127.0.0.1:PORT/jwks: media type \"text/html\""
                + " instead of JSON; next attempt in * ms"),
        new Mistake(
            "keys that anyone can sign with",
            test -> {
              TestIssuer issuer = test.opened(TestIssuer.start());
              issuer.jwksResponse(
                  TestResponse.json("{\"keys\":[{\"kty\":\"oct\",\"kid\":\"1\",\"k\":\"AAAA\"}]}"));
              return test.undecided(discovered(issuer.issuer()));
            },
            "no usable key",
            "https://issuer.example: no keys of http://127.0.0.1:PORT: http://127.0.0.1:PORT/jwks: JWK Set: no usable key"
                + " [keys[0] kid \"1\": *]; publish a public key for signatures;"
                + " next attempt in * ms"),
        new Mistake(
            "an audience from a variable that is not set",
            test -> refused(() -> IssuerConfig.builder(Scene.ISSUER).audience("").build()),
            "audience: blank",
            "audience: blank; leave it out, or set the property or variable that it comes from"),
        new Mistake(
            "HS256",
            test -> refused(() -> SignatureAlgorithm.named("HS256")),
            "is symmetric",
            "algorithm: \"HS256\" is symmetric: a party that can check such a token can also write one,"
                + " so only public keys are supported; let the issuer sign with a private key;"
                + " choose one of [RS256, *]"),
        new Mistake(
            "none",
            test -> refused(() -> SignatureAlgorithm.named("none")),
            "is no signature",
            "algorithm: \"none\" is no signature, so that anyone can write such a token; choose one"
                + " of [RS256, *]"),
        new Mistake(
            "an algorithm in lower case",
            test -> refused(() -> SignatureAlgorithm.named("rs256")),
            "is not a signature algorithm",
            "algorithm: \"rs256\" is not a signature algorithm of this library, by its exact name;"
                + " choose one of [RS256, *]"),
        new Mistake(
            "one source for two validators",
            test -> {
              IssuerConfig config =
                  IssuerConfig.builder(Scene.ISSUER)
                      .audience(AUDIENCE)
                      .keySource(KeySource.discovered(Scene.ISSUER))
                      .build();
              test.opened(TokenValidator.builder().issuer(config).build());
              return refused(() -> TokenValidator.builder().issuer(config).build());
            },
            "already belongs to a validator",
            "keySource: that of https://issuer.example already belongs to a validator, which closes"
                + " it; make a source for each validator, or share the validator"),
        new Mistake(
            "one file source for two validators",
            test -> {
              Path file = Files.createTempFile("keys", ".json");
              test.opened.push(() -> Files.delete(file));
              Files.writeString(file, Scene.jwkSet(new Scene().key().jwk()));
              IssuerConfig config =
                  IssuerConfig.builder(Scene.ISSUER)
                      .audience(AUDIENCE)
                      .keySource(KeySource.file(file))
                      .build();
              test.opened(TokenValidator.builder().issuer(config).build());
              return refused(() -> TokenValidator.builder().issuer(config).build());
            },
            "already belongs to a validator",
            "keySource: that of *keys*.json already belongs to a validator, which closes it; make a"
                + " source for each validator, or share the validator"),
        new Mistake(
            "an issuer of plain http on this machine",
            test ->
                refused(() ->
                    IssuerConfig.builder("http://localhost:8080/realms/shop")
                        .audience(AUDIENCE)
                        .build()),
            "is plain http",
            "keySource: none given, and the keys of http://localhost:PORT/realms/shop cannot be"
                + " discovered (issuer: http://localhost:PORT/realms/shop is plain http; give an"
                + " https URI, or allow it by"
                + " keySource(HttpKeySource.discovered(...).allowLoopbackHttp().build()), for tests"
                + " on this machine); give the issuer's https URI, or a keySource(...)"),
        new Mistake(
            "keys of plain http inside a cluster",
            test ->
                refused(() -> KeySource.jwksUri(URI.create("http://keycloak.auth.svc:8080/certs"))),
            "is plain http",
            "jwksUri: http://keycloak.auth.svc:PORT/certs is plain http; give an https URI, or"
                + " allow it by keySource(HttpKeySource.jwksUri(...)"
                + ".allowHttpFrom(...).build()), in a network that you trust"),
        new Mistake(
            "a host with an underscore",
            test -> refused(() -> KeySource.jwksUri(URI.create("https://key_cloak:8443/certs"))),
            "has no valid host",
            "jwksUri: https://key_cloak:PORT/certs has no valid host, for example because of an"
                + " underscore; use another name of it"),
        new Mistake(
            "a token for another audience",
            test -> test.logged(scene -> scene.token().audience("payments-api").compact()),
            "AUDIENCE_MISMATCH",
            "token rejected: AUDIENCE_MISMATCH (aud) in CLAIMS_VALIDATION; expected one of"
                + " [test-api]"),
        new Mistake(
            "a token of an issuer with a slash too many",
            test -> test.logged(scene -> scene.token().claim("iss", Scene.ISSUER + "/").compact()),
            "ISSUER_UNKNOWN",
            "token rejected: ISSUER_UNKNOWN (iss) in ISSUER_CONFIG_RESOLUTION; the issuer is"
                + " configured as https://issuer.example, from which that of the token differs by a"
                + " slash at the end; configure it exactly as the issuer writes it"),
        new Mistake(
            "the whole value of the header field Authorization",
            test -> test.logged(scene -> "Bearer " + scene.token().compact()),
            "TEXT_AROUND_TOKEN",
            "token rejected: TEXT_AROUND_TOKEN in TOKEN_PARSING; pass the token alone, without"
                + " authentication scheme and white space"),
        new Mistake(
            "the scheme in front of a token that is no JWT",
            test -> test.logged(scene -> "bearer  8xLOxBtZp8"),
            "TEXT_AROUND_TOKEN",
            "token rejected: TEXT_AROUND_TOKEN in TOKEN_PARSING; pass the token alone, without"
                + " authentication scheme and white space"),
        new Mistake(
            "a token read from a file",
            test -> test.logged(scene -> scene.token().compact() + "\n"),
            "TEXT_AROUND_TOKEN",
            "token rejected: TEXT_AROUND_TOKEN in TOKEN_PARSING; pass the token alone, without"
                + " authentication scheme and white space"),
        new Mistake(
            "a token that is no JWT",
            test -> test.logged(scene -> "8xLOxBtZp8"),
            "MALFORMED_SEGMENTS",
            "token rejected: MALFORMED_SEGMENTS in TOKEN_PARSING; this is no JWT, perhaps an opaque"
                + " token; ask the issuer for a JWT, often by naming an audience or an API in the"
                + " request for the token"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void saysWhatToDo(Mistake mistake) throws Exception {
    String message = mistake.attempt.message(this);

    assertThat(message.replaceAll("(?<=:)\\d{4,5}(?!\\d)", "PORT"))
        .matches(pattern(mistake.message));
    assertThat(message.chars()).allMatch(c -> c >= ' ' && c <= '~');
    assertThat(message).contains(mistake.known);
  }

  @Test
  void isExplainedByTheManual() throws IOException {
    String manual = Files.readString(Path.of("../doc/troubleshooting.adoc"));

    mistakes().forEach(mistake -> assertThat(manual).as(mistake.name).contains(mistake.known));
  }

  private static Pattern pattern(String message) {
    return Pattern.compile(
        Stream.of(message.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  @AfterEach
  void close() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  private <T extends AutoCloseable> T opened(T resource) {
    opened.push(resource);
    return resource;
  }

  private static UnaryOperator<IssuerConfig.Builder> discovered(String issuer) {
    return config ->
        config.keySource(
            HttpKeySource.discovered(issuer)
                .allowLoopbackHttp()
                .connectTimeout(Patience.LONG)
                .totalTimeout(Patience.LONG)
                .build());
  }

  private static UnaryOperator<IssuerConfig.Builder> keysAt(URI jwksUri) {
    return config -> config.keySource(patient(jwksUri).allowLoopbackHttp().build());
  }

  private static HttpKeySource.Builder patient(URI jwksUri) {
    return HttpKeySource.jwksUri(jwksUri).connectTimeout(Patience.LONG).totalTimeout(Patience.LONG);
  }

  private UnaryOperator<IssuerConfig.Builder> issuerWithKeysAt(String jwksUri) {
    TestIssuer issuer = opened(TestIssuer.start());
    issuer.discoveryResponse(
        TestResponse.json(
            "{\"issuer\":\"" + issuer.issuer() + "\",\"jwks_uri\":\"" + jwksUri + "\"}"));
    return discovered(issuer.issuer());
  }

  private UnaryOperator<IssuerConfig.Builder> issuerWithCertificate(TestCertificate certificate) {
    TestIssuer issuer = opened(TestIssuer.startTls(certificate));
    return config ->
        config.keySource(patient(issuer.jwksUri()).sslContext(certificate.sslContext()).build());
  }

  /** A port on which nobody listens, taken until the test is over so that nobody else will. */
  private String closedPort() throws IOException {
    Socket socket = opened(new Socket());
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  /** What a good token comes to while there are no keys. */
  private String undecided(UnaryOperator<IssuerConfig.Builder> keys) {
    TokenValidator validator = opened(new Scene().validator(keys));
    String token = new Scene().token().compact();
    Throwable failure = catchThrowable(() -> validator.validate(token));
    assertThat(failure).isInstanceOf(UndecidedException.class);
    assertThat(failure.getMessage()).doesNotContain(token.substring(0, 12));
    return failure.getMessage();
  }

  private static String refused(ThrowingCallable configuration) {
    return catchThrowableOfType(IllegalArgumentException.class, configuration).getMessage();
  }

  /** The line in the log about a rejected token, of which it contains nothing. */
  private String logged(Function<Scene, String> mistake) {
    Scene scene = new Scene();
    String token = mistake.apply(scene);
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = scene.validator();
      assertThat(validator.tryValidate(token)).isInstanceOf(ValidationResult.Rejected.class);
      assertThat(log.lines(Level.CONFIG)).allMatch(line -> line.contains("is configured as"));
      assertThat(log.text()).doesNotContain("payments-api").doesNotContain(Scene.ISSUER + "/");
      for (String part : Set.of(token.strip().split("[. ]+"))) {
        assertThat(part.length() < 8 || !log.text().contains(part)).isTrue();
      }
      return log.records().get(log.records().size() - 1).getMessage();
    }
  }
}
