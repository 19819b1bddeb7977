// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.UndecidedException;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import reactor.core.Disposable;

@Timeout(300)
class DecoderTest {

  private final TestIssuer issuer = TestIssuer.start();
  private final TokenValidator validator = issuer.validator().maxTraining(Duration.ZERO).build();
  private final JwtDecoder decoder = new ValidatingJwtDecoder(validator);
  private final ReactiveJwtDecoder reactive = new ValidatingReactiveJwtDecoder(validator);

  @AfterEach
  void close() {
    validator.close();
    issuer.close();
  }

  @Test
  void hasHeaderClaimsAndTimesOfTheToken() {
    Instant now = Instant.ofEpochSecond(Instant.now().getEpochSecond());
    String text =
        issuer
            .token()
            .subject("jo")
            .claim("jti", "7")
            .claim("nbf", now.minusSeconds(5))
            .claim("teams", List.of("north", "south"))
            .claim("level", 3)
            .claim("nothing", null)
            .compact();
    for (Jwt jwt : List.of(decoder.decode(text), reactive.decode(text).block())) {
      assertThat(jwt.getTokenValue()).isEqualTo(text);
      assertThat(jwt.getHeaders())
          .containsEntry("alg", issuer.algorithm().joseName())
          .containsEntry("kid", issuer.key().keyId())
          .containsEntry("typ", "at+jwt");
      assertThat(jwt.getSubject()).isEqualTo("jo");
      assertThat(jwt.getIssuer()).hasToString(issuer.issuer());
      assertThat(jwt.getAudience()).containsExactly(issuer.audience());
      assertThat(jwt.getId()).isEqualTo("7");
      assertThat(jwt.getNotBefore()).isEqualTo(now.minusSeconds(5));
      assertThat(jwt.getIssuedAt()).isBeforeOrEqualTo(Instant.now());
      assertThat(jwt.getExpiresAt()).isAfter(now);
      assertThat(jwt.getClaims().get("exp")).isEqualTo(jwt.getExpiresAt());
      assertThat(jwt.getClaimAsStringList("teams")).containsExactly("north", "south");
      assertThat(jwt.<Long>getClaim("level")).isEqualTo(3L);
      assertThat(jwt.hasClaim("nothing")).isFalse();
      assertThat(ValidatedJwt.accessToken(jwt)).isEqualTo(validator.validate(text));
    }
  }

