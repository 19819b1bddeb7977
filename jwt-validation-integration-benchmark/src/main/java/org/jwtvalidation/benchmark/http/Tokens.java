// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

/** Tokens of one issuer and one key, all different, valid or with one fault each. */
final class Tokens {

  /** Makes a token signed by RS256 977 characters long, as those of the requirements are. */
  private static final int PADDING = 263;

  private final TestIssuer issuer;
  private final TestKey key;
  private final int number;

  Tokens(TestIssuer issuer, TestKey key, int number) {
    this.issuer = issuer;
    this.key = key;
    this.number = number;
  }

  List<String> valid() {
    return each(token -> token);
  }

  /** Expired a day ago, with a valid signature. */
  List<String> expired() {
    return each(token -> token.at(Clock.offset(Clock.systemUTC(), Duration.ofDays(-1))));
  }

  /** Valid for another service. */
  List<String> forAnotherAudience() {
    return each(token -> token.audience("other-api"));
  }

  /** A valid signature over claims whose last character makes them no JSON. */
  List<String> malformed() {
    return each(token -> {
      byte[] claims = Base64.getUrlDecoder().decode(token.compact().split("\\.", -1)[1]);
      claims[claims.length - 1] = ']';
      return token.rawClaims(new String(claims, UTF_8));
    });
  }

  /** One character of the signature is another one. */
  List<String> forged() {
    List<String> forged = new ArrayList<>();
    for (String token : valid()) {
      int signature = token.lastIndexOf('.') + 1;
      char other = token.charAt(signature) == 'A' ? 'B' : 'A';
      forged.add(token.substring(0, signature) + other + token.substring(signature + 1));
    }
    return forged;
  }

  private List<String> each(UnaryOperator<TokenBuilder> change) {
    return IntStream.range(0, number)
        .parallel()
        .mapToObj(id -> change.apply(template(id)).compact())
        .toList();
  }

  private TokenBuilder template(int id) {
    return issuer
        .token()
        .signedBy(key)
        // Some libraries know no other type.
        .header("typ", "JWT")
        .subject("alice")
        .scope("orders:read")
        .expiresIn(Duration.ofHours(12))
        .claim("jti", String.format("%08d", id))
        .claim("data", "x".repeat(PADDING));
  }
}
