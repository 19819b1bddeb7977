// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.jwtvalidation.benchmark.workload.TokenFault.BAD_SIGNATURE;
import static org.jwtvalidation.benchmark.workload.TokenFault.EXPIRED;
import static org.jwtvalidation.benchmark.workload.TokenFault.MALFORMED;
import static org.jwtvalidation.benchmark.workload.TokenFault.WRONG_AUDIENCE;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.security.Provider;
import java.security.Security;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.benchmark.suite.providers.CryptoProvider;
import org.jwtvalidation.benchmark.workload.TokenFault;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

/** Checks what the benchmarks of the suite measure, for every library. */
@Tag("system")
class PeersSuiteTest {

  private static final Map<SignatureAlgorithm, PeerTraffic> TRAFFIC =
      new EnumMap<>(SignatureAlgorithm.class);

  private static final Map<SignatureAlgorithm, TestKey> STRANGERS =
      new EnumMap<>(SignatureAlgorithm.class);

  private static final Map<Integer, PeerTraffic> OF_MANY_KEYS = new HashMap<>();

  private static final Map<TokenFault, Map<SignatureAlgorithm, PeerTraffic>> FAULTY =
      new EnumMap<>(TokenFault.class);

  private static PeerTraffic traffic(SignatureAlgorithm algorithm) {
    return TRAFFIC.computeIfAbsent(algorithm, PeerTraffic::new);
  }

  private static TestKey stranger(SignatureAlgorithm algorithm) {
    return STRANGERS.computeIfAbsent(
        algorithm, any -> traffic(algorithm).issuer().unpublishedKey(algorithm));
  }

  private static Stream<Arguments> rows(SignatureAlgorithm algorithm, String... peers) {
    return Stream.of(peers).map(peer -> arguments(peer, algorithm));
  }

  static Stream<Arguments> all() {
    return Stream.concat(
        rows(RS256, PeerRs256Benchmark.available()), rows(ES256, PeerEs256Benchmark.available()));
  }

  static Stream<Arguments> thatCheckClaims() {
    return all().filter(row -> !((String) row.get()[0]).startsWith("BARE_"));
  }

  static Stream<Arguments> thatParse() {
    return rows(RS256, PeerParsingBenchmark.available());
  }

  private static TokenBuilder good(SignatureAlgorithm algorithm) {
    return traffic(algorithm).issuer().token().algorithm(algorithm);
  }

  @ParameterizedTest
  @MethodSource("all")
  void acceptsEveryTokenButNoneWithAFlippedBit(String name, SignatureAlgorithm algorithm)
      throws Exception {
    PeerTraffic traffic = traffic(algorithm);
    Peer peer = Peer.named(name, traffic.trust());
    for (int number = 0; number < PeerTraffic.TOKENS; number++) {
      peer.verify(traffic.token(number));
    }
    for (int number = 0; number < 5; number++) {
      assertRefused(peer, Tampering.flipSignatureBit(traffic.token(number)));
    }
  }

  @ParameterizedTest
  @MethodSource("thatCheckClaims")
  void readsTheSubject(String name, SignatureAlgorithm algorithm) throws Exception {
    PeerTraffic traffic = traffic(algorithm);
    Peer peer = Peer.named(name, traffic.trust());
    for (int number = 0; number < PeerTraffic.TOKENS; number++) {
      assertThat(subject(peer.verify(traffic.token(number)))).isEqualTo("user-" + number);
    }
  }

  /** The subject of any library's valid token; most have one of two methods for it. */
  private static Object subject(Object token) throws ReflectiveOperationException {
    if (token instanceof io.fusionauth.jwt.domain.JWT decoded) {
      return decoded.subject;
    }
    if (token instanceof com.okta.jwt.Jwt decoded) {
      return decoded.getClaims().get("sub");
    }
    Object claims = token instanceof io.jsonwebtoken.Jws<?> decoded ? decoded.getPayload() : token;
    Method read =
        Stream.of(claims.getClass().getMethods())
            .filter(method -> Set.of("getSubject", "subject").contains(method.getName()))
            .filter(method -> method.getParameterCount() == 0)
            .findFirst()
            .orElseThrow();
    // The class may be hidden behind an interface.
    read.setAccessible(true);
    Object subject = read.invoke(claims);
    return subject instanceof Optional<?> present ? present.orElseThrow() : subject;
  }

