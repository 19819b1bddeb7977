// SPDX-License-Identifier: Apache-2.0
/**
 * The arithmetic of signature verification: fields, points, tables of multiples, exponentiation,
 * and the verification equations of ES256, Ed25519, RSASSA-PKCS1-v1_5 and RSASSA-PSS. It takes
 * numbers and octets, and knows nothing of JSON Web Keys. Not constant-time: all inputs are public.
 * It must not be used to sign.
 *
 * <p>Curves: the elements of a {@link org.jwtvalidation.internal.arithmetic.PrimeField} are the
 * coordinates of a {@link org.jwtvalidation.internal.arithmetic.PointAccumulator}, which makes a
 * {@link org.jwtvalidation.internal.arithmetic.MultiplesTable}; two of these, of the base point and
 * of the key, are what {@link org.jwtvalidation.internal.arithmetic.Es256Verification} and {@link
 * org.jwtvalidation.internal.arithmetic.Ed25519Verification} add up. Both curves share {@link
 * org.jwtvalidation.internal.arithmetic.Limbs} and {@link
 * org.jwtvalidation.internal.arithmetic.ModularDivision}.
 *
 * <p>RSA: {@link org.jwtvalidation.internal.arithmetic.FusedDigits} is the form of numbers, {@link
 * org.jwtvalidation.internal.arithmetic.FusedRows} and {@link
 * org.jwtvalidation.internal.arithmetic.FusedCarry} are the loops that become vector instructions,
 * {@link org.jwtvalidation.internal.arithmetic.FusedWork} multiplies, and {@link
 * org.jwtvalidation.internal.arithmetic.FusedExponentiation} makes powers of that. An {@link
 * org.jwtvalidation.internal.arithmetic.ExponentiationRace} against {@link
 * org.jwtvalidation.internal.arithmetic.ModPow} shows whether it is faster, once each has reached
 * its {@link org.jwtvalidation.internal.arithmetic.Level}.
 *
 * <p>All formulas are proven on the bytecode, within the bounds that the classes name (see {@code
 * doc/inside/proof.adoc}). If you change one, run the proof.
 */
@NullMarked
package org.jwtvalidation.internal.arithmetic;

import org.jspecify.annotations.NullMarked;
