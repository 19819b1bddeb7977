// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jwtvalidation.benchmark.nativecode.TokenSet.Token;

/**
 * The file that every program reads. It has one fact a line, so that a program in C needs no
 * library to read it.
 *
 * @param issuer the only issuer
 * @param audience the audience that is checked
 * @param clock when the file was written, in seconds since 1970
 * @param sets the keys and tokens
 */
record InputFile(String issuer, String audience, long clock, List<TokenSet> sets) {

  /** How long programs use a file, in seconds: less than its tokens are valid. */
  static final long USABLE = 39_600;

  private static final String FIRST_LINE = "jwt-validation-native 1";
  private static final String LAST_LINE = "end";

  /** Finds a set. */
  Optional<TokenSet> set(String regime, String algorithm) {
    return sets.stream()
        .filter(set -> set.regime().equals(regime) && set.algorithm().equals(algorithm))
        .findFirst();
  }

  /** Writes all lines. */
  String text() {
    StringBuilder text = new StringBuilder();
    line(text, FIRST_LINE);
    line(text, "issuer", issuer);
    line(text, "audience", audience);
    line(text, "clock", Long.toString(clock));
    for (TokenSet set : sets) {
      line(text, "set", set.regime(), set.algorithm());
      for (TokenSet.Key key : set.keys()) {
        line(text, "key", key.id(), base64url(key.spki()), base64url(key.jwk().getBytes(UTF_8)));
      }
      for (Token token : set.tokens()) {
        line(text, "token", token.kind().word(), token.keyId(), token.compact());
      }
    }
    line(text, LAST_LINE);
    return text.toString();
  }

  private static void line(StringBuilder text, String... words) {
    text.append(String.join(" ", words)).append('\n');
  }

  private static String base64url(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }

  /** Reads all lines. */
  static InputFile parse(Stream<String> lines) {
    Parsing parsing = new Parsing();
    lines.forEachOrdered(parsing::read);
    return parsing.result();
  }

  private static final class Parsing {

    private final List<TokenSet> sets = new ArrayList<>();
    private String issuer = "";
    private String audience = "";
    private long clock;
    private int number;
    private boolean complete;

    private void read(String line) {
      number++;
      String[] words = line.split(" ", -1);
      if (complete || (number == 1) != line.equals(FIRST_LINE)) {
        throw wrong(words[0]);
      }
      switch (words[0] + " " + (words.length - 1)) {
        case "jwt-validation-native 1" -> {}
        case "issuer 1" -> issuer = words[1];
        case "audience 1" -> audience = words[1];
        case "clock 1" -> clock = Long.parseLong(words[1]);
        case "set 2" ->
            sets.add(new TokenSet(words[1], words[2], new ArrayList<>(), new ArrayList<>()));
        case "key 3" ->
            current(words[0])
                .keys()
                .add(
                    new TokenSet.Key(
                        words[1], decoded(words[2]), new String(decoded(words[3]), UTF_8)));
        case "token 3" ->
            current(words[0])
                .tokens()
                .add(new Token(TokenKind.of(words[1]), words[2], words[3].getBytes(ISO_8859_1)));
        case "end 0" -> complete = true;
        default -> throw wrong(words[0]);
      }
    }

    private TokenSet current(String word) {
      if (sets.isEmpty()) {
        throw wrong(word);
      }
      return sets.get(sets.size() - 1);
    }

    private IllegalArgumentException wrong(String word) {
      return new IllegalArgumentException("line " + number + ": unexpected " + word);
    }

    private InputFile result() {
      if (!complete) {
        throw new IllegalArgumentException("line " + number + ": not the last line");
      }
      return new InputFile(issuer, audience, clock, List.copyOf(sets));
    }

    private static byte[] decoded(String base64url) {
      return Base64.getUrlDecoder().decode(base64url);
    }
  }
}
