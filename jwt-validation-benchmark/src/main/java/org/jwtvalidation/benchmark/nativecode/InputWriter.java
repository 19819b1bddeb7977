// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.nativecode.TokenSet.Token;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

/**
 * Signs the tokens of an {@link InputFile}: for each algorithm one set whose tokens are all by one
 * of two keys, and one set of many keys.
 */
public final class InputWriter {

  /** The regime of one key that signs, and another one beside it. */
  static final String ONE_KEY = "one-key";

  /** The tokens of a set. */
  static final int TOKENS = 600;

  private static final int MANY = 100;

  /** The set of all algorithms that are compared. */
  private static final Set<SignatureAlgorithm> COMPARED =
      Collections.unmodifiableSet(
          EnumSet.of(
              SignatureAlgorithm.RS256,
              SignatureAlgorithm.RS384,
              SignatureAlgorithm.PS256,
              SignatureAlgorithm.ES256,
              SignatureAlgorithm.ES384,
              SignatureAlgorithm.ED25519,
              SignatureAlgorithm.ML_DSA_44,
              SignatureAlgorithm.ML_DSA_65,
              SignatureAlgorithm.ML_DSA_87));

  private static final Set<SignatureAlgorithm> OF_RSA =
      EnumSet.range(SignatureAlgorithm.RS256, SignatureAlgorithm.PS512);

  private static final Duration LIFETIME = Duration.ofHours(12);

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");

  /** RSA keys, which take long to create, serve for all algorithms of RSA. */
  private final Map<Integer, KeyPair> rsaPairs = new HashMap<>();

  private final int tokens;
  private final int many;

  InputWriter(int tokens, int many) {
    this.tokens = tokens;
    this.many = many;
  }

  /**
   * Writes the file.
   *
   * @param args the file, and the names of the algorithms, by default of all that are compared and
   *     that this JDK has
   */
  public static void main(String[] args) throws IOException {
    List<String> names = Arrays.asList(args).subList(1, args.length);
    var unused =
        write(
            Path.of(args[0]),
            MANY,
            algorithm ->
                names.isEmpty()
                    || names.stream()
                        .anyMatch(name -> SignatureAlgorithm.named(name).contains(algorithm)));
  }

  /**
   * Signs new tokens, and writes the file.
   *
   * @param file the file
   * @param many the number of keys of the set with many
   * @param chosen takes the algorithms; those that this JDK does not have are left out
   * @return whether there are any
   * @throws IOException if the file cannot be written
   */
  public static boolean write(Path file, int many, Predicate<SignatureAlgorithm> chosen)
      throws IOException {
    List<SignatureAlgorithm> algorithms =
        COMPARED.stream().filter(SignatureAlgorithm::isAvailable).filter(chosen).toList();
    Files.writeString(file, new InputWriter(TOKENS, many).input(algorithms).text());
    return !algorithms.isEmpty();
  }

  /** Creates keys and tokens. */
  InputFile input(List<SignatureAlgorithm> algorithms) {
    List<TokenSet> sets = new ArrayList<>();
    for (SignatureAlgorithm algorithm : algorithms) {
      List<TestKey> keys = keys(algorithm);
      sets.add(set(ONE_KEY, keys.subList(0, 2), 1));
      sets.add(set(many + "-keys", keys, many));
    }
    return new InputFile(
        issuer.issuer(), TestIssuer.AUDIENCE, Instant.now().getEpochSecond(), List.copyOf(sets));
  }

  private List<TestKey> keys(SignatureAlgorithm algorithm) {
    return IntStream.range(0, Math.max(2, many))
        .mapToObj(number -> {
          String keyId = "key-" + number;
          if (!OF_RSA.contains(algorithm)) {
            return TestKey.generate(algorithm, keyId);
          }
          return TestKey.of(algorithm, keyId, rsaPairs.computeIfAbsent(number, any -> rsaPair()));
        })
        .toList();
  }

  private static KeyPair rsaPair() {
    TestKey key = TestKey.generate(SignatureAlgorithm.RS256, null);
    return new KeyPair(key.publicKey(), key.privateKey());
  }

