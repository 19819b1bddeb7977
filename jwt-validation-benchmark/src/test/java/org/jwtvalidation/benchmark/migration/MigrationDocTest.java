// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.jsonwebtoken.Jwts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Compares {@code doc/migration.adoc} with compiled lines and with what the libraries do. */
@Tag("jdk-independent")
class MigrationDocTest {

  private static final Path SOURCES =
      Path.of("src/test/java/org/jwtvalidation/benchmark/migration");

  private static final Pattern ROW = Pattern.compile("(?m)^\\|`\\+(.+)\\+`\\s\\|`\\+(.+)\\+`$");

  private static final TestIssuer ISSUER = TestIssuer.offline("https://issuer.example");
  private static final RSAPublicKey KEY =
      (RSAPublicKey) ISSUER.key(SignatureAlgorithm.RS256).publicKey();

  /** Tokens with a valid signature, in the order of the columns. */
  private static final List<UnaryOperator<TokenBuilder>> TRIALS =
      List.of(
          good -> good.expiresIn(Duration.ofSeconds(-30)),
          good -> good.withoutClaim("exp"),
          good -> good.audience("other-api"),
          good -> good.claim("iss", "https://other.example"),
          good -> good.header("typ", "at+jwt"));

  private interface Library {

    Object verify(String token) throws Exception;
  }

  /** Each library with the keys of one issuer, and as little else as it asks for. */
  private static Library named(String name) throws Exception {
    return switch (name) {
      case "jwt-validation" -> {
        TokenValidator validator =
            TokenValidator.builder()
                .issuer(
                    IssuerConfig.builder(ISSUER.issuer())
                        .audience("orders-api")
                        .keySource(ISSUER.keySource())
                        .build())
                .build();
        yield validator::validate;
      }
      case "Spring Security" -> {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withPublicKey(KEY).build();
        decoder.setJwtValidator(JwtValidators.createDefaultWithIssuer(ISSUER.issuer()));
        yield decoder::decode;
      }
      case "nimbus-jose-jwt" -> {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(
            new JWSVerificationKeySelector<>(
                JWSAlgorithm.RS256, new ImmutableJWKSet<>(JWKSet.parse(ISSUER.jwkSetJson()))));
        yield token -> processor.process(token, null);
      }
      case "java-jwt" -> JWT.require(Algorithm.RSA256(KEY)).build()::verify;
      case "jjwt" -> Jwts.parser().verifyWith(KEY).build()::parseSignedClaims;
      case "jose4j" -> new JwtConsumerBuilder().setVerificationKey(KEY).build()::processToClaims;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static TokenBuilder good() {
    return ISSUER.token().algorithm(SignatureAlgorithm.RS256).withoutHeader("typ");
  }

  private static boolean accepts(Library library, TokenBuilder token) {
    try {
      library.verify(token.compact());
      return true;
    } catch (Exception e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Spring Security, SpringSecurityLines",
    "nimbus-jose-jwt, NimbusLines",
    "java-jwt, Auth0Lines",
    "jjwt, JjwtLines",
    "jose4j, Jose4jLines"
  })
  void showsLinesThatCompile(String section, String oldLines) throws IOException {
    List<MatchResult> rows = ROW.matcher(section(section)).results().toList();

    assertThat(rows).hasSizeGreaterThan(8).hasSize(section(section).split("\\|`\\+").length / 2);
    for (MatchResult row : rows) {
      assertThat(source(oldLines)).contains(unspaced(row.group(1)));
      assertThat(source("OurLines")).contains(unspaced(row.group(2)));
    }
  }

  @ParameterizedTest
  @CsvSource({"jwt-validation", "Spring Security", "nimbus-jose-jwt", "java-jwt", "jjwt", "jose4j"})
  void rejectsByDefaultWhatTheTableSays(String name) throws Exception {
    Library library = named(name);
    boolean audienceIsAsked = name.equals("jwt-validation");
    assertThat(accepts(library, audienceIsAsked ? good().audience("orders-api") : unaddressed()))
        .isTrue();

    List<String> answers = new ArrayList<>();
    for (UnaryOperator<TokenBuilder> trial : TRIALS) {
      TokenBuilder good = audienceIsAsked ? good().audience("orders-api") : unaddressed();
      answers.add(accepts(library, trial.apply(good)) ? "no" : "yes");
    }

    assertThat(answers).isEqualTo(documented(name));
  }

  /** A token without audience, which a library passes that expects none. */
  private static TokenBuilder unaddressed() {
    return good().withoutClaim("aud");
  }

  @Test
  void knowsThatAuth0AsksForAllAudiencesOrForOne() {
    Library all = JWT.require(Algorithm.RSA256(KEY)).withAudience("a", "b").build()::verify;
    Library any = JWT.require(Algorithm.RSA256(KEY)).withAnyOfAudience("a", "b").build()::verify;

    assertThat(accepts(all, good().audience("a", "b"))).isTrue();
    assertThat(accepts(all, good().audience("a"))).isFalse();
    assertThat(accepts(any, good().audience("a"))).isTrue();
  }

  @Test
  void knowsThatJose4jBoundsTheAge() {
    Library consumer =
        new JwtConsumerBuilder().setVerificationKey(KEY).setIssuedAtRestrictions(30, 3600).build()
            ::processToClaims;

    assertThat(accepts(consumer, unaddressed())).isTrue();
    assertThat(accepts(consumer, unaddressed().issuedAt(Instant.now().minusSeconds(7200))))
        .isFalse();
  }

  private static List<String> documented(String name) throws IOException {
    Matcher line = Pattern.compile("(?m)^\\|" + name + "((?: \\|(?:yes|no))+)$").matcher(page());
    assertThat(line.find()).as("a line of %s", name).isTrue();
    return List.of(line.group(1).substring(2).split(" \\|"));
  }

  private static String section(String heading) throws IOException {
    String page = page();
    int begin = page.indexOf("\n== " + heading + "\n");
    int end = page.indexOf("\n== ", begin + 1);
    return page.substring(begin, end < 0 ? page.length() : end);
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../doc/migration.adoc"));
  }

  private static String source(String type) throws IOException {
    return unspaced(Files.readString(SOURCES.resolve(type + ".java")));
  }

  private static String unspaced(String code) {
    return code.replaceAll("\\s", "");
  }
}
