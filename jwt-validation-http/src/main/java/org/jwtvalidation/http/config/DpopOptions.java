package org.jwtvalidation.http.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Configuration options of DPoP proofs, as text: those of {@link
 * org.jwtvalidation.http.pop.ProofOfPossession.Builder}. Without {@link #publicBase} no proofs are
 * checked.
 */
public interface DpopOptions {

  /**
   * Returns the URI by which clients reach the service.
   *
   * @return the URI for {@link org.jwtvalidation.http.pop.ProofOfPossession.Builder#dpop}
   */
  default Optional<URI> publicBase() {
    return Optional.empty();
  }

  /**
   * Returns the accepted algorithms of proofs, such as {@code ES256}.
   *
   * @return names for {@link org.jwtvalidation.jwk.SignatureAlgorithm#named}
   */
  default Optional<List<String>> algorithms() {
    return Optional.empty();
  }

  /**
   * Returns how far the time of a proof may be before or after now.
   *
   * @return the time for {@link org.jwtvalidation.http.pop.ProofOfPossession.Builder#window}
   */
  default Optional<Duration> window() {
    return Optional.empty();
  }

  /**
   * Returns how many clients' keys are kept.
   *
   * @return the number for {@link
   *     org.jwtvalidation.http.pop.ProofOfPossession.Builder#maxKnownKeys}
   */
  default OptionalInt maxKnownKeys() {
    return OptionalInt.empty();
  }

  /**
   * Returns how long the replay store may take.
   *
   * @return the time for {@link
   *     org.jwtvalidation.http.pop.ProofOfPossession.Builder#replayStoreTimeout}
   */
  default Optional<Duration> replayStoreTimeout() {
    return Optional.empty();
  }

  /**
   * Returns which nonces proofs need.
   *
   * @return the kind; none if it is missing
   */
  default Optional<DpopNonceKind> nonces() {
    return Optional.empty();
  }

  /**
   * Returns the secret of shared nonces. No message has it.
   *
   * @return at least 32 octets in base64
   */
  default Optional<String> nonceSecret() {
    return Optional.empty();
  }

  /**
   * Returns how long a nonce is the current one.
   *
   * @return the time for {@link org.jwtvalidation.http.pop.DpopNonces#withWindow}
   */
  default Optional<Duration> nonceWindow() {
    return Optional.empty();
  }
}