  private TokenSet set(String regime, List<TestKey> keys, int signers) {
    List<Token> written = new ArrayList<>();
    for (int number = 0; number < tokens; number++) {
      TestKey signer = keys.get(number % signers);
      written.add(token(TokenKind.GOOD, signer, builder(signer, number).compact()));
    }
    altered(keys.get(0)).forEach(written::add);
    return new TokenSet(
        regime,
        keys.get(0).algorithm().joseName(),
        keys.stream().map(InputWriter::published).toList(),
        List.copyOf(written));
  }

  private static TokenSet.Key published(TestKey key) {
    // The name that all libraries know.
    String jwk = key.jwk().replace("\"alg\":\"Ed25519\"", "\"alg\":\"EdDSA\"");
    return new TokenSet.Key(keyId(key), key.publicKey().getEncoded(), jwk);
  }

  private static String keyId(TestKey key) {
    return String.valueOf(key.keyId());
  }

  private static Token token(TokenKind kind, TestKey signer, String compact) {
    return new Token(kind, keyId(signer), compact.getBytes(ISO_8859_1));
  }

  private TokenBuilder builder(TestKey signer, int number) {
    TokenBuilder builder =
        issuer
            .token()
            .signedBy(signer)
            .subject("user-" + number)
            .scope("orders:read", "orders:write")
            // The usual range of the other benchmarks, 50 to 250 characters.
            .claim("data", "x".repeat(50 + number * 67 % 201))
            .expiresIn(LIFETIME);
    return signer.algorithm() == SignatureAlgorithm.ED25519
        ? builder.header("alg", "EdDSA")
        : builder;
  }

  /** One token for each check that a program must make, otherwise like the good ones. */
  private Stream<Token> altered(TestKey signer) {
    String good = builder(signer, 0).compact();
    int signature = good.lastIndexOf('.') + 1;
    Stream.Builder<Token> altered = Stream.builder();
    for (int position : new int[] {signature, (signature + good.length()) / 2, good.length() - 3}) {
      altered.add(token(TokenKind.BAD_SIGNATURE, signer, flipped(good, position)));
    }
    String other = builder(signer, 1).compact();
    altered.add(
        token(
            TokenKind.BAD_SIGNATURE,
            signer,
            good.substring(0, signature) + other.substring(other.lastIndexOf('.') + 1)));
    String claims = Tampering.replaceClaims(good, "{\"sub\":\"user-1\"}");
    altered.add(token(TokenKind.BAD_PAYLOAD, signer, claims));
    altered.add(
        token(
            TokenKind.BAD_PAYLOAD,
            signer,
            good.substring(0, good.indexOf('.'))
                + other.substring(other.indexOf('.'), other.lastIndexOf('.'))
                + good.substring(signature - 1)));
    // Signed as the key demands, so that only a comparison of the header refuses it.
    String otherName = signer.algorithm() == SignatureAlgorithm.RS256 ? "RS384" : "RS256";
    altered.add(
        token(TokenKind.BAD_ALG, signer, builder(signer, 0).header("alg", otherName).compact()));
    altered.add(
        token(
            TokenKind.BAD_ALG,
            signer,
            builder(signer, 0).unsecured().header("kid", keyId(signer)).compact()));
    if (OF_RSA.contains(signer.algorithm())) {
      // Signed as the header says, by an algorithm that is not allowed.
      TestKey same =
          TestKey.of(
              SignatureAlgorithm.valueOf(otherName),
              signer.keyId(),
              new KeyPair(signer.publicKey(), signer.privateKey()));
      altered.add(token(TokenKind.BAD_ALG, signer, builder(same, 0).compact()));
    }
    altered.add(
        token(TokenKind.BAD_AUD, signer, builder(signer, 0).audience("other-api").compact()));
    altered.add(token(TokenKind.BAD_EXP, signer, builder(signer, 0).expired().compact()));
    return altered.build();
  }

  /** Changes one bit of a character that is not the last of its segment. */
  private static String flipped(String token, int position) {
    char[] characters = token.toCharArray();
    characters[position] = characters[position] == 'A' ? 'B' : 'A';
    return new String(characters);
  }
}