  @Test
  void makesTheFormOfACachedTokenOnceAndChecksItEachTime() {
    AtomicInteger checked = new AtomicInteger();
    OAuth2TokenValidator<Jwt> check =
        jwt -> {
          checked.incrementAndGet();
          return OAuth2TokenValidatorResult.success();
        };
    String text = issuer.token().claim("teams", List.of("north")).compact();
    String other = issuer.token().compact();
    try (TokenValidator caching = issuer.validator().cacheSize(10).build();
        TokenValidator without = issuer.validator().cacheSize(0).build()) {
      ValidatingJwtDecoder cached = new ValidatingJwtDecoder(caching, List.of(check), null);

      Jwt first = cached.decode(text);
      assertThat(cached.decode(text)).isSameAs(first);
      assertThat(new ValidatingReactiveJwtDecoder(caching).decode(text).block()).isSameAs(first);
      assertThat(cached.decode(other)).isNotSameAs(first);
      assertThat(checked).hasValue(3);
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> first.<List<String>>getClaim("teams").add("south"));

      ValidatingJwtDecoder uncached = new ValidatingJwtDecoder(without);
      assertThat(uncached.decode(text)).isNotSameAs(uncached.decode(text));
    }
  }

  @Test
  void acceptsWhatTheValidatorAcceptsThoughItExpiredBeforeItWasIssued() {
    Instant now = Instant.ofEpochSecond(Instant.now().getEpochSecond());
    for (Instant issued : List.of(now.minusSeconds(5), now.plusSeconds(5))) {
      String text =
          issuer
              .token()
              .claim("exp", now.minusSeconds(5))
              .claim("iat", issued)
              .claim("nbf", now.minusSeconds(20))
              .compact();
      for (Jwt jwt : List.of(decoder.decode(text), reactive.decode(text).block())) {
        assertThat(jwt.getIssuedAt()).isEqualTo(jwt.getClaims().get("iat")).isEqualTo(issued);
        assertThat(jwt.getExpiresAt()).isEqualTo(now.minusSeconds(5));
      }
    }
  }

  @Test
  void tellsTheReasonToTheApplicationAlone() {
    String expired = issuer.token().expired().compact();
    assertThatExceptionOfType(BadJwtException.class)
        .isThrownBy(() -> decoder.decode(expired))
        .withMessage("Invalid token")
        .withCauseInstanceOf(TokenRejectedException.class);
    assertThatExceptionOfType(BadJwtException.class)
        .isThrownBy(() -> reactive.decode(expired).block())
        .withMessage("Invalid token")
        .withCauseInstanceOf(TokenRejectedException.class);
  }

  @Test
  void failsOtherwiseWithoutKeys() {
    issuer.disconnect();
    String good = issuer.token().compact();
    assertThatThrownBy(() -> decoder.decode(good))
        .isExactlyInstanceOf(JwtException.class)
        .hasCauseInstanceOf(UndecidedException.class);
    assertThatThrownBy(() -> reactive.decode(good).block())
        .isExactlyInstanceOf(JwtException.class)
        .hasCauseInstanceOf(UndecidedException.class);
  }

  @Test
  void validatesForEachSubscriberOfAPublisher() {
    var publisher = reactive.decode(issuer.token().compact());
    assertThat(validator.cacheStatistics().requests()).isZero();
    publisher.block();
    publisher.block();
    assertThat(validator.cacheStatistics().requests()).isEqualTo(2);
  }

  @Test
  void staysOnTheThreadIfKeysAreAtHand() {
    validator.warmUp();
    AtomicReference<Thread> thread = new AtomicReference<>();
    reactive
        .decode(issuer.token().compact())
        .doOnNext(jwt -> thread.set(Thread.currentThread()))
        .block();
    assertThat(thread.get()).isSameAs(Thread.currentThread());
  }

  private TestResponse keysAfter(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return TestResponse.json(issuer.jwkSetJson());
  }

  @Test
  void leavesTheThreadsOfTheLibraryAfterAFetch() {
    CountDownLatch subscribed = new CountDownLatch(1);
    issuer.jwksResponder(request -> keysAfter(subscribed));
    CompletableFuture<String> thread =
        reactive
            .decode(issuer.token().compact())
            .map(jwt -> Thread.currentThread().getName())
            .toFuture();
    subscribed.countDown();
    assertThat(thread.join()).startsWith("parallel-");
  }

  @Test
  void cancellingDoesNotStopWhatOthersWaitFor() {
    CountDownLatch cancelled = new CountDownLatch(1);
    issuer.jwksResponder(request -> keysAfter(cancelled));
    String token = issuer.token().compact();
    Disposable leaving = reactive.decode(token).subscribe();
    CompletableFuture<Jwt> other = reactive.decode(token).toFuture();
    leaving.dispose();
    cancelled.countDown();
    assertThat(other.join().getTokenValue()).isEqualTo(token);
    assertThat(issuer.jwksRequests()).isEqualTo(1);
  }

  @Test
  void hasNoAccessTokenAfterDeserialization() throws Exception {
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(octets)) {
      out.writeObject(decoder.decode(issuer.token().compact()));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(octets.toByteArray()))) {
      ValidatedJwt copy = (ValidatedJwt) in.readObject();
      assertThat(ValidatedJwt.accessToken(copy)).isNull();
      assertThatExceptionOfType(IllegalStateException.class).isThrownBy(copy::accessToken);
    }
  }

  @Test
  void grantsScopesAndRoles() {
    Jwt jwt =
        decoder.decode(issuer.token().scope("a", "b").claim("roles", List.of("clerk")).compact());
    assertThat(new AccessTokenAuthorities().convert(jwt))
        .extracting(GrantedAuthority::getAuthority)
        .containsExactly("SCOPE_a", "SCOPE_b", "ROLE_clerk");
    assertThat(new AccessTokenAuthorities("").convert(jwt))
        .extracting(GrantedAuthority::getAuthority)
        .containsExactly("a", "b", "ROLE_clerk");
  }

  @Test
  void grantsTokensOfTestsWhatSpringSecurityDoes() {
    Jwt made =
        Jwt.withTokenValue("t").header("alg", "none").claim("scope", "a b").subject("x").build();
    assertThat(ValidatedJwt.accessToken(made)).isNull();
    assertThat(new AccessTokenAuthorities("S_").convert(made))
        .extracting(GrantedAuthority::getAuthority)
        .containsExactly("S_a", "S_b");
  }

  @Test
  void appliesFurtherChecksOfTheApplication() {
    OAuth2TokenValidator<Jwt> refusing =
        jwt ->
            "evil".equals(jwt.getSubject())
                ? OAuth2TokenValidatorResult.failure(new OAuth2Error("evil", "told nobody", null))
                : OAuth2TokenValidatorResult.success();
    OAuth2TokenValidator<Jwt> throwing =
        jwt -> {
          throw new IllegalStateException("told nobody");
        };
    String evil = issuer.token().subject("evil").compact();
    for (OAuth2TokenValidator<Jwt> check : List.of(refusing, throwing)) {
      assertThatExceptionOfType(BadJwtException.class)
          .isThrownBy(() -> new ValidatingJwtDecoder(validator, List.of(check), null).decode(evil))
          .withMessage("Invalid token")
          .havingCause()
          .isInstanceOf(RuntimeException.class);
      assertThatExceptionOfType(BadJwtException.class)
          .isThrownBy(() ->
              new ValidatingReactiveJwtDecoder(validator, List.of(check), null)
                  .decode(evil)
                  .block())
          .withMessage("Invalid token");
    }
    assertThat(
            new ValidatingJwtDecoder(validator, List.of(refusing), null)
                .decode(issuer.token().subject("jo").compact())
                .getSubject())
        .isEqualTo("jo");
  }

  @Test
  void rejectsBoundTokensOutsideOfRequests() {
    String bound = issuer.token().boundTo(DpopClient.create()).compact();
    String unbound = issuer.token().compact();
    ProofOfPossession.Builder options =
        ProofOfPossession.builder().dpop(URI.create("https://api.example"));
    ProofOfPossession accepted = options.build();
    ProofOfPossession required = options.required().build();
    JwtDecoder ofAny = new ValidatingJwtDecoder(validator, List.of(), accepted);
    ReactiveJwtDecoder reactiveOfAny =
        new ValidatingReactiveJwtDecoder(validator, List.of(), accepted);
    JwtDecoder ofBound = new ValidatingJwtDecoder(validator, List.of(), required);
    ReactiveJwtDecoder reactiveOfBound =
        new ValidatingReactiveJwtDecoder(validator, List.of(), required);

    assertThat(ofAny.decode(unbound).getTokenValue()).isEqualTo(unbound);
    assertThat(reactiveOfAny.decode(unbound).block().getTokenValue()).isEqualTo(unbound);
    assertThatExceptionOfType(BadJwtException.class).isThrownBy(() -> ofAny.decode(bound));
    assertThatExceptionOfType(BadJwtException.class)
        .isThrownBy(() -> reactiveOfAny.decode(bound).block());
    for (String token : List.of(bound, unbound)) {
      assertThatExceptionOfType(BadJwtException.class).isThrownBy(() -> ofBound.decode(token));
      assertThatExceptionOfType(BadJwtException.class)
          .isThrownBy(() -> reactiveOfBound.decode(token).block());
    }
  }

  /** Its thread waits, so that it needs none of the library, all of which may be blocked. */
  @Test
  void isUndecidedIfItIsInterruptedWhileAReplayStoreDoesNotAnswer() {
    DpopClient client = DpopClient.create();
    String token = issuer.token().boundTo(client).compact();
    String proof =
        client.proof("GET", URI.create("https://api.example/name")).accessToken(token).compact();
    ProofOfPossession possession =
        ProofOfPossession.builder()
            .dpop(URI.create("https://api.example"))
            .replayStore((key, until) -> new CompletableFuture<>())
            .replayStoreTimeout(Duration.ofSeconds(30))
            .build();
    Map<String, List<String>> fields =
        Map.of("Authorization", List.of("DPoP " + token), "DPoP", List.of(proof));
    BearerRequest sent =
        BearerRequest.of("GET", "/name", name -> fields.getOrDefault(name, List.of()));
    MockHttpServletRequest request = new MockHttpServletRequest();
    request.setAttribute(
        ProofExchange.NAME,
        ProofExchange.of(possession, sent, "DPoP " + token, (name, value) -> {}));
    RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
    try {
      JwtDecoder waiting = new ValidatingJwtDecoder(validator, List.of(), possession);
      // The keys are there afterwards, so that nothing else has to be waited for.
      assertThat(decoder.decode(issuer.token().compact())).isNotNull();
      long begin = System.nanoTime();
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> waiting.decode(token))
          .isExactlyInstanceOf(JwtException.class)
          .hasMessageContaining("proof")
          .hasCauseInstanceOf(UndecidedException.class);
      assertThat(Thread.interrupted()).as("the flag is left").isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
    } finally {
      RequestContextHolder.resetRequestAttributes();
    }
  }
}
