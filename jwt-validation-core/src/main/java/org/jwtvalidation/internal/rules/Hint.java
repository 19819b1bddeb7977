// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.Collection;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What would have been right in place of a rejected token, for the log of this service. It is
 * turned into text only if it is logged, and has none of the token.
 */
public record Hint(Supplier<String> text) {

  static final Hint ID_TOKEN =
      new Hint("this is an ID token, which is for the client; send the access token");

  static final Hint OTHER_KIND =
      new Hint("this is a token for another purpose, such as a logout; send the access token");

  static final Hint OPAQUE =
      new Hint(
          "this is no JWT, perhaps an opaque token; ask the issuer for a JWT, often by naming an"
              + " audience or an API in the request for the token");

  static final Hint TEXT_AROUND =
      new Hint("pass the token alone, without authentication scheme and white space");

  static final Hint SYMMETRIC =
      new Hint(
          "a token with HS256, HS384 or HS512 is checked with the secret that signs; let the issuer"
              + " sign with a private key, for example by RS256 or ES256");

  static final Hint BOUND =
      new Hint(
          "the token is bound to a key; send it with a proof by DPoP, or over the client's mutual"
              + " TLS, and have that checked by ProofOfPossession or"
              + " senderConstraintCheckedElsewhere()");

  public static final Hint KEY_OF_ANOTHER_ISSUER =
      new Hint("the key names another issuer in its member issuer");

  /** A service may trust thousands of issuers. */
  private static final int MOST = 20;

  Hint(String text) {
    this(() -> text);
  }

  /** One of the configured values is expected. */
  public static Hint oneOf(Collection<String> values) {
    return new Hint(() ->
        values.stream()
            .sorted()
            .limit(MOST)
            .collect(
                Collectors.joining(
                    ", ",
                    "expected one of [",
                    values.size() > MOST ? ", ... of " + values.size() + "]" : "]")));
  }

  /**
   * How far a time is from this service's clock.
   *
   * @param claim the time
   * @param ahead the milliseconds by which it is in the future, negative if it is in the past
   * @param leeway in milliseconds
   */
  static Hint clock(String claim, long ahead, long leeway) {
    return new Hint(() ->
        claim
            + (ahead > 0
                ? " is " + seconds(ahead) + " s ahead of the clock of this service"
                : " was " + seconds(-ahead) + " s ago by the clock of this service")
            + ", and the leeway is "
            + leeway / 1000
            + " s; if that surprises, compare the clock with the issuer's");
  }

  private static long seconds(long millis) {
    return (millis + 999) / 1000;
  }

  @Override
  public String toString() {
    return text.get();
  }
}
