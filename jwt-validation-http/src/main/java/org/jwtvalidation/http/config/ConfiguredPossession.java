// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.DpopNonces;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.jwk.SignaturePolicy;

/**
 * The check of proofs of possession that options describe.
 *
 * @param section the place of the options
 */
record ConfiguredPossession(PopOptions options, Section section) {

  /**
   * The check, or null if the options have none.
   *
   * @param store where DPoP proofs are remembered, or null for memory
   * @throws IllegalArgumentException if an option is wrong, or contradicts another
   */
  @Nullable ProofOfPossession check(SignaturePolicy policy, @Nullable ReplayStore store) {
    ProofOfPossession.Builder check = ProofOfPossession.builder();
    boolean isDpop = setDpop(check, policy, store);
    Set<InetAddress> proxies = proxies();
    if (!proxies.isEmpty()) {
      check.mutualTlsBehind(proxies::contains);
    }
    if (options.mutualTls()) {
      section.run("mutual-tls", check::mutualTls);
    }
    if (isDpop || options.mutualTls() || !proxies.isEmpty()) {
      if (options.required()) {
        section.run("required", check::required);
      }
      return check.build();
    }
    if (options.required()) {
      throw section.failure(
          "required",
          "set without a proof to check",
          "set dpop.public-base or mutual-tls, or drop this");
    }
    return null;
  }

  private boolean setDpop(
      ProofOfPossession.Builder check, SignaturePolicy policy, @Nullable ReplayStore store) {
    DpopOptions dpop = options.dpop();
    Section ofDpop = section.below("dpop");
    if (dpop.publicBase() == null) {
      String problem = "set without dpop.public-base, so that no proofs are checked";
      String remedy = "set that, too, or drop this";
      ofDpop.refuse(DpopOptions.Rows.BUILDER, dpop, problem, remedy);
      ofDpop.refuse(DpopOptions.Rows.NONCES, dpop, problem, remedy);
      return false;
    }
    ofDpop.set("public-base", dpop.publicBase(), check::dpop);
    ofDpop.set(DpopOptions.Rows.BUILDER, dpop, check);
    check.signaturePolicy(policy);
    if (store != null) {
      check.replayStore(store);
    }
    DpopNonces nonces = nonces(dpop, ofDpop);
    if (nonces != null) {
      check.nonces(nonces);
    }
    return true;
  }

  private static @Nullable DpopNonces nonces(DpopOptions dpop, Section ofDpop) {
    DpopNonceKind kind = dpop.nonces();
    if (kind != DpopNonceKind.SHARED && dpop.nonceSecret() != null) {
      throw ofDpop.failure(
          "nonce-secret", "set without shared nonces", "set nonces=shared, or drop it");
    }
    if (kind == null || kind == DpopNonceKind.NONE) {
      if (dpop.nonceWindow() != null) {
        throw ofDpop.failure(
            "nonce-window", "set without nonces", "set nonces=random or nonces=shared, or drop it");
      }
      return null;
    }
    DpopNonces nonces =
        kind == DpopNonceKind.RANDOM ? DpopNonces.random() : shared(dpop.nonceSecret(), ofDpop);
    Duration window = dpop.nonceWindow();
    return window == null ? nonces : ofDpop.get("nonce-window", () -> nonces.withWindow(window));
  }

  /** Complaints have neither the secret nor what a decoder says of its characters. */
  private static DpopNonces shared(@Nullable String secret, Section ofDpop) {
    String remedy = "give at least 32 octets from a secure source of random numbers in base64";
    if (secret == null) {
      throw ofDpop.failure("nonce-secret", "none given for nonces=shared", remedy);
    }
    byte[] octets;
    try {
      octets = Base64.getDecoder().decode(secret);
    } catch (IllegalArgumentException e) {
      throw ofDpop.failure("nonce-secret", "the secret is not base64", remedy);
    }
    return ofDpop.get("nonce-secret", () -> DpopNonces.shared(octets));
  }

  private Set<InetAddress> proxies() {
    Set<InetAddress> proxies = new HashSet<>();
    List<String> given = options.mutualTlsProxies();
    for (String proxy : given == null ? List.<String>of() : given) {
      InetAddress address = BearerRequest.address(proxy);
      if (address == null) {
        throw section.failure(
            "mutual-tls-proxies",
            proxy + " is not an IP address",
            "give the one from which the proxy connects");
      }
      proxies.add(address);
    }
    return proxies;
  }
}
