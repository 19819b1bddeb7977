// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;

import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.bounds.SharedState;
import org.jwtvalidation.internal.keys.Continuations;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeyFetcher;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationResult;

/**
 * What one client can take from the others of what is bounded: it brings 1,000 tokens, keys or
 * names or more, the bound stays, and another client is served. All that grows with tokens has a
 * row here and in the documentation.
 */
@Tag("jdk-independent")
@Timeout(300)
class BoundedResourceTest {

  private static final int MANY = 1000;
  private static final SharedState STATE = new SharedState();

  /** What threads share and no token adds to, and why. */
  private static final Map<String, String> NOT_BY_TOKENS =
      Map.ofEntries(
          Map.entry("BoundedExecutor", "its owners are rows"),
          Map.entry("FusedSize", "seven sizes of RSA keys"),
          Map.entry("HttpClientFetcher", "a lock"),
          Map.entry("JwkSetEndpoint", "eight fetches that wait"),
          Map.entry("LibraryThreads", "users bound how many threads they borrow"),
          Map.entry("PolledKeySource", "a lock"),
          Map.entry("RefreshReporter", "64 reports"),
          Map.entry("SharedHttpClient", "one for the options of sources"),
          Map.entry("Spares", "as many as its owner says"),
          Map.entry("Stripes", "two arrays for each processor"),
          Map.entry("Training", "one token for an algorithm and size"));

  private final Scene scene = new Scene();
  private final String another = scene.token().subject("another").compact();

  /** One client floods it, and another one is served. */
  private interface Flood {

    void of(BoundedResourceTest test) throws Exception;
  }

  /**
   * What clients share.
   *
   * @param name as in the documentation
   * @param option bounds it, or null if nothing does but a constant
   * @param classes keep it
   */
  record Resource(String name, @Nullable String option, Set<String> classes, Flood flood) {

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Resource> resources() {
    return List.of(
        new Resource(
            "Cached tokens",
            "TokenValidator.cacheSize",
            Set.of("TokenCache"),
            BoundedResourceTest::validateManyTokens),
        new Resource(
            "Headers of tokens",
            null,
            Set.of(),
            covered(
                "internal.jws.KnownHeadersTest",
                "holdsNoMoreThanItHasPlacesFor",
                "keepsNoLongHeader")),
        new Resource(
            "Tables of keys",
            "SignaturePolicy.withTableBudget",
            Set.of("TableBudget", "TableMaker"),
            covered("attack.TableAttackTest", "keepsTheTablesOfAllKeysWithinTheBudget")),
        new Resource(
            "Checks by the provider",
            null,
            Set.of("CrossCheck"),
            covered("internal.tables.CrossCheckTest", "leavesOutWhatFindsNoPlace")),
        new Resource(
            "Threads that verify",
            "TokenValidator.maxConcurrentVerifications",
            Set.of("VerificationGate", "ColdGate"),
            covered(
                "internal.rules.VerificationGateTest",
                "letsNoMoreInThanToldAndAllInTheEnd",
                "letsCachedAndMalformedTokensPassWhileItIsFull")),
        new Resource(
            "Validations that wait",
            null,
            Set.of("Continuations"),
            test -> {
              test.waitForManyUnknownKeys();
              test.waitWithLargeTokens();
            }),
        new Resource(
            "Fetches for unknown keys",
            null,
            Set.of(),
            covered(
                "fault.FloodFaultTest",
                "fetchesOnceACooldownWhateverTheFlood",
                "leavesOtherIssuersAlone")),
        new Resource(
            "Key sets",
            null,
            Set.of(),
            covered("keysource.BoundedBodyTest", "cancelsBeyondTheBound")),
        new Resource(
            "Issuers of a resolver",
            "TokenValidator.maxResolvedIssuers",
            Set.of("KeptIssuers"),
            covered("attack.TenantAttackTest", "pushesOutNoTenantInUseForForgedTokensOfOthers")),
        new Resource(
            "Names of issuers that are remembered",
            null,
            Set.of("RecentNames"),
            BoundedResourceTest::inventManyIssuers),
        new Resource(
            "Questions to a resolver",
            null,
            Set.of("ResolvedIssuers"),
            BoundedResourceTest::askForManyIssuers),
        new Resource(
            "Lines of failures in the log",
            null,
            Set.of("FailureLog"),
            BoundedResourceTest::failManyChecks),
        new Resource(
            "Hints in the log",
            null,
            Set.of("NearNames"),
            BoundedResourceTest::misspellManyIssuers));
  }

