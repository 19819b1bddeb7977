package org.jwtvalidation.benchmark.suite.scaling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jwtvalidation.benchmark.suite.OtherJvm;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;

/**
 * Mints tokens signed by one key in another JVM, because minting would load and warm up half of the
 * classes that validation uses.
 */
final class Mint {

  private Mint() {}

  /**
   * Mints tokens.
   *
   * @param algorithm the algorithm of the signatures
   * @return the JWK Set of the issuer, followed by the tokens
   */
  static List<String> tokens(String algorithm, int count) throws IOException, InterruptedException {
    Path file = Files.createTempFile("tokens", ".txt");
    try {
      OtherJvm.run(Mint.class, "-Xmx256m", algorithm, "" + count, file.toString());
      return Files.readAllLines(file);
    } finally {
      Files.delete(file);
    }
  }

  public static void main(String[] arguments) throws IOException {
    Files.write(
        Path.of(arguments[2]),
        lines(SignatureAlgorithm.valueOf(arguments[0]), Integer.parseInt(arguments[1])));
  }

  /** Mints the same in this JVM. */
  static List<String> lines(SignatureAlgorithm algorithm, int count) {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    issuer.key(algorithm);
    List<String> lines = new ArrayList<>(List.of(issuer.jwkSetJson()));
    for (int number = 0; number < count; number++) {
      lines.add(token(issuer, issuer.key(algorithm), number));
    }
    return lines;
  }

  /** A token of about 1,000 characters with RS256. */
  static String token(TestIssuer issuer, TestKey signer, int number) {
    return issuer
        .token()
        .signedBy(signer)
        .subject("user-" + number)
        .claim("data", "x".repeat(200))
        .expiresIn(Duration.ofHours(12))
        .compact();
  }
}
