// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.DpopNonces;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.DpopProofBuilder;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.UndecidedException;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What applications that check proofs of possession answer over a real port, on either stack. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProofAnswersContract {

  private static final String BASE = "https://api.example";
  private static final String SECRET = "c2VjcmV0IG9mIHRoaXJ0eS10d28gb2N0ZXRzISEhISE=";

  private final TestIssuer issuer = TestIssuer.start();
  private final DpopClient client = DpopClient.create(SignatureAlgorithm.ED25519);
  private final String bound = issuer.token().subject("jo").boundTo(client).compact();
  private final String unbound = issuer.token().subject("jo").compact();
  private ConfigurableApplicationContext context;

  /** A class that lets the origin {@code https://app.example} read answers. */
  abstract Class<?> crossOrigin();

  /** As {@link #crossOrigin}, by what comes after Spring Security. */
  abstract Class<?> crossOriginOfHandlers();

  /** A class with a filter that hides {@code Authorization} from what is behind it. */
  abstract Class<?> hiding();

  /** An application with {@code /name} and {@code /scoped}, and with these beans. */
  abstract ConfigurableApplicationContext run(List<Class<?>> beans, String... properties);

  @BeforeAll
  void serve() {
    context =
        application(
            List.of(),
            "pop.dpop.public-base=" + BASE,
            "pop.dpop.nonces=none",
            "management.server.port=0",
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.configprops.show-values=always",
            "management.endpoint.env.show-values=always");
  }

  @AfterAll
  void stop() {
    context.close();
    issuer.close();
  }

  ConfigurableApplicationContext application(List<Class<?>> beans, String... properties) {
    String shop = "jwt-validation.issuers.shop.";
    List<String> all = new ArrayList<>();
    all.add(shop + "url=" + issuer.issuer());
    all.add(shop + "audience=" + issuer.audience());
    all.add(shop + "keys.allow-loopback-http=true");
    Arrays.stream(properties)
        .map(each -> each.startsWith("pop.") ? "jwt-validation." + each : each)
        .forEach(all::add);
    return run(beans, all.toArray(String[]::new));
  }

  static int port(ConfigurableApplicationContext application) {
    return ((WebServerApplicationContext) application).getWebServer().getPort();
  }

  private Answer get(String path, String... fields) {
    return Answer.get(port(context), path, fields);
  }

  private static String dpop(String token) {
    return "Authorization: DPoP " + token;
  }

  private String proof(String path, String token, UnaryOperator<DpopProofBuilder> change) {
    DpopProofBuilder proof = client.proof("GET", URI.create(BASE + path)).accessToken(token);
    return "DPoP: " + change.apply(proof).compact();
  }

  /** Fields of a request for {@code /name} with this method in its proof. */
  String[] proofOf(String method) {
    String proof = client.proof(method, URI.create(BASE + "/name")).accessToken(bound).compact();
    return new String[] {dpop(bound), "DPoP: " + proof};
  }

  private String proof() {
    return proof("/name", bound, good -> good);
  }

  private static void assertRefused(Answer answer, String error) {
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("WWW-Authenticate").lines())
        .satisfiesExactly(
            bearer -> assertThat(bearer).startsWith("Bearer").doesNotContain("error="),
            dpop ->
                assertThat(dpop)
                    .startsWith("DPoP ")
                    .contains("error=\"" + error, "algs=\"", "EdDSA"));
  }

  @Test
  void acceptsEachProofOnce() {
    String proof = proof();
    for (int i = 0; i < 2; i++) {
      Answer answer = get("/name?page=" + i, dpop(bound), i == 0 ? proof : proof());
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).contains("jo of " + issuer.issuer());
    }
    assertRefused(get("/name", dpop(bound), proof), "invalid_dpop_proof");
    assertThat(get("/name", "authorization: dpop  " + bound, proof()).status()).isEqualTo(200);
  }

  @Test
  void tellsTheApplicationToWhomATokenIsBound() {
    Answer answer = get("/bound", dpop(bound), proof("/bound", bound, it -> it));
    assertThat(answer.body()).contains(client.thumbprint(), ", cnf of Jwt null");
  }

  @Test
  void validatesAndChecksOnce() {
    TokenValidator validator = context.getBean(TokenValidator.class);
    long before = validator.cacheStatistics().requests();
    assertThat(get("/name", dpop(bound), proof()).status()).isEqualTo(200);
    assertThat(validator.cacheStatistics().requests()).isEqualTo(before + 1);
  }

  @Test
  void refusesWrongProofs() {
    DpopClient thief = DpopClient.create();
    String stolen =
        "DPoP: " + thief.proof("GET", URI.create(BASE + "/name")).accessToken(bound).compact();
    assertRefused(get("/name", dpop(bound), stolen), "invalid_token");
    assertRefused(get("/name", dpop(bound)), "invalid_dpop_proof");
    assertRefused(get("/name", dpop(bound), proof(), proof()), "invalid_dpop_proof");
    assertRefused(get("/name", dpop(unbound), proof("/name", unbound, it -> it)), "invalid_token");
    for (String wrong :
        List.of(
            proof("/other", bound, it -> it),
            proof("/name", unbound, it -> it),
            proof("/name", bound, it -> it.claim("htm", "POST")),
            proof("/name", bound, it -> it.claim("htu", "http://localhost/name")),
            proof("/name", bound, it -> it.issuedAt(Instant.now().minusSeconds(120))),
            proof("/name", bound, DpopProofBuilder::unsecured))) {
      assertRefused(get("/name", dpop(bound), wrong), "invalid_dpop_proof");
    }
  }

  @Test
  void believesNoForwardedField() {
    Answer answer =
        get("/name", dpop(bound), proof("/x/name", bound, it -> it), "X-Forwarded-Prefix: /x");
    assertRefused(answer, "invalid_dpop_proof");
  }

  @Test
  void refusesBoundTokensWithTheSchemeOfBearerTokens() {
    for (Answer answer :
        List.of(
            Answer.bearer(port(context), "/name", bound),
            get("/name", "Authorization: Bearer " + bound, proof()),
            get("/name", "Authorization: Bearer " + unbound, proof("/name", unbound, it -> it)))) {
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.header("WWW-Authenticate"))
          .startsWith("Bearer")
          .contains("error=\"invalid_token\"", "\nDPoP ", "algs=");
    }
    assertThat(Answer.bearer(port(context), "/name", unbound).status()).isEqualTo(200);
  }

  @Test
  void neverTakesTwoTokensForOne() {
    for (String[] fields :
        new String[][] {
          {dpop(bound), "Authorization: Bearer " + bound, proof()},
          {"Authorization: Bearer " + bound, dpop(bound), proof()},
          {dpop(bound), dpop(bound), proof()}
        }) {
      Answer refused = get("/name", fields);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.header("WWW-Authenticate")).contains("error=\"invalid_request\"");
      assertThat(refused.header("DPoP-Nonce")).isEmpty();
    }
  }

  @Test
  void challengesWithBothSchemes() {
    Answer missing = get("/name");
    assertThat(missing.status()).isEqualTo(401);
    assertThat(missing.header("WWW-Authenticate").lines())
        .satisfiesExactly(
            bearer -> assertThat(bearer).startsWith("Bearer"),
            dpop ->
                assertThat(dpop).startsWith("DPoP realm=\"api\", algs=\"").doesNotContain("error"));
    String expired = issuer.token().boundTo(client).expired().compact();
    assertRefused(get("/name", dpop(expired), proof("/name", expired, it -> it)), "invalid_token");
    Answer forbidden = get("/scoped", dpop(bound), proof("/scoped", bound, it -> it));
    assertThat(forbidden.status()).isEqualTo(403);
    assertThat(forbidden.header("WWW-Authenticate"))
        .containsPattern("DPoP .*algs=.*error=\"insufficient_scope\"");
  }

  @Test
  void checksProofsOnTheManagementPort() {
    int port =
        Integer.parseInt(
            Objects.requireNonNull(context.getEnvironment().getProperty("local.management.port")));
    String path = "/actuator/jwtValidation";
    String proof = proof(path, bound, it -> it);
    assertThat(Answer.get(port, path, dpop(bound), proof).status()).isEqualTo(200);
    assertThat(Answer.get(port, path, dpop(bound), proof).status()).isEqualTo(401);
  }

  @Test
  void needsNonces() {
    try (ConfigurableApplicationContext application =
        application(
            List.of(),
            "pop.dpop.public-base=" + BASE,
            "pop.dpop.nonces=shared",
            "pop.dpop.nonce-secret=" + SECRET,
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.configprops.show-values=always",
            "management.endpoint.env.show-values=always")) {
      int port = port(application);
      Answer first = Answer.get(port, "/name", dpop(bound), proof());
      assertRefused(first, "use_dpop_nonce");
      String nonce = first.header("DPoP-Nonce");
      assertThat(nonce).isNotEmpty();
      assertThat(first.header("Cache-Control")).contains("no-store");
      String again = proof("/name", bound, it -> it.nonce(nonce));
      assertThat(Answer.get(port, "/name", dpop(bound), again).status()).isEqualTo(200);
      assertRefused(Answer.get(port, "/name", dpop(bound), again), "invalid_dpop_proof");
      for (String path : List.of("/actuator/configprops", "/actuator/env")) {
        Answer shown = Answer.bearer(port, path, unbound);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.body()).contains(BASE).doesNotContain(SECRET);
      }
    }
  }

  @Test
  void addsANonceThatChangesToWhatItServes() {
    addsANonceThatChanges(crossOrigin());
  }

  @Test
  void addsANonceThatChangesToWhatAHandlerLetsOthersRead() {
    addsANonceThatChanges(crossOriginOfHandlers());
  }

  private void addsANonceThatChanges(Class<?> crossOrigin) {
    OwnPossession.NOW.set(Instant.now().truncatedTo(ChronoUnit.HOURS));
    try (ConfigurableApplicationContext application =
        application(List.of(OwnPossession.class, crossOrigin))) {
      int port = port(application);
      Answer first = Answer.get(port, "/name", dpop(bound), timely(null));
      String nonce = first.header("DPoP-Nonce");
      Answer served = Answer.get(port, "/name", dpop(bound), timely(nonce));
      assertThat(served.status()).isEqualTo(200);
      assertThat(served.header("DPoP-Nonce")).isEmpty();
      OwnPossession.NOW.set(OwnPossession.NOW.get().plusSeconds(10));
      String origin = "Origin: https://app.example";
      Answer later = Answer.get(port, "/name", dpop(bound), timely(nonce), origin);
      assertThat(later.status()).isEqualTo(200);
      assertThat(later.header("DPoP-Nonce")).isNotEmpty().isNotEqualTo(nonce);
      assertThat(later.header("Cache-Control")).isEqualTo("no-store");
      assertThat(later.header("Access-Control-Expose-Headers")).contains("DPoP-Nonce");
    }
  }

  @Test
  void readsNoTokenThatAFilterHides() {
    try (ConfigurableApplicationContext application =
        application(List.of(hiding()), "pop.dpop.public-base=" + BASE)) {
      int port = port(application);
      assertThat(Answer.bearer(port, "/name", unbound).status()).isEqualTo(401);
      Answer hidden = Answer.get(port, "/name", dpop(bound), proof());
      assertThat(hidden.status()).isEqualTo(401);
      assertThat(hidden.header("WWW-Authenticate")).doesNotContain("error=");
    }
  }

  /** An application may decode what a client has sent in the content. */
  @Test
  void answersForTheTokenOfTheRequestAlone() {
    ProofOfPossession checks = context.getBean(ProofOfPossession.class);
    TokenValidator validator = context.getBean(TokenValidator.class);
    AccessToken own = validator.tryValidate(bound, checks.methods()).orElseThrow();
    AccessToken other = validator.tryValidate(unbound, checks.methods()).orElseThrow();
    Map<String, List<String>> fields =
        Map.of("Authorization", List.of("DPoP " + bound), "DPoP", List.of(proof().substring(6)));
    BearerRequest sent =
        BearerRequest.of("GET", "/name", name -> fields.getOrDefault(name, List.of()));
    ProofExchange exchange = ProofExchange.of(checks, sent, "DPoP " + bound, (name, value) -> {});
    assertThat(exchange.checkAndWait(checks, own, bound).isAccepted()).isTrue();
    assertThat(exchange.checkAndWait(checks, other, unbound).isAccepted()).isFalse();
    assertThat(exchange.refusal()).isNull();
  }

  private String timely(String nonce) {
    Instant now = OwnPossession.NOW.get();
    return proof(
        "/name", bound, it -> nonce == null ? it.issuedAt(now) : it.issuedAt(now).nonce(nonce));
  }

  @Test
  void comparesTheCertificateThatATrustedProxyPassesOn() throws CertificateEncodingException {
    TestCertificate certificate = TestCertificate.create();
    String ofCertificate = "Authorization: Bearer " + bound(certificate);
    String field = "Client-Cert: :" + encoded(certificate) + ":";
    try (ConfigurableApplicationContext application =
        application(
            List.of(),
            "pop.mutual-tls-proxies=" + InetAddress.getLoopbackAddress().getHostAddress())) {
      int port = port(application);
      assertThat(Answer.get(port, "/name", ofCertificate, field).status()).isEqualTo(200);
      for (String[] wrong :
          new String[][] {
            {ofCertificate},
            {ofCertificate, "Client-Cert: :" + encoded(TestCertificate.create()) + ":"},
            {"Authorization: Bearer " + bound, field},
            {dpop(bound), proof()}
          }) {
        Answer refused = Answer.get(port, "/name", wrong);
        assertThat(refused.status()).isEqualTo(401);
        if (!Answer.IS_CHALLENGED_FOR_DPOP) {
          assertThat(refused.header("WWW-Authenticate"))
              .startsWith("Bearer")
              .doesNotContain("DPoP");
        }
      }
    }
  }

  String bound(TestCertificate certificate) {
    return issuer.token().subject("jo").boundTo(certificate).compact();
  }

  static String encoded(TestCertificate certificate) throws CertificateEncodingException {
    return Base64.getEncoder().encodeToString(certificate.x509().getEncoded());
  }

  @Test
  void refusesUnboundTokensIfTold() {
    try (ConfigurableApplicationContext application =
        application(List.of(), "pop.dpop.public-base=" + BASE, "pop.required=true")) {
      int port = port(application);
      assertThat(Answer.get(port, "/name", dpop(bound), proof()).status()).isEqualTo(200);
      for (Answer refused :
          List.of(Answer.bearer(port, "/name", unbound), Answer.get(port, "/name"))) {
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("WWW-Authenticate")).startsWith("DPoP ").doesNotContain("Bearer");
      }
    }
  }

  @Test
  void asksToTryAgainIfTheStoreDoesNotAnswer() {
    try (ConfigurableApplicationContext application =
        application(List.of(OwnStore.class), "pop.dpop.public-base=" + BASE)) {
      Answer undecided = Answer.get(port(application), "/name", dpop(bound), proof());
      assertThat(undecided.status()).isEqualTo(503);
      assertThat(undecided.header("Retry-After")).isEqualTo("7");
      assertThat(undecided.header("WWW-Authenticate")).isEmpty();
      String wrong = proof("/other", bound, it -> it);
      assertRefused(
          Answer.get(port(application), "/name", dpop(bound), wrong), "invalid_dpop_proof");
      assertThat(Answer.bearer(port(application), "/name", unbound).status()).isEqualTo(200);
    }
  }

  /** A store that is down. */
  @Configuration(proxyBeanMethods = false)
  static class OwnStore {

    @Bean
    ReplayStore replayStore() {
      return (key, until) ->
          CompletableFuture.failedFuture(
              new UndecidedException("down", null, Duration.ofSeconds(7)));
    }
  }

  /** A check in place of that of the properties. */
  @Configuration(proxyBeanMethods = false)
  static class OwnPossession {

    static final AtomicReference<Instant> NOW = new AtomicReference<>(Instant.EPOCH);

    @Bean
    ProofOfPossession possession() {
      InstantSource clock = NOW::get;
      return ProofOfPossession.builder()
          .dpop(URI.create(BASE))
          .nonces(DpopNonces.random().withWindow(Duration.ofSeconds(10)))
          .clock(clock)
          .build();
    }
  }
}
