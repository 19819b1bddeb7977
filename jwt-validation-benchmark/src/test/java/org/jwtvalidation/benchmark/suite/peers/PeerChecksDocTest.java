// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

/**
 * Checks the table of {@code doc/inside/benchmarking.adoc} of each peer's checks beyond the common.
 */
@Tag("jdk-independent")
class PeerChecksDocTest {

  private static final PeerTraffic TRAFFIC = new PeerTraffic(RS256);

  /** Tokens with a valid signature that a strict library rejects, in the order of the columns. */
  private static final List<Function<TokenBuilder, String>> TRIALS =
      List.of(
          good -> good.withoutClaim("exp").compact(),
          good -> good.rawClaims(claimsWith("\"sub\":\"admin\"")).compact(),
          good -> good.header("crit", List.of("x")).header("x", 1).compact(),
          good -> good.header("typ", "secevent+jwt").compact(),
          good -> good.signedBy(otherKeyFor(SignatureAlgorithm.RS512)).compact(),
          good -> good.claim("iat", tomorrow()).compact(),
          good -> withStrayBits(good.compact()));

  private static String claimsWith(String member) {
    String claims = TRAFFIC.token(0).split("\\.", -1)[1];
    String json = new String(Base64.getUrlDecoder().decode(claims), StandardCharsets.UTF_8);
    return "{" + member + "," + json.substring(1);
  }

  private static TestKey otherKeyFor(SignatureAlgorithm algorithm) {
    TestKey key = TRAFFIC.otherKey();
    return TestKey.of(algorithm, key.keyId(), new KeyPair(key.publicKey(), key.privateKey()));
  }

  private static long tomorrow() {
    return Instant.now().plus(Duration.ofDays(1)).getEpochSecond();
  }

  /** 256 octets leave four bits of the last character unused. */
  private static String withStrayBits(String token) {
    char last = token.charAt(token.length() - 1);
    return token.substring(0, token.length() - 1) + (char) (last + 1);
  }

  static Stream<Arguments> rows() {
    return Stream.of(PeerRs256Benchmark.available())
        .filter(peer -> !peer.startsWith("BARE_"))
        .map(peer -> arguments(peer));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void rejectsTokensAsTheTableSays(String name) throws Exception {
    Peer peer = Peer.named(name, TRAFFIC.trust());
    List<String> answers = new ArrayList<>();
    for (Function<TokenBuilder, String> trial : TRIALS) {
      TokenBuilder good = TRAFFIC.issuer().token().algorithm(RS256);
      answers.add(refuses(peer, trial.apply(good)) ? "✓" : "–");
    }
    assertThat(answers).isEqualTo(documented(name));
  }

  @Test
  void hasARowForEachPeer() throws IOException {
    assertThat(page())
        .contains(
            Stream.of(PeerRs256Benchmark.available()).map(row -> "\n|`" + row + "`").toList());
  }

  private static boolean refuses(Peer peer, String token) {
    try {
      peer.verify(token);
      return false;
    } catch (Exception e) {
      return true;
    }
  }

  private static List<String> documented(String peer) throws IOException {
    var line = Pattern.compile("(?m)^\\|`" + peer + "`((?: \\|(?:✓|–))+)$").matcher(page());
    assertThat(line.find()).as("a line of %s", peer).isTrue();
    return List.of(line.group(1).substring(2).split(" \\|"));
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../doc/inside/benchmarking.adoc"));
  }
}
