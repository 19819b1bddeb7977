// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.parsing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.JWTProcessor;
import java.text.ParseException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.TokenParsing;
import org.jwtvalidation.token.ClaimsSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How fast is a token parsed and its claims read, compared with Nimbus? A row each for parsing
 * alone, without verification, and for the whole validation of an RS256 token.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=ParsingBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 250, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class ParsingBenchmark {

  /** The number of characters of the subject. */
  @Param({"100", "1000", "10000"})
  public int subjectLength = 100;

  /**
   * How often the claims are requested and two of them read, because parsers may defer work or
   * repeat it.
   */
  @Param({"1", "2"})
  public int reads = 1;

  private SubjectTokens tokens;
  private TokenParsing parsing;
  private TokenValidator validator;
  private JWTProcessor<SecurityContext> processor;

  /** Signs the tokens. */
  @Setup
  public void prepare() {
    tokens = new SubjectTokens(subjectLength);
    parsing = new TokenParsing(SubjectTokens.LIMITS);
    parsing.remember(tokens.next(), tokens.key());
    validator = tokens.validator();
    processor = tokens.processor();
  }

  /** This library's parsing, with the header known from an earlier token. */
  @Benchmark
  public Object parse(Blackhole values) {
    Object parsed = parsing.parse(tokens.next());
    for (int i = 0; i < reads; i++) {
      Map<String, @Nullable Object> claims = TokenParsing.claims(parsed);
      values.consume(claims.get("sub"));
      values.consume(claims.get("jti"));
    }
    return parsed;
  }

  /** Nimbus's parsing. */
  @Benchmark
  public SignedJWT nimbusParse(Blackhole values) throws ParseException {
    SignedJWT parsed = SignedJWT.parse(tokens.next());
    for (int i = 0; i < reads; i++) {
      JWTClaimsSet claims = parsed.getJWTClaimsSet();
      values.consume(claims.getSubject());
      values.consume(claims.getJWTID());
    }
    return parsed;
  }

  /** This library's whole validation, without a cache. */
  @Benchmark
  public ClaimsSet validate(Blackhole values) {
    ClaimsSet claims = validator.validate(tokens.next()).claims();
    for (int i = 0; i < reads; i++) {
      values.consume(claims.string("sub"));
      values.consume(claims.string("jti"));
    }
    return claims;
  }

  /** Nimbus's processor, with a prepared key. */
  @Benchmark
  public JWTClaimsSet nimbusProcess(Blackhole values)
      throws ParseException, BadJOSEException, JOSEException {
    JWTClaimsSet claims = processor.process(tokens.next(), null);
    for (int i = 0; i < reads; i++) {
      values.consume(claims.getSubject());
      values.consume(claims.getJWTID());
    }
    return claims;
  }
}