  @ParameterizedTest
  @MethodSource("thatCheckClaims")
  void checksTimeAudienceAndIssuer(String name, SignatureAlgorithm algorithm) throws Exception {
    Peer peer = Peer.named(name, traffic(algorithm).trust());
    peer.verify(good(algorithm).compact());
    peer.verify(good(algorithm).audience("other-api", TestIssuer.AUDIENCE).compact());
    peer.verify(good(algorithm).claim("nbf", Instant.now().minusSeconds(60)).compact());

    Clock yesterday = Clock.offset(Clock.systemUTC(), Duration.ofDays(-1));
    Instant soon = Instant.now().plus(Duration.ofMinutes(4));
    assertRefused(peer, good(algorithm).at(yesterday).compact());
    assertRefused(peer, good(algorithm).claim("nbf", soon).compact());
    assertRefused(peer, good(algorithm).audience("other-api").compact());
    assertRefused(peer, good(algorithm).audience("other-api", "third-api").compact());
    assertRefused(peer, good(algorithm).claim("iss", "https://issuer-2.example").compact());
  }

  @ParameterizedTest
  @MethodSource("thatCheckClaims")
  void choosesTheKeyThatTheHeaderNames(String name, SignatureAlgorithm algorithm) throws Exception {
    PeerTraffic traffic = traffic(algorithm);
    Peer peer = Peer.named(name, traffic.trust());
    peer.verify(good(algorithm).signedBy(traffic.otherKey()).compact());
    assertRefused(peer, good(algorithm).header("kid", traffic.otherKey().keyId()).compact());
    assertRefused(peer, good(algorithm).signedBy(stranger(algorithm)).compact());
  }

