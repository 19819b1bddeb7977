// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

/**
 * Checks length and ranges of a signature before it is verified. Providers differ in what else they
 * accept: missing or additional zero octets, other encodings, numbers above the group order.
 */
@FunctionalInterface
interface SignatureFormat {

  boolean matches(byte[] signature);
}
