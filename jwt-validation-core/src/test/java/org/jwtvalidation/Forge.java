// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Creates a token and applies a list of edits on the way: to the JSON texts, to their base64url
 * encodings, and, once that is signed, to the token. Texts have one character for each octet.
 */
public final class Forge {

  /** What is changed; from {@link #TOKEN} on, after signing. */
  private enum Part {
    HEADER,
    CLAIMS,
    ENCODED_HEADER,
    ENCODED_CLAIMS,
    TOKEN,
    SIGNATURE,
    WIDER_CHARACTER;

    static final Part[] ALL = values();
  }

  /** So many octets off at a place, and these on. */
  private record Edit(Part part, int at, int off, String on) {

    String of(String text) {
      // A long text is reached to its end, if not at each place.
      int from = text.length() < 256 ? at % (text.length() + 1) : at * (text.length() + 1) / 256;
      int to = Math.min(text.length(), from + off);
      return text.substring(0, from) + on + text.substring(to);
    }
  }

  private static final int MAX_EDITS = 24;
  private static final int LONGEST_SPELLED = 32;

  /** What would take long to be spelled by chance. */
  private static final List<String> PHRASES =
      List.of(
          "\"alg\":\"none\",",
          "\"alg\":\"RS256\",",
          "\"alg\":\"PS512\",",
          "\"alg\":\"ES256\",",
          "\"alg\":\"HS256\",",
          "\"typ\":\"JWT\",",
          "\"typ\":\"application/AT+jwt\",",
          "\"typ\":\"logout+jwt\",",
          "\"typ\":\"Bearer\",",
          "\"kid\":\"ES256\",",
          "\"kid\":null,",
          "\"crit\":[\"exp\"],",
          "\"b64\":false,",
          "\"jwk\":{},",
          "\"jku\":\"https://issuer.example/jwks\",",
          "\"x5c\":[],",
          "\"cty\":\"JWT\",",
          "\"zip\":\"DEF\",",
          "\"iss\":\"https://other.example\",",
          "\"aud\":[\"x\",\"test-api\",\"client\"],",
          "\"exp\":1e10,",
          "\"exp\":1772366340.5,",
          "\"exp\":99999999999999999999,",
          "\"nbf\":1772366460,",
          "\"nbf\":null,",
          "\"iat\":-1,",
          "\"azp\":\"client\",",
          "\"nonce\":\"n-1\",",
          "\"token_use\":\"id\",",
          "\"at_hash\":\"\",",
          "\"cnf\":{},",
          "\"events\":{},",
          "\"scope\":[],",
          "\"scp\":[\"read\"],",
          "\"jti\":7,",
          "\"groups\":[\"\"],",
          "\"roles\":{},",
          "\"x\":{\"x\":[1,2.50,-0,\"\\u0000\\ud83d\\ude00\",true,null]},",
          "\"x\":123456789012345678901234567890,",
          "\"\\u0073ub\":\"x\",",
          // A byte order mark, half a pair of surrogates, and NUL in two octets.
          "\u00ef\u00bb\u00bf",
          "\\ud800",
          "\u00c0\u0080",
          "[[[[[[[[[[[[[[[[[",
          "/**/",
          "NaN",
          "\r\n",
          "==",
          "..",
          "+",
          "/",
          "Bearer ");

  private final List<Edit> edits = new ArrayList<>();

  /** Reads the edits from {@code from} on: which part, at what place, how many off, what on. */
  public Forge(byte[] input, int from) {
    int next = from;
    while (next + 4 <= input.length && edits.size() < MAX_EDITS) {
      Part part = Part.ALL[Math.floorMod(input[next] - 'A', Part.ALL.length)];
      int at = Math.floorMod(input[next + 1] - '0', 256);
      int off = Math.floorMod(input[next + 2] - '0', 64);
      int on = Math.floorMod(input[next + 3] - '0', LONGEST_SPELLED + PHRASES.size());
      next += 4;
      if (on < LONGEST_SPELLED) {
        int end = Math.min(input.length, next + on);
        edits.add(new Edit(part, at, off, new String(input, next, end - next, ISO_8859_1)));
        next = end;
      } else {
        edits.add(new Edit(part, at, off, PHRASES.get(on - LONGEST_SPELLED)));
      }
    }
  }

  /** Whether nothing is changed at all. */
  public boolean isHonest() {
    return edits.isEmpty();
  }

  /** What is to be signed: header and claims, changed and encoded. */
  public String signingInput(String header, String claims) {
    return edited(Part.ENCODED_HEADER, encoded(edited(Part.HEADER, header)))
        + "."
        + edited(Part.ENCODED_CLAIMS, encoded(edited(Part.CLAIMS, claims)));
  }

  /** The token under its signature, changed. */
  public String token(String signingInput, byte[] signature) {
    String signed = edited(Part.SIGNATURE, new String(signature, ISO_8859_1));
    return applied(
        Part.WIDER_CHARACTER,
        edited(Part.TOKEN, signingInput + "." + encoded(signed)),
        Forge::widened);
  }

  private String edited(Part part, String text) {
    return applied(part, text, Edit::of);
  }

  private interface Change {
    String apply(Edit edit, String text);
  }

  private String applied(Part part, String text, Change change) {
    String changed = text;
    for (Edit edit : edits) {
      if (edit.part == part) {
        changed = change.apply(edit, changed);
      }
    }
    return changed;
  }

  /** With one character replaced by another whose low octet is the same. */
  private static String widened(Edit edit, String text) {
    if (text.isEmpty()) {
      return text;
    }
    int at = edit.at * text.length() / 256;
    char wider = (char) (text.charAt(at) + 256 * (1 + edit.off));
    return text.substring(0, at) + wider + text.substring(at + 1);
  }

  private static String encoded(String octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets.getBytes(ISO_8859_1));
  }
}