  /** The flood is in tests elsewhere. */
  private static Flood covered(String tests, String... methods) {
    return unused -> {
      Class<?> type = Class.forName("org.jwtvalidation." + tests);
      assertThat(
              Stream.of(type.getDeclaredMethods())
                  .filter(method ->
                      method.isAnnotationPresent(Test.class)
                          || method.isAnnotationPresent(ParameterizedTest.class))
                  .map(Method::getName))
          .contains(methods);
    };
  }

  @ParameterizedTest
  @MethodSource("resources")
  void leavesOtherClientsTheirPartOf(Resource resource) throws Exception {
    resource.flood.of(this);
  }

  private void validateManyTokens() {
    int size = 100;
    try (TokenValidator validator = scene.builder(scene.config().build()).cacheSize(size).build()) {
      AccessToken cached = assertAccepted(validator, another);
      KnownNonceSigner signer = new KnownNonceSigner(scene.key(), another);
      String claims = RawToken.claims(another).replace("another", "flood");
      for (int i = 0; i < MANY; i++) {
        String header = another.substring(0, another.indexOf('.') + 1);
        String signed =
            header + RawToken.base64url(claims.replaceFirst("\\{", "{\"n\":" + i + ","));
        String token = signed + "." + RawToken.base64url(signer.sign(signed));
        assertThat(validator.tryValidate(token).isAccepted()).isTrue();
        assertThat(validator.cachedTokens()).isBetween(1L, (long) size);
        // In use while the flood lasts.
        assertThat(validator.validate(another)).isEqualTo(cached);
      }
    }
  }

  private void waitForManyUnknownKeys() {
    byte[] keys = scene.issuer.jwkSetJson().getBytes(UTF_8);
    CompletableFuture<KeyFetcher.Response> second = new CompletableFuture<>();
    AtomicInteger fetches = new AtomicInteger();
    KeySource source =
        HttpKeySource.jwksUri(URI.create("https://keys.example"))
            .fetcher(request ->
                fetches.incrementAndGet() == 1
                    ? CompletableFuture.completedFuture(
                        new KeyFetcher.Response(200, Map.of(), keys))
                    : second)
            .totalTimeout(Patience.LONG)
            .build();
    String unknown =
        scene.token().signedBy(TestKey.generate(SignatureAlgorithm.ES256, "invented")).compact();
    try (TokenValidator validator = scene.validator(config -> config.keySource(source))) {
      assertAccepted(validator, scene.token().compact());
      List<CompletableFuture<ValidationResult<AccessToken>>> flood = new ArrayList<>();
      for (int i = 0; i < Continuations.MAX_WAITING + 5; i++) {
        flood.add(validator.tryValidateAsync(unknown));
      }
      assertThat(flood.subList(0, Continuations.MAX_WAITING)).noneMatch(CompletableFuture::isDone);
      assertThat(flood.subList(Continuations.MAX_WAITING, flood.size()))
          .allMatch(result -> result.join() instanceof ValidationResult.Undecided);
      assertThat(validator.tryValidateAsync(another).join().isAccepted()).isTrue();
      second.complete(new KeyFetcher.Response(200, Map.of(), keys));
      flood.forEach(result -> assertThat(result.join().isAccepted()).isFalse());
      assertThat(fetches).hasValue(2);
    }
  }

  /** Small JSON can make large claims. */
  private void waitWithLargeTokens() {
    String large = scene.token().claim("x", Collections.nCopies(700, List.of("a"))).compact();
    CompletableFuture<IssuerConfig> answer = new CompletableFuture<>();
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(scene.clock)
            .issuerResolver(name -> answer.join())
            .resolverTimeout(Patience.LONG)
            .build()) {
      List<CompletableFuture<ValidationResult<AccessToken>>> flood = new ArrayList<>();
      do {
        flood.add(validator.tryValidateAsync(large));
      } while (!flood.get(flood.size() - 1).isDone());
      assertThat(flood.size()).isLessThan(Continuations.MAX_WAITING / 4);
      assertThat(flood.get(flood.size() - 1).join().toString()).contains("too much memory");
      answer.complete(scene.config().build());
      flood
          .subList(0, flood.size() - 1)
          .forEach(result -> assertThat(result.join().isAccepted()).isTrue());
      assertThat(validator.tryValidateAsync(large).join().isAccepted()).isTrue();
    }
  }

  private String ofIssuer(String name) {
    return Tampering.replaceClaims(another, RawToken.claims(another).replace(Scene.ISSUER, name));
  }

  private static String invented(int number) {
    return "https://invented.example/" + number;
  }

