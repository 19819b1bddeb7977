// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.DpopProofBuilder;
import org.jwtvalidation.testkit.TokenBuilder;

/** A request of a client, which tests change before they send it. */
public class Attempt implements BearerRequest {

  private final ProofScene scene;
  private final Map<String, List<String>> fields = new TreeMap<>();
  private DpopClient client;
  private String token;
  private String method = "GET";

  /** What the server sees behind its proxy. */
  private @Nullable String path = "/orders";

  private @Nullable X509Certificate certificate;
  private @Nullable InetAddress peer;

  Attempt(ProofScene scene) {
    this.scene = scene;
    this.client = scene.client;
    this.token = scene.issuer.token().boundTo(client).compact();
    authorization("DPoP " + token);
    proof(proof -> proof);
  }

  public DpopClient client() {
    return client;
  }

  public Instant now() {
    return scene.now;
  }

  public String token() {
    return token;
  }

  /** Another token in place of the one that is bound to the client, with its proof. */
  public Attempt token(UnaryOperator<TokenBuilder> change) {
    token = change.apply(scene.issuer.token()).compact();
    return authorization("DPoP " + token).proof(proof -> proof);
  }

  /** Another client, which sends a token that is bound to it. */
  public Attempt client(DpopClient other) {
    client = other;
    return token(any -> any.boundTo(other));
  }

  /** Another client, with the same token. */
  public Attempt thief(DpopClient other) {
    client = other;
    return proof(proof -> proof);
  }

  public Attempt authorization(String... values) {
    return field("Authorization", values);
  }

  public Attempt bearer() {
    return authorization("Bearer " + token);
  }

  /** A proof for the orders that is good but for a change. */
  public Attempt proof(UnaryOperator<DpopProofBuilder> change) {
    return proofs(newProof(change));
  }

  public String newProof(UnaryOperator<DpopProofBuilder> change) {
    DpopProofBuilder proof = client.proof("GET", ProofScene.ORDERS).at(scene.clock);
    return change.apply(proof.accessToken(token)).compact();
  }

  public Attempt proofs(String... values) {
    return field("DPoP", values);
  }

  public Attempt field(String name, String... values) {
    fields.put(name.toLowerCase(Locale.ROOT), List.of(values));
    return this;
  }

  public Attempt method(String name) {
    method = name;
    return this;
  }

  public Attempt path(String sent) {
    path = sent;
    return this;
  }

  /** Without a path, as in {@code OPTIONS *}. */
  public Attempt withoutPath() {
    path = null;
    return this;
  }

  public Attempt certificate(X509Certificate ofConnection) {
    certificate = ofConnection;
    return this;
  }

  public Attempt peer(String address) {
    peer = BearerRequest.address(address);
    return this;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public @Nullable String path() {
    return path;
  }

  @Override
  public List<String> headerValues(String name) {
    return fields.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }

  @Override
  public @Nullable X509Certificate clientCertificate() {
    return certificate;
  }

  @Override
  public @Nullable InetAddress peerAddress() {
    return peer;
  }
}
