// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;

/**
 * What the authorization of the protocol asks of a server (revision 2026-07-28), shown to a client
 * that sends messages as they are written there.
 */
public abstract class ServerContract {

  private static final Pattern METADATA = Pattern.compile("resource_metadata=\"([^\"]*)\"");

  private URI server;
  private TestIssuer issuer;
  private Session session;

  /** The scene of the server that runs. */
  protected abstract Scene scene();

  @BeforeEach
  void beginSession() throws Exception {
    server = scene().server();
    issuer = scene().issuer();
    session = Session.begin(server, reader().compact());
  }

  private TokenBuilder reader() {
    return issuer.token().subject("jo").scope("orders:read");
  }

  private String metadata() {
    return "http://localhost:" + server.getPort() + "/.well-known/oauth-protected-resource/mcp";
  }

  /** The challenge of the scheme Bearer, with these parameters after those of every challenge. */
  private String bearerChallenge(String parameters) {
    return "Bearer realm=\"api\", resource_metadata=\"" + metadata() + "\", " + parameters;
  }

  private void assertRefused(HttpResponse<String> response, int status, String parameters) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(Session.challenges(response))
        .hasSize(2)
        .satisfies(
            challenge -> assertThat(challenge).isEqualTo(bearerChallenge(parameters)), atIndex(0))
        .satisfies(challenge -> assertThat(challenge).startsWith("DPoP "), atIndex(1));
    assertThat(response.body()).doesNotContain("orders of", "cancelled");
  }

  @Test
  void asksForATokenAndNamesMetadataThatAgree() throws Exception {
    for (String message : List.of(Session.INITIALIZE, Session.LIST, Session.CANCEL, "{}")) {
      HttpResponse<String> missing = session.send(message);

      assertRefused(missing, 401, "scope=\"orders:read\"");
      assertThat(String.join(", ", Session.challenges(missing))).doesNotContain("error");
      Matcher named = METADATA.matcher(Session.challenges(missing).get(0));
      assertThat(named.find()).isTrue();
      HttpResponse<String> document = session.get(URI.create(named.group(1)));
      assertThat(document.statusCode()).isEqualTo(200);
      assertThat(document.headers().firstValue("Content-Type")).hasValue("application/json");
      assertThat(document.body())
          .contains("\"resource\":\"" + server + "\"")
          .contains("\"authorization_servers\":[\"" + issuer.issuer() + "\"]")
          .contains("\"bearer_methods_supported\":[\"header\"]");
    }
  }

  @Test
  void acceptsTokensForItsOwnUri() throws Exception {
    for (TokenBuilder token :
        List.of(
            reader(),
            reader().algorithm(SignatureAlgorithm.RS256).header("typ", "at+jwt"),
            reader().audience("https://other.example", server.toString()))) {
      HttpResponse<String> list = session.send(Session.LIST, Session.bearer(token.compact()));

      assertThat(list.statusCode()).as(list.body()).isEqualTo(200);
      assertThat(list.body()).contains("orders of jo");
      assertThat(Session.challenges(list)).isEmpty();
    }
  }

  @Test
  void refusesTokensThatAreNotValidHere() throws Exception {
    TestKey foreign = issuer.unpublishedKey(SignatureAlgorithm.ES256);
    Map<String, String> tokens = new TreeMap<>();
    tokens.put("another audience", reader().audience("https://other.example/mcp").compact());
    tokens.put("audience of the host", reader().audience("http://localhost").compact());
    tokens.put("audience with a slash", reader().audience(server + "/").compact());
    tokens.put("no audience", reader().withoutClaim("aud").compact());
    tokens.put("empty audience", reader().claim("aud", List.of()).compact());
    tokens.put("expired", reader().expired().compact());
    tokens.put("foreign key", reader().signedBy(foreign).compact());
    tokens.put(
        "foreign key, known ID",
        reader().signedBy(foreign).header("kid", issuer.key().keyId()).compact());
    tokens.put("another issuer", reader().claim("iss", "https://other.example").compact());
    tokens.put("not signed", reader().unsecured().compact());
    tokens.put("ID token", issuer.token().idToken(server.toString(), null).compact());
    tokens.put("no JWT", "opaque");
    for (Map.Entry<String, String> token : tokens.entrySet()) {
      for (String message : List.of(Session.INITIALIZE, Session.LIST, Session.CANCEL)) {
        HttpResponse<String> refused = session.send(message, Session.bearer(token.getValue()));

        assertThat(refused.statusCode()).as(token.getKey()).isEqualTo(401);
        assertRefused(refused, 401, "error=\"invalid_token\", scope=\"orders:read\"");
      }
    }
  }

  @Test
  void namesTheScopeOfTheToolThatWasCalled() throws Exception {
    String none = issuer.token().compact();
    String read = reader().compact();
    String write = issuer.token().scope("orders:write").compact();
    String both = issuer.token().subject("jo").scope("orders:read", "orders:write").compact();
    String ofList = "error=\"insufficient_scope\", scope=\"orders:read\"";
    String ofCancel = "error=\"insufficient_scope\", scope=\"orders:write\"";

    assertRefused(session.send(Session.LIST, Session.bearer(none)), 403, ofList);
    assertRefused(session.send(Session.LIST, Session.bearer(write)), 403, ofList);
    assertRefused(session.send(Session.CANCEL, Session.bearer(none)), 403, ofCancel);
    assertRefused(session.send(Session.CANCEL, Session.bearer(read)), 403, ofCancel);
    for (String token : List.of(write, both)) {
      HttpResponse<String> cancel = session.send(Session.CANCEL, Session.bearer(token));
      assertThat(cancel.statusCode()).isEqualTo(200);
      assertThat(cancel.body()).contains("cancelled 7");
    }
    HttpResponse<String> list = session.send(Session.LIST, Session.bearer(both));
    assertThat(list.body()).contains("orders of jo");
  }

  @Test
  void letsNoHeaderFieldChooseTheRule() throws Exception {
    String read = reader().compact();

    assertRefused(
        session.send(
            Session.CANCEL,
            "Authorization",
            "Bearer " + read,
            "Mcp-Method",
            "tools/call",
            "Mcp-Name",
            "listOrders"),
        403,
        "error=\"insufficient_scope\", scope=\"orders:write\"");
  }

  @Test
  void readsNoTokenFromUrlOrBody() throws Exception {
    String token = "access_token=" + reader().compact();

    assertRefused(
        session.sendTo(URI.create(server + "?" + token), Session.LIST),
        401,
        "scope=\"orders:read\"");
    assertRefused(
        session.send(token, "Content-Type", "application/x-www-form-urlencoded"),
        401,
        "scope=\"orders:read\"");
    assertRefused(session.send(Session.LIST, "Cookie", token), 401, "scope=\"orders:read\"");
  }

  @Test
  void takesNoAddressFromTheRequest() throws Exception {
    RawAnswers raw = new RawAnswers(scene().port(), session.field());
    String read = "Authorization: Bearer " + reader().compact();

    RawAnswers.Answer missing = raw.post(Session.LIST);
    assertThat(missing.status()).isEqualTo(401);
    RawAnswers.Answer insufficient = raw.post(Session.CANCEL, read);
    assertThat(insufficient.status()).isEqualTo(403);
    RawAnswers.Answer document = raw.get(URI.create(metadata()).getPath());
    assertThat(document.status()).isEqualTo(200);
    for (String forged : RawAnswers.FORGED) {
      assertThat(raw.post(Session.LIST, forged)).as(forged).isEqualTo(missing);
      assertThat(raw.post(Session.CANCEL, read, forged)).as(forged).isEqualTo(insufficient);
      assertThat(raw.get(URI.create(metadata()).getPath(), forged)).as(forged).isEqualTo(document);
    }
  }

  @Test
  void checksProofsOfPossession() throws Exception {
    ProofContract.check(scene(), session);
  }
}
