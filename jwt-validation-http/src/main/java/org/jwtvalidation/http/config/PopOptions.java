package org.jwtvalidation.http.config;

import java.util.List;
import java.util.Optional;

/**
 * Configuration options of proofs of possession, as text: those of {@link
 * org.jwtvalidation.http.pop.ProofOfPossession.Builder}. If neither DPoP nor mutual TLS is switched
 * on, nothing is checked and bound tokens are refused.
 */
public interface PopOptions {

  /**
   * Returns the options of DPoP ({@code dpop.*}).
   *
   * @return the options
   */
  default DpopOptions dpop() {
    return new DpopOptions() {};
  }

  /**
   * Returns whether {@link org.jwtvalidation.http.pop.ProofOfPossession.Builder#mutualTls} is
   * called.
   *
   * @return false if the option is not set
   */
  default boolean mutualTls() {
    return false;
  }

  /**
   * Returns the proxies that pass on the certificates of clients.
   *
   * @return IP addresses, of which {@link
   *     org.jwtvalidation.http.pop.ProofOfPossession.Builder#mutualTlsBehind} is told; not called
   *     if there is none
   */
  default Optional<List<String>> mutualTlsProxies() {
    return Optional.empty();
  }

  /**
   * Returns whether {@link org.jwtvalidation.http.pop.ProofOfPossession.Builder#required} is
   * called.
   *
   * @return false if the option is not set
   */
  default boolean required() {
    return false;
  }
}
