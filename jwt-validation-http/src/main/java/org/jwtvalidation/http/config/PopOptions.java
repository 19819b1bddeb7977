// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.ProofOfPossession;

/**
 * Configuration options of proofs of possession, as text. If neither DPoP nor mutual TLS is
 * switched on, nothing is checked and bound tokens are refused.
 */
public interface PopOptions {

  /** {@return the options of DPoP ({@code dpop.*})} */
  DpopOptions dpop();

  /** {@return whether {@link ProofOfPossession.Builder#mutualTls} is called} */
  boolean mutualTls();

  /**
   * {@return the IP addresses of the proxies that pass on the certificates of clients: {@link
   * ProofOfPossession.Builder#mutualTlsBehind}}
   */
  @Nullable List<String> mutualTlsProxies();

  /** {@return whether {@link ProofOfPossession.Builder#required} is called} */
  boolean required();
}
