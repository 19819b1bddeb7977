package org.jwtvalidation.jwk;

/**
 * The length and the ranges that a signature must have before a provider sees it. Providers differ
 * in what else they let through: cut or added zero octets, other encodings, numbers beyond the
 * group order.
 */
@FunctionalInterface
interface SignatureFormat {

  boolean matches(byte[] signature);
}
