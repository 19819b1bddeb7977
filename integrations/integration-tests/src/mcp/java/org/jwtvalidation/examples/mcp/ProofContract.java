// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.DpopProofBuilder;

/** What a server says to good and bad proofs (RFC 9449), one of each kind. */
final class ProofContract {

  /** Enough for a busy machine, and less than a proof may be wrong by. */
  private static final Duration SLACK = Duration.ofSeconds(50);

  private static final Duration WINDOW = Duration.ofMinutes(5);

  private final URI server;
  private final Session session;
  private final DpopClient client = DpopClient.create();
  private final String token;

  private ProofContract(Scene scene, Session session) {
    this.server = scene.server();
    this.session = session;
    this.token =
        scene.issuer().token().subject("jo").scope("orders:read").boundTo(client).compact();
  }

  static void check(Scene scene, Session session) throws Exception {
    ProofContract contract = new ProofContract(scene, session);
    contract.acceptsGoodProofs();
    contract.refusesBadProofs();
    contract.refusesBoundTokensWithoutProof();
    contract.asksForTheScopeOfATool();
  }

  private DpopProofBuilder proof() {
    return client.proof("POST", server).accessToken(token);
  }

  private DpopProofBuilder proofOf(Duration fromNow) {
    return proof().issuedAt(Instant.now().plus(fromNow));
  }

  private HttpResponse<String> list(String... proofs) throws Exception {
    String[] fields = new String[2 + 2 * proofs.length];
    fields[0] = "Authorization";
    fields[1] = "DPoP " + token;
    for (int i = 0; i < proofs.length; i++) {
      fields[2 + 2 * i] = "DPoP";
      fields[3 + 2 * i] = proofs[i];
    }
    return session.send(Session.LIST, fields);
  }

  private void acceptsGoodProofs() throws Exception {
    for (DpopProofBuilder good :
        List.of(proof(), proofOf(WINDOW.minus(SLACK).negated()), proofOf(WINDOW.minus(SLACK)))) {
      HttpResponse<String> accepted = list(good.compact());
      assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(200);
      assertThat(accepted.body()).contains("orders of jo");
    }
  }

  private void refusesBadProofs() throws Exception {
    String used = proof().compact();
    assertThat(list(used).statusCode()).isEqualTo(200);
    DpopClient thief = DpopClient.create();
    Map<String, String> bad = new LinkedHashMap<>();
    bad.put("used before", used);
    bad.put("method", client.proof("GET", server).accessToken(token).compact());
    bad.put("path", client.proof("POST", URI.create(server + "2")).accessToken(token).compact());
    bad.put(
        "host",
        client.proof("POST", URI.create("http://evil.example/mcp")).accessToken(token).compact());
    bad.put("token", client.proof("POST", server).accessToken("another").compact());
    bad.put("no token", client.proof("POST", server).compact());
    bad.put("signature", proof().signedBy(thief.key()).compact());
    bad.put("not signed", proof().unsecured().compact());
    bad.put("typ", proof().header("typ", "JWT").compact());
    bad.put("no jti", proof().withoutClaim("jti").compact());
    bad.put("no iat", proof().withoutClaim("iat").compact());
    bad.put("old", proofOf(WINDOW.plus(SLACK).negated()).compact());
    bad.put("future", proofOf(WINDOW.plus(SLACK)).compact());
    bad.put("private key", proof().exposingPrivateKey().compact());
    bad.put("no JWT", "opaque");
    for (Map.Entry<String, String> each : bad.entrySet()) {
      assertRefused(each.getKey(), list(each.getValue()), "invalid_dpop_proof");
    }
    String ofThief = thief.proof("POST", server).accessToken(token).compact();
    assertRefused("of another client", list(ofThief), "invalid_token");
    assertRefused("missing", list(), "invalid_dpop_proof");
    assertRefused("two", list(proof().compact(), proof().compact()), "invalid_dpop_proof");
  }

  private void refusesBoundTokensWithoutProof() throws Exception {
    HttpResponse<String> asBearer = session.send(Session.LIST, Session.bearer(token));
    assertThat(asBearer.statusCode()).isEqualTo(401);
    assertThat(asBearer.body()).doesNotContain("orders of");
    assertThat(Session.challenges(asBearer)).first().asString().contains("error=\"invalid_token\"");
  }

  private void asksForTheScopeOfATool() throws Exception {
    HttpResponse<String> refused =
        session.send(Session.CANCEL, "Authorization", "DPoP " + token, "DPoP", proof().compact());
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(Session.challenges(refused))
        .filteredOn(challenge -> challenge.startsWith("DPoP "))
        .singleElement()
        .asString()
        .contains("error=\"insufficient_scope\"", "scope=\"orders:write\"");
  }

  private static void assertRefused(String as, HttpResponse<String> response, String error) {
    assertThat(response.statusCode()).as(as).isEqualTo(401);
    assertThat(response.body()).as(as).doesNotContain("orders of");
    assertThat(Session.challenges(response))
        .as(as)
        .filteredOn(challenge -> challenge.startsWith("DPoP "))
        .singleElement()
        .asString()
        .contains("error=\"" + error + "\"", "algs=\"", "resource_metadata=\"");
  }
}
