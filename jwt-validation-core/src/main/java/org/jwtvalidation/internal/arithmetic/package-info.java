// SPDX-License-Identifier: Apache-2.0
/**
 * The arithmetic of signature verification: fields, points, tables of multiples, exponentiation,
 * and the verification equations of ES256, Ed25519, RSASSA-PKCS1-v1_5 and RSASSA-PSS. It takes
 * numbers and octets, and knows nothing of JSON Web Keys. Not constant-time: all inputs are public.
 * It must not be used to sign.
 */
@NullMarked
package org.jwtvalidation.internal.arithmetic;

import org.jspecify.annotations.NullMarked;
