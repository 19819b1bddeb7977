// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FieldsRequest;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenRejectedException;

/** Options about what scopes imply and what challenges say, and the profile of RFC 9068. */
@Timeout(300)
class ScopeConfigurationTest {

  private static final String IMPLIED = "jwt-validation.issuers.shop.implied-scopes: ";

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");

  private static ResourceServerConfiguration configuration(String... lines) {
    List<String> all = new ArrayList<>(List.of(lines));
    all.add("issuers.shop.url=https://issuer.example");
    all.add("issuers.shop.audience=" + TestIssuer.AUDIENCE);
    return new ResourceServerConfiguration(TextOptions.of(all.toArray(String[]::new)));
  }

  private TokenValidator validator(ResourceServerConfiguration configuration) {
    return configuration
        .validator((name, config) -> config.keySource(issuer.keySource()), null)
        .build();
  }

  private List<String> scopes(String implied, String... granted) {
    try (TokenValidator validator =
        validator(configuration("issuers.shop.implied-scopes=" + implied))) {
      return List.copyOf(validator.validate(issuer.token().scope(granted).compact()).scopes());
    }
  }

  private void fails(String implied, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scopes(implied, "any"))
        .withMessage(IMPLIED + message);
  }

  @Test
  void readsWhatScopesImply() {
    String declared = "admin > write list, write > read ,  boss   >  admin";
    assertThat(scopes(declared, "admin")).containsExactly("admin", "write", "list", "read");
    assertThat(scopes(declared, "boss"))
        .containsExactlyInAnyOrder("boss", "admin", "write", "list", "read");
    assertThat(scopes(declared, "read", "x")).containsExactly("read", "x");
    assertThat(scopes("admin > write,admin > read", "admin"))
        .as("one scope in two declarations")
        .containsExactlyInAnyOrder("admin", "write", "read");
  }

  /** RFC 6749 section 3.3 allows both signs in a scope token. */
  @Test
  void readsScopesThatHaveTheSignsOfTheSyntax() {
    assertThat(scopes("a>b > c>", "a>b")).containsExactly("a>b", "c>");
    assertThat(scopes("> > read", ">")).containsExactly(">", "read");
    assertThat(scopes("a\\,b > c\\,d e", "a,b")).containsExactly("a,b", "c,d", "e");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "admin",
        ">",
        "admin >",
        "> read",
        "admin read",
        "admin write read",
        "admin>read",
        "admin> read",
        "admin >read",
        "admin = read",
        "admin >> read",
        "admin > > read",
        "admin > write > read",
        "read write > admin"
      })
  void refusesWhatIsNoDeclaration(String text) {
    String problem = " does not say what a scope implies; write it as admin > write read, with";
    fails(text, "\"" + text + "\"" + problem + " spaces around the one sign");
    fails("admin > write," + text, "\"" + text + "\"" + problem + " spaces around the one sign");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      textBlock =
          """
          admin > a"b -> "a\\u0022b" is not a scope token of RFC 6749 section 3.3; use visible ASCII characters without space, quotation mark and backslash
          ad\\min > read -> "ad\\u005cmin" is not a scope token of RFC 6749 section 3.3; use visible ASCII characters without space, quotation mark and backslash
          admin > lesen-für-alle -> "lesen-f\\u00fcr-alle" is not a scope token of RFC 6749 section 3.3; use visible ASCII characters without space, quotation mark and backslash
          admin > admin -> admin implies itself, by [admin]; leave out one of these steps
          admin > write,write > read list,read > admin -> admin implies itself, by [admin, write, read]; leave out one of these steps
          """)
  void namesWhatCannotImply(String implied, String problem) {
    fails(implied, problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "admin\t>\tread",
        "admin\n> read",
        "admin\u0000",
        "admin\u001b[31m read",
        "a\u007f",
        "a\u2028b"
      })
  void showsNoControlCharacters(String implied) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scopes(implied, "any"))
        .withMessageStartingWith(IMPLIED + "\"a")
        .withMessageMatching("[ -~]+ does not say what a scope implies; [ -~]+");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scopes("admin > " + implied.replace(' ', '-').replace('>', '-'), "any"))
        .withMessageStartingWith(IMPLIED + "\"a")
        .withMessageMatching("[ -~]+ is not a scope token of RFC 6749 section 3.3; [ -~]+");
  }

  @Test
  void boundsThem() {
    String some = IntStream.range(1, 256).mapToObj(i -> "s" + i).collect(Collectors.joining(" "));
    assertThat(scopes("all > " + some, "all")).hasSize(256);
    fails("all > " + some + " one", "257 scopes are more than 256; leave some out");
  }

  @Test
  void requiresTheProfileOfAccessTokens() {
    try (TokenValidator validator = validator(configuration("issuers.shop.rfc9068=true"))) {
      TokenBuilder complete =
          issuer.token().header("typ", "at+jwt").claim("client_id", "web").claim("jti", "1");
      assertThat(validator.validate(complete.compact()).clientId()).isEqualTo("web");
      assertRejected(validator, complete.header("typ", "JWT"), Reason.TYPE_MISMATCH);
      assertRejected(
          validator,
          complete.header("typ", "at+jwt").withoutClaim("client_id"),
          Reason.CLAIM_MISSING);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            validator(configuration("issuers.shop.rfc9068=true", "issuers.shop.client-claim=cid")))
        .withMessage(
            "jwt-validation.issuers.shop.client-claim: set while tokens of RFC 9068 are required; drop it,"
                + " or rfc9068");
  }

  private static void assertRejected(TokenValidator validator, TokenBuilder token, Reason reason) {
    assertThatExceptionOfType(TokenRejectedException.class)
        .isThrownBy(() -> validator.validate(token.compact()))
        .extracting(rejected -> rejected.rejection().reason())
        .isEqualTo(reason);
  }

  private BearerAnswer unauthenticated(AccessRule rule, String... lines) {
    ResourceServerConfiguration configuration = configuration(lines);
    try (TokenValidator validator = validator(configuration)) {
      BearerAuthenticator bearer = configuration.authenticator(validator, null).build();
      return bearer.authenticate(FieldsRequest.of(), rule);
    }
  }

  @Test
  void namesScopesInChallenges() {
    String challenge = "Bearer realm=\"api\"";
    assertThat(unauthenticated(AccessRule.anyToken()))
        .isEqualTo(new BearerAnswer.Challenged(401, List.of(challenge)));
    assertThat(unauthenticated(AccessRule.anyToken(), "challenge-scopes=read,list"))
        .isEqualTo(new BearerAnswer.Challenged(401, List.of(challenge + ", scope=\"read list\"")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      textBlock =
          """
          ''       -> ''
          read,    -> ''
          a b      -> a b
          read,a"b -> a\\u0022b
          für      -> f\\u00fcr
          """)
  void refusesWhatIsNoScope(String scopes, String shown) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> unauthenticated(AccessRule.anyToken(), "challenge-scopes=" + scopes))
        .withMessage(
            "jwt-validation.challenge-scopes: \""
                + shown
                + "\" is not a scope token of RFC 6749 section 3.3; use visible ASCII characters"
                + " without space, quotation mark and backslash, one scope for each argument");
  }
}