  /** Asserts that the library rejects the token, and not by an error in its adapter. */
  private static void assertRefused(Peer peer, String token) {
    assertThatThrownBy(() -> peer.verify(token))
        .isInstanceOf(Exception.class)
        .isNotInstanceOfAny(
            NullPointerException.class,
            ClassCastException.class,
            IllegalStateException.class,
            UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @MethodSource("all")
  void timesAVerification(String name, SignatureAlgorithm algorithm) throws Exception {
    PeerVerification benchmark = benchmark(name, algorithm);
    benchmark.prepare(traffic(algorithm));
    assertThat(benchmark.algorithm()).isEqualTo(algorithm);
    assertThat(benchmark.verify()).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("thatCheckClaims")
  void timesRefusals(String name, SignatureAlgorithm algorithm) throws Exception {
    for (TokenFault fault : List.of(EXPIRED, BAD_SIGNATURE, MALFORMED, WRONG_AUDIENCE)) {
      PeerVerification benchmark = benchmark(name, algorithm);
      benchmark.sent = fault.name();
      benchmark.prepare(FAULTY.computeIfAbsent(fault, any -> faulty(any)).get(algorithm));
      assertThat(benchmark.verify()).isInstanceOf(Exception.class);
    }
  }

  private static Map<SignatureAlgorithm, PeerTraffic> faulty(TokenFault fault) {
    return Map.of(
        RS256, PeerTraffic.ofFault(RS256, fault), ES256, PeerTraffic.ofFault(ES256, fault));
  }

  @Test
  void failsIfALibraryAcceptsWhatItMustRefuse() throws Exception {
    PeerVerification benchmark = benchmark("AUTH0", ES256);
    benchmark.sent = "EXPIRED";
    benchmark.prepare(traffic(ES256));
    assertThatIllegalStateException()
        .isThrownBy(benchmark::verify)
        .withMessage("AUTH0 accepts a token that is EXPIRED");
  }

  static Stream<String> thatChooseKeys() {
    return Stream.of(PeerEs256Benchmark.available()).filter(name -> !name.startsWith("BARE_"));
  }

  @ParameterizedTest
  @MethodSource("thatChooseKeys")
  void verifiesByManyKeys(String name) throws Exception {
    PeerVerification benchmark = benchmark(name, ES256);
    // Tink tries one key after the other, and the predecessor refuses a hundred.
    int keys = Set.of("TINK", Predecessor.ROW).contains(name) ? 5 : 100;
    benchmark.keys = keys;
    benchmark.prepare(
        OF_MANY_KEYS.computeIfAbsent(keys, number -> PeerTraffic.ofKeys(ES256, number)));
    for (int i = 0; i < 200; i++) {
      assertThat(benchmark.verify()).isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"RS256, 3", "ES256, 100", "ED25519, 100"})
  void sendsTokensOfAsManyKeysAsThereAre(SignatureAlgorithm algorithm, int keys) throws Exception {
    PeerTraffic traffic = PeerTraffic.ofKeys(algorithm, keys);
    Peer peer = Peer.named("JWT_VALIDATION", traffic.trust());
    Set<String> headers = new HashSet<>();
    for (int i = 0; i < 30 * keys; i++) {
      String token = traffic.nextToken();
      if (headers.add(token.substring(0, token.indexOf('.')))) {
        assertThat(peer.verify(token)).isNotNull();
      }
    }
    assertThat(headers).hasSize(keys);
  }

  @Test
  void verifiesAfterTokensOfAnotherAlgorithm() throws Exception {
    PeerVerification benchmark = benchmark("JWT_VALIDATION", ES256);
    benchmark.also = "RS256";
    benchmark.prepare();
    assertThat(benchmark.verify()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"0, 400, 600", "4000, 5700, 5900"})
  void sendsShortAndLongTokens(int data, int least, int most) {
    assertThat(PeerTraffic.ofLength(ES256, data).nextToken()).hasSizeBetween(least, most);
  }

  @ParameterizedTest
  @CsvSource({"VALID, 101, usual", "VALID, 0, usual", "EXPIRED, 2, usual", "VALID, 2, 100"})
  void refusesWhatCannotBeMeasured(String sent, int keys, String dataLength) {
    PeerVerification benchmark = benchmark("AUTH0", ES256);
    benchmark.sent = sent;
    benchmark.keys = keys;
    benchmark.dataLength = dataLength;
    assertThatIllegalArgumentException()
        .isThrownBy(benchmark::prepare)
        .withMessageContaining("keys: " + keys);
  }

  static Stream<Arguments> byOtherProviders() {
    return Stream.of(CryptoProvider.values())
        .filter(provider -> provider != CryptoProvider.JDK)
        .flatMap(provider ->
            Stream.of(PeerEs256Benchmark.available()).map(peer -> arguments(provider, peer)));
  }

  @ParameterizedTest
  @MethodSource("byOtherProviders")
  void verifiesByAnotherProvider(CryptoProvider provider, String name) throws Exception {
    List<Provider> before = List.of(Security.getProviders());
    PeerVerification benchmark = benchmark(name, ES256);
    benchmark.provider = provider;
    try {
      benchmark.prepare();
      assertThat(Security.getProviders()[0]).isNotIn(before);
      assertThat(benchmark.verify()).isNotNull();
    } catch (IllegalStateException e) {
      assumeTrue(
          !e.getMessage().endsWith("does not run on this machine; omit its rows"),
          "no native library of the provider for this system: use Linux");
      throw e;
    } finally {
      Stream.of(Security.getProviders())
          .filter(added -> !before.contains(added))
          .forEach(added -> Security.removeProvider(added.getName()));
    }
  }

  private static PeerVerification benchmark(String name, SignatureAlgorithm algorithm) {
    if (algorithm == RS256) {
      PeerRs256Benchmark benchmark = new PeerRs256Benchmark();
      benchmark.peer = name;
      return benchmark;
    }
    PeerEs256Benchmark benchmark = new PeerEs256Benchmark();
    benchmark.peer = name;
    return benchmark;
  }

  @Test
  void makesItsOwnTokens() throws Exception {
    PeerParsingBenchmark parsing = new PeerParsingBenchmark();
    parsing.prepare();
    assertThat(parsing.parse()).isNotNull();
    PeerVerification verification = new PeerRs256Benchmark();
    verification.prepare();
    assertThat(verification.verify()).isNotNull();
    PeerVerification byManyKeys = new PeerEs256Benchmark();
    byManyKeys.keys = 100;
    byManyKeys.prepare();
    assertThat(byManyKeys.isArithmeticChosen()).isTrue();
    assertThat(byManyKeys.verify()).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("thatParse")
  void timesTheParsingOfATokenThatMayBeForged(String name, SignatureAlgorithm algorithm)
      throws Exception {
    PeerParsingBenchmark benchmark = new PeerParsingBenchmark();
    benchmark.peer = name;
    benchmark.prepare(traffic(algorithm));
    assertThat(benchmark.parse()).isNotNull();

    PeerTraffic traffic = traffic(algorithm);
    TokenParser parser = TokenParser.named(name, traffic);
    parser.parse(Tampering.flipSignatureBit(traffic.token(1)));
    String malformed = Tampering.replaceClaims(traffic.token(1), "{\"sub\":");
    assertThatThrownBy(() -> parser.parse(malformed)).isInstanceOf(Exception.class);
  }

  @Test
  void recordsTheResolvedVersions() throws Exception {
    try (InputStream in =
        PeersSuiteTest.class.getResourceAsStream("/META-INF/benchmark-dependencies.txt")) {
      assertThat(new String(in.readAllBytes(), UTF_8).lines())
          .isSorted()
          .allMatch(line -> line.matches("[^:\\s]+:[^:\\s]+:[^:\\s]+"))
          .anyMatch(line -> line.startsWith("com.nimbusds:nimbus-jose-jwt:"))
          .anyMatch(line -> line.startsWith("org.jwtvalidation:jwt-validation-core:"));
    }
  }
}
