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

/**
 * Tokens under one key, made by another JVM: one that made its own would have loaded and warmed
 * half of what it takes to validate them.
 */
final class Mint {

  private Mint() {}

  /**
   * Makes tokens.
   *
   * @param algorithm by which they are signed
   * @return the JWK Set of their issuer, and then the tokens
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
    SignatureAlgorithm algorithm = SignatureAlgorithm.valueOf(arguments[0]);
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    issuer.key(algorithm);
    List<String> lines = new ArrayList<>(List.of(issuer.jwkSetJson()));
    for (int number = 0; number < Integer.parseInt(arguments[1]); number++) {
      lines.add(
          issuer
              .token()
              .algorithm(algorithm)
              .subject("user-" + number)
              .claim("data", "x".repeat(200))
              .expiresIn(Duration.ofHours(12))
              .compact());
    }
    Files.write(Path.of(arguments[2]), lines);
  }
}
