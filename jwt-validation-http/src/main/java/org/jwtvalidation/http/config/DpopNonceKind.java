// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

/**
 * The nonces that DPoP proofs need, as text names them: in lower case. No constants will be added.
 */
public enum DpopNonceKind {
  /** No nonces. */
  NONE,
  /** {@link org.jwtvalidation.http.pop.DpopNonces#random}, for a service on one node. */
  RANDOM,
  /**
   * {@link org.jwtvalidation.http.pop.DpopNonces#shared}, with the secret of {@link
   * DpopOptions#nonceSecret}.
   */
  SHARED
}