  private void inventManyIssuers() {
    Map<String, AtomicInteger> questions = new ConcurrentHashMap<>();
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(scene.clock)
            .issuerResolver(name -> {
              questions.computeIfAbsent(name, unused -> new AtomicInteger()).incrementAndGet();
              return name.equals(Scene.ISSUER) ? scene.config().build() : null;
            })
            .build()) {
      assertAccepted(validator, another);
      // The first ones have to be forgotten.
      for (int i = 0; i < MANY + 10; i++) {
        assertThat(validator.tryValidate(ofIssuer(invented(i))).isAccepted()).isFalse();
      }
      for (int i : new int[] {0, MANY + 9}) {
        assertThat(validator.tryValidate(ofIssuer(invented(i))).isAccepted()).isFalse();
      }
      assertThat(questions.get(invented(0))).as("not remembered").hasValue(2);
      assertThat(questions.get(invented(MANY + 9))).hasValue(1);
      assertAccepted(validator, another);
      assertThat(questions.get(Scene.ISSUER)).hasValue(1);
    }
  }

  private void askForManyIssuers() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    Scene late = new Scene("https://late.example");
    try (TokenValidator validator =
        TokenValidator.builder()
            .clock(scene.clock)
            .issuerResolver(name -> {
              if (name.startsWith("https://invented.example/")) {
                await(answer);
                return null;
              }
              return name.equals(Scene.ISSUER) ? scene.config().build() : late.config().build();
            })
            .build()) {
      assertAccepted(validator, another);
      List<CompletableFuture<ValidationResult<AccessToken>>> flood = new ArrayList<>();
      // As many as are asked at a time come on top.
      for (int i = 0; i < ResolvedIssuers.MAX_QUESTIONS + 100; i++) {
        flood.add(validator.tryValidateAsync(ofIssuer(invented(i))));
      }
      assertThat(flood.get(flood.size() - 1).join()).isInstanceOf(ValidationResult.Undecided.class);
      assertThat(flood.stream().filter(result -> !result.isDone()).count())
          .isBetween((long) ResolvedIssuers.MAX_QUESTIONS, ResolvedIssuers.MAX_QUESTIONS + 16L);
      assertAccepted(validator, another);
      answer.countDown();
      flood.forEach(result -> assertThat(result.join().isAccepted()).isFalse());
      assertAccepted(validator, late.token().compact());
    } finally {
      answer.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void failManyChecks() {
    AtomicInteger failures = new AtomicInteger();
    String token = scene.token().subject("flood").compact();
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator =
            scene.validator(config ->
                config.claimCheck(
                    "plan",
                    claims -> {
                      if ("flood".equals(claims.string("sub"))) {
                        throw new IllegalStateException("" + failures.incrementAndGet());
                      }
                      return true;
                    }))) {
      for (int i = 0; i < MANY; i++) {
        assertThat(validator.tryValidate(token).isAccepted()).isFalse();
      }
      assertAccepted(validator, another);
      assertThat(failures).hasValue(MANY);
      assertThat(log.lines(Level.WARNING)).hasSize(1);
    }
  }

  private void misspellManyIssuers() {
    try (CapturedLog log = new CapturedLog();
        TokenValidator validator = scene.validator()) {
      for (int i = 1; i <= MANY; i++) {
        String host = Scene.ISSUER.substring("https://".length());
        StringBuilder name = new StringBuilder("http://");
        for (int at = 0; at < host.length(); at++) {
          String letter = host.substring(at, at + 1);
          name.append((i >> at & 1) == 1 ? letter.toUpperCase(Locale.ROOT) : letter);
        }
        assertThat(validator.tryValidate(ofIssuer(name.toString())).isAccepted()).isFalse();
      }
      assertAccepted(validator, another);
      assertThat(log.lines(Level.WARNING)).hasSize(1);
    }
  }

  @Test
  void hasARowForEveryOptionThatBoundsANumber() {
    assertThat(STATE.options()).isEqualTo(ofRows(resource -> Stream.ofNullable(resource.option)));
  }

  @Test
  void hasARowForEveryClassThatKeepsWhatTokensShare() {
    Set<String> known = ofRows(resource -> resource.classes.stream());
    known.addAll(NOT_BY_TOKENS.keySet());
    assertThat(STATE.keepers()).isEqualTo(known);
  }

  @Test
  void namesInTheDocumentationWhatItTests() {
    assertThat(SharedState.rows("tokens")).isEqualTo(ofRows(resource -> Stream.of(resource.name)));
  }

  private static Set<String> ofRows(Function<Resource, Stream<String>> property) {
    Set<String> names = new TreeSet<>();
    resources().stream().flatMap(property).forEach(names::add);
    return names;
  }
}
