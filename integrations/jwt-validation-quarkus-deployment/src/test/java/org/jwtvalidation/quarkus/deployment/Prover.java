// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.DpopProofBuilder;

/** A client whose token is bound to its key. */
final class Prover {

  /** By which clients reach the application under test. */
  static final String PUBLIC_BASE = "https://api.example";

  final DpopClient client = DpopClient.create();
  final String token;

  Prover(String... scopes) {
    token = Issuer.ISSUER.token().subject("jo").scope(scopes).boundTo(client).compact();
  }

  static URI uri(String path) {
    return URI.create(PUBLIC_BASE + path);
  }

  DpopProofBuilder proof(String path) {
    return client.proof("GET", uri(path)).accessToken(token);
  }

  /** The answer to a request with a new proof. */
  HttpResponse<String> get(String path) {
    return get(path, proof -> proof);
  }

  /** The answer to a request with a new proof that is good but for a change. */
  HttpResponse<String> get(String path, UnaryOperator<DpopProofBuilder> change) {
    return get(path, change.apply(proof(path)).compact());
  }

  HttpResponse<String> get(String path, String proof) {
    return Client.get(path, "DPoP " + token, List.of("DPoP", proof));
  }

  CompletableFuture<HttpResponse<String>> send(String path) {
    return Client.sendWith(path, "DPoP " + token, List.of("DPoP", proof(path).compact()));
  }
}
