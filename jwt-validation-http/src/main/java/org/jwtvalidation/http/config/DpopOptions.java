// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.DpopNonces;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * Configuration options of DPoP proofs, as text. Without {@link #publicBase} no proofs are checked.
 */
public interface DpopOptions {

  /**
   * {@return the URI by which clients reach the service: {@link ProofOfPossession.Builder#dpop}}
   */
  @Nullable URI publicBase();

  /**
   * {@return the accepted algorithms of proofs, by the names of {@link SignatureAlgorithm#named}:
   * {@link ProofOfPossession.Builder#algorithms}}
   */
  @Nullable List<String> algorithms();

  /**
   * {@return how far the time of a proof may be from now: {@link ProofOfPossession.Builder#window}}
   */
  @Nullable Duration window();

  /** {@return how many clients' keys are kept: {@link ProofOfPossession.Builder#maxKnownKeys}} */
  @Nullable Integer maxKnownKeys();

  /**
   * {@return how long the replay store may take: {@link
   * ProofOfPossession.Builder#replayStoreTimeout}}
   */
  @Nullable Duration replayStoreTimeout();

  /**
   * {@return which nonces proofs need, by default none: {@link ProofOfPossession.Builder#nonces}}
   */
  @Nullable DpopNonceKind nonces();

  /** {@return the secret of {@link DpopNonces#shared}, in base64} No message has it. */
  @Nullable String nonceSecret();

  /** {@return how long a nonce is the current one: {@link DpopNonces#withWindow}} */
  @Nullable Duration nonceWindow();

  /** The rows; in a class, since an interface has public fields only. */
  final class Rows {

    /** The rows of the builder. */
    static final List<Option<DpopOptions, ProofOfPossession.Builder, ?>> BUILDER =
        List.of(
            Option.algorithms(
                "algorithms", DpopOptions::algorithms, ProofOfPossession.Builder::algorithms),
            new Option<>("window", DpopOptions::window, ProofOfPossession.Builder::window),
            new Option<>(
                "max-known-keys",
                DpopOptions::maxKnownKeys,
                ProofOfPossession.Builder::maxKnownKeys),
            new Option<>(
                "replay-store-timeout",
                DpopOptions::replayStoreTimeout,
                ProofOfPossession.Builder::replayStoreTimeout));

    /** The rows of {@link DpopNonces}, which are made of all of them. */
    static final List<Option<DpopOptions, Void, ?>> NONCES =
        List.of(
            ofNonces("nonces", DpopOptions::nonces),
            ofNonces("nonce-secret", DpopOptions::nonceSecret),
            ofNonces("nonce-window", DpopOptions::nonceWindow));

    private static <T> Option<DpopOptions, Void, T> ofNonces(
        String key, Function<DpopOptions, @Nullable T> value) {
      return new Option<>(key, value, (none, given) -> {});
    }

    private Rows() {}
  }
}
